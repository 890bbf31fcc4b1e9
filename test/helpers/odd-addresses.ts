/** Addresses that parsers disagree on, or refuse. */
export const oddAddresses: readonly string[] = [
  'https://a b.test/',
  'https://a%20b.test/',
  'https://a\u00a0b.test/',
  'https://a%00b.test/',
  'https://a%zzb.test/',
  'https://%/',
  'https://a<b>.test/',
  'https://a^b|c.test/',
  'https://a..b.test/',
  'https://.test/',
  `https://${'x'.repeat(64)}.test/`,
  `https://${'x.'.repeat(200)}test/`,
  'https://xn--a.test/',
  'https://xn--/',
  'https://\u00ad/',
  'https://\u{1f4a9}.test/',
  'https://ｅx.test/',
  'https://[::1/',
  'https://[::g]/',
  'https://[::1%25lo]/',
  'https://1.2.3.4.5/',
  'https://0x100000000/',
  'https://256.256.256.256/',
  'https://a.test:99999/',
  'https://a.test:0/',
  'https://a.test:x/',
  'https://u:p@a b.test:8/',
  'https://',
  'https:///',
  'https:\\\\a b.test\\',
  '//a b.test/x',
  'ws://a b.test/',
  'http://a\tb\n.test/',
  'ftp://a b.test/',
  'file:///etc/passwd',
  'blob:https://a b.test/1',
  'data:,',
  'data:image/png;base64,%%%',
  'javascript:0',
  'about:blank#a b',
  'mailto:a b@c d',
  'x y://z',
  'foo://a b.test/',
  'view-source:https://a b.test/',
  '%ff%fe',
  '\ud800',
  '#%',
  '?',
  `https://a.test/${'p'.repeat(100_000)}`,
];

/** A text as the value of an attribute in double quotes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** A document with an address in every place where one can be loaded or linked to. */
export function buildOddDocument(address: string, head = ''): string {
  const html = escapeHtml(address);
  const css = `url("${address.replace(/["\\\n]/g, (mark) => `\\${mark.charCodeAt(0).toString(16)} `)}")`;
  const sheet = `@import ${css}; @font-face { font-family: odd; src: ${css} }
    p { font-family: odd; background-image: ${css}; list-style-image: ${css}; cursor: ${css}, auto }
    i::before { content: ${css} } @page { background: ${css} } b { mask-image: ${css}; filter: ${css} }`;
  const script = `for (const load of [
      (url) => fetch(url).catch(() => 0),
      (url) => navigator.sendBeacon(url, 'x'),
      (url) => { const request = new XMLHttpRequest(); request.open('GET', url); request.send() },
      (url) => new EventSource(url),
      (url) => new WebSocket(url),
      (url) => new Worker(url),
      (url) => new Image().src = url,
      (url) => new FontFace('late', 'url(' + JSON.stringify(url) + ')').load().catch(() => 0),
      (url) => import(url).catch(() => 0),
      (url) => history.replaceState(0, '', url),
    ]) try { load(${JSON.stringify(address).replaceAll('<', '\\u003c')}) } catch {}`;
  return `<!doctype html><html><head>${head}<style>${sheet.replaceAll('</', '<\\/')}</style>
    <link rel="stylesheet" href="${html}"><link rel="preload" as="font" href="${html}"><link rel="preconnect" href="${html}">
    <link rel="prefetch" href="${html}"><link rel="icon" href="${html}"><link rel="manifest" href="${html}">
    <link rel="modulepreload" href="${html}"><script src="${html}"></script></head>
    <body background="${html}"><p>text<i>a</i><b style="background:${escapeHtml(css)}">b</b>
    <a href="${html}" ping="${html}">link</a><form action="${html}"><button formaction="${html}">go</button>
    <input type="image" src="${html}"></form><q cite="${html}">q</q>
    <img src="${html}"><img srcset="${html} 2x"><picture><source srcset="${html}"><img></picture>
    <iframe src="${html}"></iframe><object data="${html}"></object><embed src="${html}">
    <svg width="9" height="9"><image href="${html}" width="9" height="9"/><use href="${html}"/><a href="${html}"><text>t</text></a></svg>
    <audio src="${html}"></audio><video src="${html}" poster="${html}"><track src="${html}" default></video>
    <map name="m"><area href="${html}" shape="default"></map><table background="${html}"><tr><td>cell</table>
    <script>${script}</script></body></html>`;
}

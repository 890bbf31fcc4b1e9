import type { Control, RenderRow, Row } from '../row.ts';

const noControl = (why: string): Control => ({ none: why });
const hit: Control = 'hit';
const hintless = noControl('the headless shell takes no such hint');

/** Forbidden places, over http and https: from an https page Chromium itself keeps http from names, not from private numbers. */
const targets = ['http://10.0.0.5/', 'https://10.0.0.5/', 'http://inside.test/', 'https://inside.test/'];

type Channel = [id: string, name: string, markup: (target: string, index: number) => string, control?: Control];

const js = (code: string) => `<script>try{${code}}catch{}</script>`;
const quoted = (text: string) => JSON.stringify(text);
const worker = (code: string) => `URL.createObjectURL(new Blob([${quoted(code)}],{type:'text/javascript'}))`;

const channels: readonly Channel[] = [
  ['C01', 'img', (t) => `<img src="${t}img">`],
  ['C01', 'srcset', (t) => `<img srcset="${t}srcset 1x">`],
  ['C01', 'picture', (t) => `<picture><source srcset="${t}picture"><img></picture>`],
  ['C01', 'input image', (t) => `<input type=image src="${t}input">`],
  ['C01', 'body background', (t) => `<table background="${t}table"><tr><td>x</table>`],
  [
    'C01',
    'css background and font',
    (t, i) =>
      `<style>@font-face{font-family:f${i};src:url(${t}font)}p{background:url(${t}css)}i{font-family:f${i}}</style><p><i>x</i>`,
  ],
  ['C01', 'css import', (t) => `<style>@import url(${t}import);</style>`],
  [
    'C01',
    'svg image and use',
    (t) => `<svg><image href="${t}svg"/><use href="${t}use#x"/><filter id=f><feImage href="${t}fe"/></filter></svg>`,
  ],
  ['C01', 'video and poster', (t) => `<video autoplay src="${t}video" poster="${t}poster"></video>`],
  ['C01', 'audio', (t) => `<audio autoplay src="${t}audio"></audio>`],
  [
    'C01',
    'track',
    (t) => `<video src="data:video/mp4,"><track default src="${t}track"></video>`,
    noControl('no video plays without a file'),
  ],
  ['C02', 'script', (t) => `<script src="${t}script"></script>`],
  ['C02', 'module', (t) => `<script type=module src="${t}module"></script>`],
  ['C02', 'import()', (t) => js(`import('${t}import').catch(()=>{})`)],
  // Without a script the document is loaded with scripts off, and preloads none.
  ['C02', 'modulepreload', (t) => `<link rel=modulepreload href="${t}preload"><script>0</script>`],
  ['C02', 'importScripts', (t) => js(`new Worker(${worker(`importScripts('${t}x')`)})`)],
  ['C03', 'iframe', (t) => `<iframe src="${t}frame"></iframe>`],
  ['C03', 'srcdoc', (t) => `<iframe srcdoc="<img src='${t}srcdoc'>"></iframe>`],
  ['C03', 'data frame', (t) => `<iframe src="data:text/html,<img src='${t}data'>"></iframe>`],
  [
    'C03',
    'blob frame',
    (t) =>
      js(
        `const f=document.createElement('iframe');f.src=URL.createObjectURL(new Blob(["<img src='${t}blob'>"],{type:'text/html'}));document.documentElement.append(f)`,
      ),
  ],
  [
    'C03',
    'fencedframe',
    (t) => `<fencedframe src="${t}fenced"></fencedframe>`,
    noControl('fenced frames are switched off'),
  ],
  ['C03', 'object', (t) => `<object data="${t}object"></object>`],
  ['C03', 'embed', (t) => `<embed src="${t}embed">`],
  ['C03', 'frameset', (t) => `<iframe srcdoc="<frameset><frame src='${t}frameset'></frameset>"></iframe>`],
  [
    'C03',
    'form',
    (t, i) =>
      `<iframe name=form${i}></iframe><form id=form${i}x target=form${i} action="${t}form" method=post></form>${js(`document.getElementById('form${i}x').submit()`)}`,
  ],
  ['C04', 'fetch', (t) => js(`fetch('${t}fetch',{mode:'no-cors'}).catch(()=>{})`)],
  [
    'C04',
    'fetch keepalive',
    (t) => js(`fetch('${t}keepalive',{keepalive:true,method:'POST',mode:'no-cors'}).catch(()=>{})`),
  ],
  ['C04', 'XHR', (t) => js(`const x=new XMLHttpRequest();x.open('GET','${t}xhr');x.send()`)],
  ['C04', 'sendBeacon', (t) => js(`navigator.sendBeacon('${t}beacon','x')`)],
  ['C04', 'EventSource', (t) => js(`new EventSource('${t}events')`)],
  [
    'C04',
    'ping',
    (t, i) => `<a id=ping${i} href="#x" ping="${t}ping">x</a>${js(`document.getElementById('ping${i}').click()`)}`,
    noControl('pings are switched off'),
  ],
  [
    'C04',
    'CSP report',
    (t) =>
      `<iframe csp="img-src 'none'" srcdoc="<meta http-equiv=Content-Security-Policy content=&quot;img-src 'none'; report-uri ${t}csp&quot;><img src='data:,x'>"></iframe>`,
    noControl('a report address in meta is ignored'),
  ],
  ['C05', 'WebSocket', (t) => js(`new WebSocket('${t.replace('http', 'ws')}ws')`)],
  ['C05', 'WebSocket of a worker', (t) => js(`new Worker(${worker(`new WebSocket('${t.replace('http', 'ws')}ws')`)})`)],
  [
    'C05',
    'WebSocket of a shared worker',
    (t) => js(`new SharedWorker(${worker(`new WebSocket('${t.replace('http', 'ws')}ws')`)})`),
  ],
  ['C06', 'worker', (t) => js(`new Worker(${worker(`fetch('${t}worker',{mode:'no-cors'})`)})`)],
  [
    'C06',
    'nested worker',
    (t) =>
      js(
        `new Worker(${worker(`new Worker(URL.createObjectURL(new Blob(["fetch('${t}nested',{mode:'no-cors'})"])))`)})`,
      ),
  ],
  ['C06', 'shared worker', (t) => js(`new SharedWorker(${worker(`fetch('${t}shared',{mode:'no-cors'})`)})`)],
  ['C07', 'prefetch', (t) => `<link rel=prefetch href="${t}prefetch">`],
  ['C07', 'preload', (t) => `<link rel=preload as=image href="${t}preload">`],
  ['C07', 'prerender', (t) => `<link rel=prerender href="${t}prerender">`, hintless],
  [
    'C07',
    'speculation rules',
    (t) =>
      `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${t}speculate"],"eagerness":"immediate"}],"prerender":[{"source":"list","urls":["${t}speculate"],"eagerness":"immediate"}]}</script>`,
    hintless,
  ],
  ['C07', 'preconnect', (t) => `<link rel=preconnect href="${t}">`, hintless],
  [
    'C07',
    'dns-prefetch',
    (t) => `<link rel=dns-prefetch href="${t}">`,
    noControl('behind a proxy Chromium resolves no names'),
  ],
  ['C08', 'window.open', (t) => js(`open('${t}open')`)],
  [
    'C08',
    'target=_blank',
    (t, i) =>
      `<a id=blank${i} target=_blank href="${t}blank">x</a>${js(`document.getElementById('blank${i}').click()`)}`,
  ],
  ['C08', 'noopener', (t) => js(`open('${t}noopener','','noopener')`)],
  ['C08', '50 popups', (t, i) => (i > 0 ? '' : js(`for(let i=0;i<50;i++)open('${t}many'+i)`))],
  [
    'C10',
    'WebTransport',
    (t) => js(`new WebTransport('${t}transport')`),
    noControl('the control shows it as a datagram or not at all'),
  ],
];

const sideParts: readonly Channel[] = [
  ['C11', 'img', (t) => `<img src="${t}header">`],
  ['C11', 'script', (t) => `<script src="${t}header"></script>${js(`fetch('${t}header')`)}`],
  ['C11', 'iframe', (t) => `<iframe src="${t}header"></iframe>`],
  ['C11', 'css background', (t) => `<p style="background:url(${t}header)">x`],
  ['C11', 'css import', (t) => `<style>@import url(${t}header);</style>`],
  ['C11', 'style sheet', (t) => `<link rel=stylesheet href="${t}header">`],
  ['C11', 'refresh', (t) => `<meta http-equiv=refresh content="0;url=${t}header">x`],
];

/** What a header does nothing with, so that nothing is missing. */
const inert: Readonly<Record<string, string>> = {
  script: 'a header runs no scripts',
  refresh: 'a header is no document, so it leads nowhere',
};

const ice = (url: string) =>
  js(
    `const p=new RTCPeerConnection({iceServers:[{urls:${quoted(url)},username:'u',credential:'c'}]});p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))`,
  );

const iceServers = [
  'stun:13.13.13.13:3478',
  'stun:10.0.0.5:3478',
  'turn:13.13.13.13:3478?transport=udp',
  'turn:10.0.0.5:3478?transport=tcp',
  'turns:10.0.0.5:5349?transport=tcp',
  'stun:inside.test:3478',
];

function page(html: string, waitMs: number): object {
  return { parts: { html: `<p>own words${html}` }, options: { wait_for: { delay_ms: waitMs } } };
}

/** Each channel from an html part, which has an https origin, and from a page over http, which may load http. */
function expand([id, input, markup, control = hit]: Channel): RenderRow[] {
  const html = `<p>own words${targets.map(markup).join('\n')}`;
  const options = { wait_for: { delay_ms: 600 } };
  const url = `http://public.test/html?${new URLSearchParams({ html })}`;
  return [
    { id, input, body: { parts: { html }, options }, outcomes: ['DROP', 'SILENT'], control },
    { id, input: `${input} over http`, body: { parts: url, options }, outcomes: ['DROP', 'SILENT'], control },
  ];
}

/** A worker of a page's own site, which the synthetic origin has from its assets. */
function serviceWorker(): RenderRow {
  const code = targets.map((t) => `fetch('${t}service',{mode:'no-cors'}).catch(()=>{})`).join(';');
  const asset = { type: 'text/javascript', base64: Buffer.from(code).toString('base64') };
  const html = `<p>own words${js("navigator.serviceWorker.register('sw.js')")}`;
  return {
    id: 'C06',
    input: 'service worker',
    body: { parts: { html, assets: { 'sw.js': asset } }, options: { wait_for: { delay_ms: 600 } } },
    outcomes: ['DROP', 'SILENT'],
    control: noControl('the engine answers the origin to pages only, so the worker never starts'),
  };
}

/** Channels out of a page. */
export const channelRows: readonly Row[] = [
  ...channels.flatMap(expand),
  serviceWorker(),
  ...iceServers.map(
    (url): Row => ({
      id: 'C09',
      input: url,
      body: page(ice(url), 1_500),
      outcomes: ['OK', 'SILENT'],
      control: noControl('no page has WebRTC'),
    }),
  ),
  {
    id: 'C09',
    input: 'mDNS of host candidates',
    body: page(
      js("const p=new RTCPeerConnection();p.createDataChannel('x');p.createOffer().then(o=>p.setLocalDescription(o))"),
      1_500,
    ),
    outcomes: ['OK', 'SILENT'],
    control: noControl('no page has WebRTC'),
  },
  ...sideParts.flatMap(([id, input, markup]): Row[] =>
    ['header', 'footer'].map((side) => ({
      id,
      input: `${input} in the ${side}`,
      body: { parts: { html: '<p>own words' }, options: { [side]: targets.map(markup).join('') } },
      outcomes: [input in inert ? 'SILENT' : 'DROP'],
      control: input in inert ? noControl(inert[input] ?? '') : 'hit',
    })),
  ),
];

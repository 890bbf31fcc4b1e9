import type { Control, Row } from '../row.ts';

/** A file of the machine that holds a token, and may be read by every user. */
export const canaryFile = '/mnt/canary.txt';

const refusedBefore: Control = { none: 'it is refused before anything is loaded' };
const chromiumRefuses: Control = { none: 'Chromium itself refuses it' };

const fileParts = [
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'file:/etc/passwd',
  'file:////etc/passwd',
  'file://localhost/etc/passwd',
  ' file:///etc/passwd',
  'fi\tle:///etc/passwd',
  'fi\nle:///etc/passwd',
  '\\\\localhost\\etc\\passwd',
  '//localhost/etc/passwd',
  '/etc/passwd',
];
const innerParts = [
  'chrome://version',
  'chrome://gpu',
  'chrome://crash',
  'devtools://devtools/bundled/inspector.html',
  'chrome-extension://abc/x',
  'about:version',
  'about:srcdoc',
  'about:blank',
];
const otherParts = [
  'data:text/html,words',
  'blob:https://x/1',
  'filesystem:https://x/temporary/1',
  'javascript:1',
  'ftp://public.test/',
  'ws://public.test/',
];

function refuse(id: string, url: string): Row {
  return {
    id,
    input: `${JSON.stringify(url)} as part`,
    body: { parts: url },
    outcomes: ['REJECT'],
    control: refusedBefore,
  };
}

function embed(id: string, input: string, html: string): Row {
  const options = { wait_for: { delay_ms: 200 } };
  return {
    id,
    input,
    body: { parts: { html: `<p>words${html}` }, options },
    outcomes: ['DROP', 'SILENT'],
    control: chromiumRefuses,
  };
}

const file = `file://${canaryFile}`;
const assetNames = ['../x', '..%2f..%2fetc%2fpasswd', '..\\x', 'a\u0000b', '/etc/passwd', 'a/../../b', 'C:\\x', ''];

/** Schemes and files. The rows about files that the command line reads are in its own tests. */
export const schemeRows: readonly Row[] = [
  ...fileParts.map((url) => refuse('F01', url)),
  embed(
    'F02',
    'backslash and network paths',
    '<img src="\\\\localhost\\etc\\passwd"><iframe src="//127.0.0.1/x"></iframe>',
  ),
  ...innerParts.map((url) => refuse('F03', url)),
  ...otherParts.map((url) => refuse('F04', url)),
  embed('F05', 'frame', `<iframe src="${file}"></iframe>`),
  embed('F05', 'object and embed', `<object data="${file}"></object><embed src="${file}">`),
  embed('F05', 'image and style', `<img src="${file}"><link rel=stylesheet href="${file}">`),
  embed(
    'F05',
    'fetch and XHR',
    `<script>fetch('${file}').then(r=>r.text()).then(t=>document.body.append(t),()=>{});
    const x=new XMLHttpRequest();x.onload=()=>document.body.append(x.response);x.open('GET','${file}');x.send()</script>`,
  ),
  embed('F05', 'window and location', `<script>open('${file}');location='${file}'</script>`),
  ...assetNames.map(
    (name): Row => ({
      id: 'F08',
      input: `asset ${JSON.stringify(name)}`,
      body: {
        parts: {
          html: `<p>words<img src="${encodeURI(name)}">`,
          assets: { [name]: { type: 'text/plain', base64: '' } },
        },
      },
      outcomes: ['REJECT', 'DROP', 'SILENT'],
      control: refusedBefore,
    }),
  ),
  ...['../../etc/passwd', '__proto__', 'a/b', 'x'.repeat(10_000)].flatMap((id): Row[] => [
    {
      id: 'F09',
      input: `template ${id.slice(0, 20)} as part`,
      body: { parts: { template: id } },
      outcomes: ['REJECT'],
      control: refusedBefore,
    },
    {
      id: 'F09',
      input: `template ${id.slice(0, 20)} in the path`,
      control: refusedBefore,
      run: async (service) => {
        const answer = await service.send('GET', `/api/v1/templates/${encodeURIComponent(id)}`);
        return answer.status >= 400 && answer.status < 500 && answer.code !== '' ? [] : [answer.text];
      },
    },
  ]),
];

import { exchangeRaw } from '../exchange-raw.ts';
import type { Control, Outcome, Row } from '../row.ts';
import type { Service } from '../service-client.ts';

const about: Control = { none: 'it is about time and memory' };
/** A page that used up its memory crashes, which is the page's failure and not retryable. */
const ended: readonly Outcome[] = ['LIMIT', 'OK', 'REJECT'];

function script(id: string, input: string, code: string, outcomes: readonly Outcome[] = ended): Row {
  return { id, input, body: { parts: { html: `<p>words<script>${code}</script>` } }, outcomes, control: about };
}

function markup(id: string, input: string, html: string, outcomes: readonly Outcome[] = ended): Row {
  return { id, input, body: { parts: { html: `<p>words${html}` } }, outcomes, control: about };
}

function site(id: string, input: string, path: string, options: object, outcomes: readonly Outcome[] = ended): Row {
  return { id, input, body: { parts: `http://public.test/${path}`, options }, outcomes, control: about };
}

const idle = { wait_for: { network_idle: true } };
const canvas = (size: number) =>
  `const c=document.createElement('canvas');c.width=c.height=${size};c.getContext('2d').fillRect(0,0,9,9);document.body.append(c)`;
const huge =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1000000000" height="1000000000"><rect width="100%" height="100%"/></svg>';

function nestUses(): string {
  const levels = Array.from(
    { length: 12 },
    (_, level) => `<g id="u${level + 1}">${`<use href="#u${level}"/>`.repeat(10)}</g>`,
  );
  return `<svg><defs><rect id="u0" width="1" height="1"/>${levels.join('')}</defs><use href="#u12"/></svg>`;
}

function post(service: Service, body: string, type = 'application/json'): Promise<string> {
  const head = `POST /api/v1/renderers/pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.a}\r\nContent-Type: ${type}\r\n`;
  return exchangeRaw(
    service,
    `${head}Connection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    5_000,
  );
}

const badBodies: readonly [input: string, body: string, type?: string][] = [
  ['200 000 nested arrays', `{"parts":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
  ['200 000 nested objects', `{"parts":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}}`],
  ['a byte order mark and no object', '\ufeff[]'],
  ['a wrong type', 'parts=x', 'application/x-www-form-urlencoded'],
  ['no JSON', '{"parts":'],
  ['lone surrogates', '{"parts":"\\ud800"}'],
  ['an unknown field', '{"parts":{"htlm":"x"}}'],
  ['__proto__', '{"parts":{"html":"x","__proto__":{"url":"x"}}}'],
  [
    'constructor.prototype',
    '{"parts":{"template":"01890000-0000-7000-8000-000000000000","context":{"constructor":{"prototype":{}}}}}',
  ],
];

/** Exhaustion. */
export const exhaustionRows: readonly Row[] = [
  script('X01', 'endless loop', 'while(1);', ['LIMIT']),
  script(
    'X01',
    'endless loop in 16 workers',
    "for(let i=0;i<16;i++)new Worker(URL.createObjectURL(new Blob(['while(1);'])))",
  ),
  script('X01', 'endless loop before printing', 'onbeforeprint=()=>{while(1);}'),
  script('X01', 'endless loop in a frame callback', 'requestAnimationFrame(()=>{while(1);})', ['LIMIT']),
  script(
    'X01',
    'endless loop in getters of the document',
    "for(const n of ['images','fonts','documentElement','readyState'])Object.defineProperty(document,n,{get(){while(1);}})",
  ),
  script('X02', 'array buffers', 'const a=[];while(1)a.push(new Uint8Array(1e8).fill(1))'),
  script('X02', 'string doubling', "let s='x'.repeat(1e6);const a=[];while(1){a.push(s+=s.slice(0,1e8)+a.length)}"),
  script('X02', 'WebAssembly memory', 'const a=[];while(1)a.push(new WebAssembly.Memory({initial:65536}))'),
  script('X02', 'canvas of 30000 square', canvas(30_000)),
  script('X02', '1 000 canvases', `for(let i=0;i<1000;i++){${canvas(2_000)}}`),
  ...['text/html', 'text/css', 'image/png'].map((type) => site('X03', `gzip bomb as ${type}`, `bomb?type=${type}`, {})),
  site(
    'X03',
    'gzip bomb as a style',
    `html?${new URLSearchParams({ html: '<link rel=stylesheet href="/bomb?type=text/css"><p>words' })}`,
    {},
  ),
  markup('X04', 'SVG of a billion pixels', `${huge}<img src="data:image/svg+xml,${encodeURIComponent(huge)}">`),
  markup('X04', 'SVG of a trillion uses', nestUses()),
  markup('X05', 'page of twenty million pixels', '<div style="height:20000000px">x</div>'),
  markup('X05', 'paper of one pixel', '<style>@page{size:1px 1px;margin:0}</style>words words words'),
  markup('X05', 'paper of two million inches', '<style>@page{size:2000000in 2000000in}</style>words'),
  markup('X05', '100 000 forced breaks', '<div style="break-after:page">x</div>'.repeat(100_000)),
  site('X06', 'slow drip', 'drip', idle, ['LIMIT', 'REJECT']),
  site('X06', 'headers that never come', 'hang', {}, ['LIMIT', 'REJECT']),
  site(
    'X06',
    'a resource that never answers',
    `html?${new URLSearchParams({ html: '<img src=/hang><p>words' })}`,
    idle,
    ['LIMIT', 'OK'],
  ),
  script(
    'X07',
    'fetch loop',
    "setInterval(()=>{for(let i=0;i<10;i++)fetch('https://public.test/'+Math.random()).catch(()=>{})},10)",
  ),
  script('X07', '10 000 images', "for(let i=0;i<10000;i++)new Image().src='https://public.test/i'+i"),
  script(
    'X08',
    'dialogs',
    'alert(1);confirm(1);prompt(1);print();onbeforeunload=e=>e.preventDefault();document.documentElement.requestFullscreen?.().catch(()=>{});Notification.requestPermission();navigator.geolocation.getCurrentPosition(()=>{})',
    ['OK'],
  ),
  ...[
    ['a selector that never appears', { selector: '#never' }],
    ['an expression that throws', { expression: 'x.y.z' }],
    ['a promise that never settles', { expression: 'new Promise(()=>{})' }],
    ['a delay of 1e9', { delay_ms: 1e9 }],
  ].map(
    ([input, wait_for]): Row => ({
      id: 'X09',
      input: String(input),
      body: { parts: { html: '<p>words' }, options: { wait_for } },
      outcomes: ['LIMIT', 'REJECT'],
      control: about,
    }),
  ),
  ...badBodies.map(
    ([input, body, type]): Row => ({
      id: 'X13',
      input,
      control: about,
      run: async (service) => {
        const answer = await post(service, body, type);
        return /^HTTP\/1\.1 4\d\d [\s\S]*"code":"(invalid_json|invalid_request|unsupported_media_type|too_large)"/.test(
          answer,
        )
          ? []
          : [answer.slice(0, 400)];
      },
    }),
  ),
  {
    id: 'X13',
    input: 'a body of a gigabyte, announced and endless',
    control: about,
    run: async (service) => {
      const head = `POST /api/v1/renderers/pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.a}\r\nContent-Type: application/json\r\n`;
      const announced = await exchangeRaw(service, `${head}Content-Length: 1073741824\r\n\r\n{`, 3_000);
      const chunk = `100000\r\n${' '.repeat(0x100000)}\r\n`;
      const endless = await exchangeRaw(service, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(40)}`, 5_000);
      return [announced, endless]
        .filter((answer) => !/^HTTP\/1\.1 413 [\s\S]*too_large/.test(answer))
        .map((answer) => `answered ${answer.slice(0, 300)}`);
    },
  },
];

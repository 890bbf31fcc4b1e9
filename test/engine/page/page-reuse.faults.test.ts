import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { isLong } from '../../helpers/is-long.ts';
import { pidOf } from '../../helpers/pid-of.ts';
import { findProcesses } from '../processes.ts';
import { readPdf } from '../read-pdf.ts';
import { openTestEngine } from '../test-engine.ts';

/** How often a document follows another at once. */
const repeated = isLong ? 40 : 5;

let engine: Engine;
let server: Server;
let base: string;
let hits: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'public, max-age=31536000');
    response.setHeader('set-cookie', 'left=behind; Max-Age=9999');
    if (request.url?.startsWith('/script')) response.setHeader('content-type', 'text/javascript').end('');
    else response.setHeader('content-type', 'text/html').end(`cookie: ${request.headers.cookie ?? 'none'}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  engine = openTestEngine({ concurrency: 1 });
});
afterAll(async () => {
  await engine.close();
  server.close();
});
beforeEach(() => {
  hits = [];
});

async function render(part: object, account = 'same', options: object = {}): Promise<string> {
  const { pdf } = await engine.render({ parts: part, options } as never, { account });
  return (await readPdf(pdf)).pages.join(' ');
}

/** A document that prints what it finds of earlier documents, then leaves things behind. */
const nosy = `<script>
  const found = [window.name, document.cookie, localStorage.getItem('left'), window.left, history.length, document.referrer];
  document.write(JSON.stringify(found));
  window.name = 'left';
  document.cookie = 'left=1; Max-Age=9999; Secure';
  for (const domain of ['invalid', location.hostname]) document.cookie = 'left=2; Domain=' + domain;
  localStorage.setItem('left', 'behind');
  window.left = 'behind';
  history.pushState(0, '', '/elsewhere');
  indexedDB.open('left');
  setInterval(() => { document.title += 'x' }, 1);
</script>`;
const nothingFound = '["","",null,null,1,""]';

test('a document finds nothing of the one before it, of the same account or of another', async () => {
  for (const account of ['same', 'same', 'same', 'other', 'same'])
    expect(await render({ html: nosy }, account)).toBe(nothingFound);
});

test('nor with static documents between them', async () => {
  const quiet = '<p>quiet</p><style>p { color: red }</style>';
  for (const html of [quiet, nosy, quiet, quiet, nosy])
    expect(await render({ html })).toBe(html === nosy ? nothingFound : 'quiet');
});

test('nor when it comes so soon that the browser has hardly left the one before it', async () => {
  for (let index = 0; index < repeated; index += 1) expect(await render({ html: nosy })).toBe(nothingFound);
});

test('options of one render do not hold for the next', async () => {
  const html =
    '<script>document.write("scripted " + innerWidth)</script><style>@media screen { p { display: none } }</style><p>print</p>';
  const plain = await render({ html });
  const odd = await render({ html }, 'same', {
    javascript: false,
    media: 'screen',
    page_size: 'A3',
    scale: 2,
    media_features: { 'prefers-color-scheme': 'dark' },
  });
  expect(odd).toBe('');
  expect(await render({ html })).toBe(plain);
  expect(plain).toMatch(/^scripted \d+ print$/);
});

test('nothing that a page received from the network is there for the next', async () => {
  const html = `<script src="${base}/script"></script><iframe src="${base}/frame"></iframe>`;
  await render({ html });
  await render({ html });
  expect(await render({ url: `${base}/page` })).toBe('cookie: none');
  expect(hits.filter((url) => url === '/page')).toHaveLength(1);
});

test('timers and workers end with their document', async () => {
  // With time between them, because a page that always has a request under way is waited for.
  const noisy = `<script>
    const heard = new Set();
    setInterval(() => fetch('${base}/timer').then(() => heard.add('timer'), () => 0), 100);
    const ring = "setInterval(() => fetch('${base}/worker').then(() => postMessage(''), () => 0), 100)";
    new Worker(URL.createObjectURL(new Blob([ring]))).onmessage = () => heard.add('worker');
  </script>noisy`;
  await render({ html: noisy }, 'same', { wait_for: { expression: 'heard.size === 2' } });
  expect([...new Set(hits)].sort()).toEqual(['/timer', '/worker']);
  await render({ html: 'next' });
  hits = [];
  // Timers of a later document ring for five times as long, while those of the first do not.
  const own = `<script>
    let rings = 0;
    setInterval(() => { if (++rings === 25) fetch('${base}/own').then(() => rings++) }, 20);
  </script>own`;
  await render({ html: own }, 'same', { wait_for: { expression: 'rings > 25' } });
  expect([...new Set(hits)]).toEqual(['/own']);
});

test('a worker of the origin does not answer for a later document', async () => {
  const worker =
    'onfetch = (event) => event.respondWith(new Response("POISON", { headers: { "content-type": "text/html" } }))';
  const assets = { 'sw.js': { type: 'text/javascript', base64: Buffer.from(worker).toString('base64') } };
  await render(
    { html: '<script>navigator.serviceWorker.register("/sw.js").catch(() => 0)</script>x', assets },
    'same',
    { wait_for: { delay_ms: 200 } },
  );
  expect(await render({ html: 'clean', assets })).toBe('clean');
});

test('a warning of one document is not reported for the next', async () => {
  await render({ html: '<script>throw new Error("first")</script><img src="missing.png">' });
  const { warnings } = await engine.render({ parts: { html: 'x' } }, { account: 'same' });
  expect(warnings).toEqual([]);
});

test.runIf(process.platform === 'linux')('many renders leave no process and no open file behind', async () => {
  const count = () => [findProcesses(pidOf(engine.status())).length, readdirSync('/proc/self/fd').length];
  const some = async () => {
    for (let index = 0; index < 4; index += 1) await render({ html: `<img src="${index % 2 === 0 ? base : ''}/x">` });
  };
  await some();
  const before = count();
  await some();
  await some();
  const after = count();
  expect(after[0]).toBeLessThanOrEqual((before[0] ?? 0) + 1);
  expect(after[1]).toBeLessThanOrEqual((before[1] ?? 0) + 3);
  expect(engine.status().restarts).toBe(0);
});

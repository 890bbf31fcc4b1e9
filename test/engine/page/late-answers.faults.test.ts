import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

let server: Server;
let site: string;

/** Answers late: `/text` and `/script` after 300 ms, `/stream` never ends. */
beforeAll(async () => {
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    '/text': (response) => setTimeout(() => response.end('DRAWN'), 300),
    '/script': (response) => {
      response.setHeader('content-type', 'text/javascript');
      setTimeout(() => response.end('draw("DRAWN")'), 300);
    },
    '/stream': (response) => response.write('DRAWN'),
  };
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    answers[request.url ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

async function render(script: string, options = {}, assets = {}) {
  const html = `<body>EARLY<script>
    const site = '${site}';
    const draw = (text) => { document.body.textContent = text };
    const load = (path) => fetch(site + path).then((answer) => answer.text());
    ${script}</script>`;
  const { pdf, warnings } = await engine.render({ parts: { html, assets }, options }, { account: 'test' });
  return { text: (await readPdf(pdf)).pages.join(' ').trim(), warnings };
}

const requests: [name: string, script: string][] = [
  ['while the page loads', "load('/text').then(draw)"],
  ['by the load event', "onload = () => load('/text').then(draw)"],
  ['after another answer', "load('/text').then(() => load('/text')).then(draw)"],
  ['by a frame', "requestAnimationFrame(() => load('/text').then(draw))"],
  [
    'with XMLHttpRequest',
    "const request = new XMLHttpRequest(); request.onload = () => draw(request.response); request.open('GET', site + '/text'); request.send()",
  ],
  ['by a module', "import(site + '/script')"],
  [
    'by a worker',
    `const code = "fetch('" + site + "/text').then((answer) => answer.text()).then(postMessage)";
     new Worker('data:text/javascript,' + encodeURIComponent(code)).onmessage = ({ data }) => draw(data)`,
  ],
];

test.each(requests)('what a script draws of an answer that it asked for %s is on paper', async (_name, script) => {
  const { text, warnings } = await render(script.includes('import') ? `globalThis.draw = draw; ${script}` : script);
  expect(text).toBe('DRAWN');
  expect(warnings).toEqual([]);
});

test.each([
  ['from its own files', "new Worker('/w.js').onmessage = ({ data }) => draw(data)"],
  ['that is a module', "new Worker('/w.js', { type: 'module' }).onmessage = ({ data }) => draw(data)"],
  [
    'of a blob',
    "fetch('/w.js').then((r) => r.blob()).then((b) => new Worker(URL.createObjectURL(b))).then((w) => { w.onmessage = ({ data }) => draw(data) })",
  ],
])('a worker %s is waited for', async (_name, script) => {
  const code = `fetch('${site}/text').then((answer) => answer.text()).then(postMessage)`;
  const assets = { 'w.js': { type: 'text/javascript', base64: Buffer.from(code).toString('base64') } };
  const { text, warnings } = await render(script, {}, assets);
  expect([text, warnings]).toEqual(['DRAWN', []]);
});

test.each([
  ['does nothing', "new Worker('data:text/javascript,')"],
  ['is not there', "new Worker('/none.js')"],
  ['cannot be read', "new Worker('data:text/javascript,(')"],
  ['ends at once', "new Worker('data:text/javascript,close()'); new Worker('data:text/javascript,').terminate()"],
  ['is shared', "new SharedWorker('data:text/javascript,')"],
])('a worker that %s holds nothing up', async (_name, script) => {
  const { warnings } = await render(script);
  expect(warnings.map(({ code }) => code)).not.toContain('still_loading');
});

test('an answer that takes longer than the render may is named, too', async () => {
  const { text, warnings } = await render("load('/stream').then(draw)", { timeout_ms: 4000 });
  expect(text).toBe('EARLY');
  expect(warnings).toMatchObject([{ code: 'still_loading' }]);
});

test('an answer that never ends is named, and what is there is printed', async () => {
  const { text, warnings } = await render("load('/stream').then(draw)");
  expect(text).toBe('EARLY');
  expect(warnings).toMatchObject([{ code: 'still_loading', detail: expect.stringContaining('/stream') }]);
});

test.each([
  ['only listens for events', "new EventSource(site + '/stream')"],
  ['has a shared worker', "new SharedWorker('data:text/javascript,0')"],
])('a page that %s is not waited for', async (_name, script) => {
  const { text, warnings } = await render(script);
  expect(text).toBe('EARLY');
  expect(warnings).toEqual([]);
});

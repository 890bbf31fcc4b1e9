import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';

let server: Server;
let site: string;

/** Answers after 300 ms. */
beforeAll(async () => {
  server = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    setTimeout(() => response.end('DRAWN'), 300);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
});

async function render(script: string) {
  const html = `<body>EARLY<script>
    const draw = (text = 'DRAWN') => { document.body.textContent = text };
    const load = (options) => fetch('${site}', options).then((answer) => answer.text());
    ${script}</script>`;
  const { pdf, warnings } = await engine.render({ parts: { html } }, { account: 'test' });
  return { text: (await readPdf(pdf)).pages.join(' ').trim(), codes: warnings.map(({ code }) => code) };
}

test.each([
  ['after the load event', 'onload = () => setTimeout(draw, 300)'],
  ['before it', 'setTimeout(draw, 900)'],
  ['after an answer', 'load().then((text) => setTimeout(draw, 100, text))'],
  ['after another timer', 'setTimeout(() => setTimeout(() => setTimeout(draw, 700), 700), 700)'],
  ['after many others', 'let count = 0; const go = () => (count++ < 60 ? setTimeout(go, 40) : draw()); go()'],
  ['by a timer that waits in a promise', 'new Promise((resolve) => setTimeout(resolve, 500)).then(() => draw())'],
  ['by a timer that asks for an answer', 'setTimeout(() => load().then((text) => setTimeout(draw, 100, text)), 200)'],
  [
    'in a frame',
    `window.draw = draw; document.body.innerHTML = '<iframe srcdoc="<script>setTimeout(() => parent.draw(), 400)</' + 'script>">'`,
  ],
])('what a script draws %s by a timer is on paper', async (_name, script) => {
  expect(await render(script)).toEqual({ text: 'DRAWN', codes: [] });
});

test('the time of an answer is not cut short by a timer that limits it', async () => {
  const script = `setTimeout(() => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), 1000);
    load({ signal: limit.signal }).then(draw, () => draw('ABORTED'));
  }, 100)`;
  expect(await render(script)).toEqual({ text: 'DRAWN', codes: [] });
});

test('dates and times pass with the timers', async () => {
  const script = `const from = [Date.now(), performance.now()];
    setTimeout(() => draw(String([Date.now() - from[0], performance.now() - from[1]].map((past) => past >= 799 && past < 5000))), 800)`;
  expect(await render(script)).toEqual({ text: 'true,true', codes: [] });
});

test.each([
  [
    'draws a row a time',
    'let count = 0; const id = setInterval(() => { draw("ROW " + ++count); if (count === 8) clearInterval(id) }, 300)',
    'ROW 8',
  ],
  [
    'counts fast',
    'let count = 0; const id = setInterval(() => { draw(String(++count)); if (count === 60) clearInterval(id) }, 16)',
    '60',
  ],
  [
    'waits for another',
    'setTimeout(() => { window.ready = 1 }, 900); const id = setInterval(() => { if (!window.ready) return; clearInterval(id); draw("READY") }, 50)',
    'READY',
  ],
])('what repeats until it has drawn all is waited for: it %s', async (_name, script, text) => {
  expect(await render(script)).toEqual({ text, codes: [] });
});

test('a timer that was cleared does not run', async () => {
  expect(await render('const id = setTimeout(draw, 200); setTimeout(() => clearTimeout(id), 100)')).toEqual({
    text: 'EARLY',
    codes: [],
  });
});

test.each([
  ['is longer than a second', 'setTimeout(draw, 3000)'],
  ['follows others without end', 'const again = () => setTimeout(again, 30); again()'],
])('a timer that %s is a warning', async (_name, script) => {
  expect(await render(script)).toEqual({ text: 'EARLY', codes: ['still_loading'] });
});

test.each([
  ['repeats', 'setInterval(() => undefined, 100)'],
  ['guards something for minutes', 'setTimeout(draw, 60_000)'],
  ['was cleared', 'clearTimeout(setTimeout(draw, 3000))'],
])('a timer that %s is none', async (_name, script) => {
  expect(await render(script)).toEqual({ text: 'EARLY', codes: [] });
});

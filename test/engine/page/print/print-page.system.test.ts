import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';

/** The text of its link is elsewhere once the link has its own box. */
const still = `<!doctype html><body>
<p style="font: 14px sans-serif; margin: 3.3px 0">Before <a href="https://e.example/">a link</a> after <sup>2</sup>`;
/** Its script lays it out again and again. */
const document = still.replace('<p', '<script>setInterval(() => document.body.offsetHeight, 5)</script><p');
const at = document.indexOf('a link');

/** Milliseconds that a link stays empty, enough to be laid out on a busy machine. */
const pauseMs = 400;

/** Pauses inside the link of `/page`, and before it answers with a script or a sheet, for as long as the query says. */
const server = createServer(async ({ url = '' }, response) => {
  const { pathname, search } = new URL(url, 'http://server.example');
  const pause = () => sleep(Number(search.slice(1)));
  if (pathname !== '/page') {
    await pause();
    response.writeHead(200, { 'content-type': pathname === '/script' ? 'text/javascript' : 'text/css' }).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html' }).write(document.slice(0, at));
  await pause();
  response.end(document.slice(at));
});

let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const insert = (into: string, html: string) => into.replace('a link', `${html}a link`);
const inFrame = (html: string) => `<iframe srcdoc="${html.replaceAll('"', '&quot;')}"></iframe>`;

const forms: [name: string, whole: () => object, paused: () => object][] = [
  [
    'a script in it',
    () => ({ html: document }),
    () => ({ html: insert(document, `<script src="${base}/script?${pauseMs}"></script>`) }),
  ],
  [
    'a style sheet in it',
    () => ({ html: still }),
    () => ({ html: insert(still, `<link rel="stylesheet" href="${base}/sheet?${pauseMs}">`) }),
  ],
  ['the server', () => ({ url: `${base}/page?0` }), () => ({ url: `${base}/page?${pauseMs}` })],
  [
    'a script in its frame',
    () => ({ html: inFrame(document) }),
    () => ({ html: inFrame(insert(document, `<script src="${base}/script?${pauseMs + 1}"></script>`)) }),
  ],
];

test.each(forms)(
  'the text of a link is where it is however long it has waited for %s',
  async (_name, whole, paused) => {
    const render = async (part: object) => (await engine.render({ parts: part } as never, { account: 'same' })).pdf;
    expect(Buffer.compare(await render(paused()), await render(whole()))).toBe(0);
  },
);

test('a page sees nothing of it', async () => {
  const html = `<!doctype html><style>
  html { transition: all 1s }
  p { animation: seen 1s; height: 20px }
  div { overflow: auto; height: 20px }
  @keyframes seen { from { opacity: 0 } }</style>
  <p>x<div>a<br>b<br>c<br>d<br>e</div><input autofocus>
  <script src="${base}/script?${pauseMs}"></script>
  <script>
    const log = [];
    const scroller = document.querySelector('div');
    onload = () => { scroller.scrollTop = 30 };
    onbeforeprint = () => {
      const sheets = document.adoptedStyleSheets.length;
      const [{ startTime }] = performance.getEntriesByType('paint');
      const [{ domInteractive }] = performance.getEntriesByType('navigation');
      const isEarly = startTime < domInteractive;
      const state = [isEarly, sheets, scroller.scrollTop, document.activeElement.tagName, getComputedStyle(document.documentElement).display];
      document.body.append('LOG ' + [...log, ...state].join(' '));
    };
    // Once the page has come to rest, nothing more may happen.
    setTimeout(() => {
      const add = (name) => log.push(name);
      new MutationObserver(() => add('mutation')).observe(document, { subtree: true, childList: true, attributes: true });
      for (const name of ['scroll', 'focus', 'blur', 'resize', 'animationstart', 'animationcancel', 'transitionrun']) {
        addEventListener(name, () => add(name), true);
      }
    }, 300);
  </script>`;
  const { pdf } = await engine.render(
    { parts: { html }, options: { wait_for: { delay_ms: 500 } } },
    { account: 'same' },
  );
  expect((await readPdf(pdf)).pages.join('')).toMatch(/LOG true 0 30 INPUT block/);
});

test('text areas, and boxes that a style lets a reader resize, have no grip on paper', async () => {
  const print = async (extra: string) => {
    const html = `<style>${extra}</style><textarea>text</textarea><div style="resize: both; overflow: hidden">text</div>`;
    return (await engine.render({ parts: { html }, options: { tagged: false } }, { account: 'test' })).pdf;
  };
  expect(await print('p { resize: none }')).toEqual(await print('*{ resize: none !important }'));
});

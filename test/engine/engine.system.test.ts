import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { pidOf } from '../helpers/pid-of.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { findProcesses } from './processes.ts';
import { readPdf } from './read-pdf.ts';
import { engine, test } from './shared-engine.ts';
import { openTestEngine, renderParts } from './test-engine.ts';

let server: Server;
let base: string;

const pages: Record<string, { status?: number; headers?: Record<string, string>; body?: string }> = {
  '/page': { body: '<title>A page</title><p>from an address<img src="/gone.png">' },
  '/gone': { status: 404, body: 'secret words of the error page' },
  '/login': { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } },
  '/to-file': { status: 302, headers: { location: 'file:///etc/passwd' } },
  '/later-gone': { body: '<meta http-equiv="refresh" content="0;url=/gone">' },
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const { status = 200, headers = {}, body } = pages[request.url ?? ''] ?? { status: 404 };
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);

describe('a template that cannot be read', () => {
  test('fails with the error of who was asked for it, first part or not', async () => {
    const away = Object.assign(new Error('the database does not answer'), { code: 'store_unavailable' });
    const loadTemplate = () => Promise.reject(away);
    for (const parts of [{ template: 'a' }, [{ html: 'x' }, { template: 'a' }]])
      await expect(engine.render({ parts }, { account: 'a', loadTemplate })).rejects.toBe(away);
    const bug = new TypeError('x is not a function');
    const failing = engine.render(
      { parts: { template: 'a' } },
      { account: 'a', loadTemplate: () => Promise.reject(bug) },
    );
    await expect(failing).rejects.toMatchObject({ name: 'EngineError', code: 'internal', cause: bug });
  });
});

describe('an html part', () => {
  test('comes out as words on A4, with its own files and fonts from memory', async () => {
    const html = '<link rel="stylesheet" href="css/a%20b.css"><script src="s.js"></script><p>Hällo</p>';
    const assets = {
      'css/a b.css': { type: 'text/css', base64: base64('p::after { content: " styled" }') },
      's.js': { type: 'text/javascript', base64: base64('onload = () => document.body.append("scripted")') },
    };
    const { pdf, pages: count, warnings } = await renderParts(engine, { html, assets });
    const facts = await readPdf(pdf);
    expect(facts.pages).toEqual(['Hällo styled scripted']);
    expect(facts.sizes.map((size) => size.map(Math.round))).toEqual([[595, 842]]);
    expect(count).toBe(1);
    expect(warnings).toEqual([]);
  });

  test('names a missing file as its author wrote it, and fails for it when asked to', async () => {
    const html = '<img src="logo%20big.png"><script>nothing.here</script>';
    const parts = [{ html: 'fine' }, { html }];
    expect((await renderParts(engine, parts)).warnings).toEqual([
      { part: 1, code: 'console_error', detail: 'A script failed: ReferenceError: nothing is not defined' },
      { part: 1, code: 'resource_missing', detail: 'logo%20big.png is not among its files' },
    ]);
    expect(codes((await renderParts(engine, { html }, { on_resource_error: 'ignore' })).warnings)).toEqual([
      'console_error',
    ]);
    await expect(renderParts(engine, parts, { on_resource_error: 'fail' })).rejects.toMatchObject({
      code: 'resource_failed',
      part: 1,
      stage: 'wait',
      detail: expect.stringContaining('logo%20big.png'),
    });
  });

  test('waits for lazy images, fonts, timers of libraries and observers', async () => {
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>x</text></svg>`;
    const html = `<div style="height: 5000px"></div><img loading="lazy" src="square.svg" onload="this.after('lazy')"><p id="box"></p>
      <script>
        new ResizeObserver(() => document.body.append(' resized')).observe(box);
        new IntersectionObserver(() => document.body.append(' intersected')).observe(box);
        requestAnimationFrame(() => document.body.append(' drawn'));
      </script>`;
    const assets = { 'square.svg': { type: 'image/svg+xml', base64: base64(square) } };
    const { pdf } = await renderParts(engine, { html, assets });
    const words = (await readPdf(pdf)).pages.join(' ');
    for (const word of ['lazy', 'resized', 'intersected', 'drawn']) expect(words).toContain(word);
  });

  test('is not stopped by dialogs, popups, printing or a refusal to be left', async () => {
    const html = `<script>
      alert(1); confirm(2); prompt(3); print(); open('https://example.invalid/'); onbeforeunload = () => 'stay';
      document.write('still here');</script>`;
    expect((await readPdf((await renderParts(engine, { html })).pdf)).pages).toEqual(['still here']);
  });

  test('that closes itself is refused, one that stops its own loading is not', async () => {
    const closing = renderParts(engine, { html: '<script>window.close()</script>' }, { wait_for: { delay_ms: 500 } });
    await expect(closing).rejects.toMatchObject({
      code: 'page_failed',
      detail: expect.stringMatching(/closed itself/),
    });
    expect((await renderParts(engine, { html: '<script>window.stop()</script>' })).pages).toBe(1);
  });

  test('that navigates elsewhere is refused', async () => {
    const html = `<script>location = ${JSON.stringify(`${base}/page`)}</script>`;
    await expect(renderParts(engine, { html })).rejects.toMatchObject({ code: 'page_failed' });
  });

  test('reads nothing of this machine', async () => {
    const html =
      '<iframe src="file:///etc/passwd"></iframe><script>fetch("file:///etc/passwd").catch(() => document.write("none"))</script>';
    expect((await readPdf((await renderParts(engine, { html })).pdf)).pages.join()).not.toContain('root:');
  });
});

describe('a url part', () => {
  test('comes out as the page behind the address, named in the short form too', async () => {
    const { pdf, warnings } = await renderParts(engine, `${base}/page`);
    expect((await readPdf(pdf)).pages).toEqual(['from an address']);
    expect(warnings).toEqual([{ part: 0, code: 'resource_missing', detail: `${base}/gone.png answered 404` }]);
  });

  test.each([
    ['/login', 'page_failed', /401/],
    ['/to-file', 'page_failed', /redirects/],
    ['/later-gone', 'page_failed', /404/],
  ])('answered with %s is %s and no blank page', async (path, code, detail) => {
    const failure = await renderParts(engine, `${base}${path}`).catch((error) => error);
    expect(failure).toMatchObject({ code, part: 0, detail: expect.stringMatching(detail) });
    expect(failure.detail).not.toContain('secret');
  });
});

describe('options', () => {
  const print = async (html: string, options: object) => readPdf((await renderParts(engine, { html }, options)).pdf);

  test('decide size, direction and pages', async () => {
    const html = '<p>one<p style="break-before: page">two<p style="break-before: page">three';
    const facts = await print(html, { page_size: 'A5', landscape: true, page_ranges: '2 - 3' });
    expect(facts.pages).toEqual(['two', 'three']);
    expect(facts.sizes[0]?.map(Math.round)).toEqual([595, 420]);
  });

  test('are read from a document that hides its own properties by names, too', async () => {
    const named = ['styleSheets', 'adoptedStyleSheets', 'images', 'fonts', 'evaluate', 'querySelector'];
    const html = `<style>@page { size: 100mm 200mm }</style>${named.map((name) => `<form name=${name}><input></form>`).join('')}x`;
    const { pages, sizes } = await print(html, {});
    expect([pages, sizes[0]?.map(Math.round)]).toEqual([['x'], [283, 567]]);
  });

  test('choose medium, features and whether scripts run', async () => {
    const html = `<style>
      @media screen { p::after { content: ' screen' } } @media print { p::after { content: ' print' } }
      @media (prefers-color-scheme: dark) { p::before { content: 'dark ' } }</style>
      <p>on</p><script>document.body.append('scripted')</script><noscript>unscripted</noscript>`;
    expect((await print(html, {})).pages).toEqual(['on print scripted']);
    const other = { media: 'screen', media_features: { 'prefers-color-scheme': 'dark' }, javascript: false };
    expect((await print(html, other)).pages).toEqual(['dark on screen unscripted']);
  });

  test('of a part override those of the request', async () => {
    const { pdf } = await renderParts(
      engine,
      { html: 'x', options: { page_size: 'A6' } },
      { page_size: 'A3', margin: '1mm' },
    );
    expect(Math.round((await readPdf(pdf)).sizes[0]?.[0] ?? 0)).toBe(298);
  });

  test('wait for a selector, an expression, an idle network or a delay', async () => {
    const later =
      '<script>setTimeout(() => { document.body.innerHTML = "<b id=late>late</b>"; done = true }, 200)</script>early';
    for (const wait_for of [
      { selector: '#late' },
      { expression: 'window.done' },
      { delay_ms: 400 },
      { network_idle: true },
    ]) {
      expect((await print(later, { wait_for })).pages).toEqual(['late']);
    }
  });

  test('that wait for an invalid condition name it', async () => {
    for (const wait_for of [
      { selector: '##' },
      { expression: 'nowhere.to.be.found' },
      { expression: 'Promise.reject(1)' },
    ]) {
      await expect(print('x', { wait_for })).rejects.toMatchObject({
        code: 'wait_failed',
        part: 0,
        stage: 'wait',
        detail: expect.stringMatching(/\S/),
      });
    }
  });
});

describe('the deadline', () => {
  const narrow = openTestEngine({ concurrency: 1, queue: 1 });
  afterAll(() => narrow.close());
  const parts = { html: 'x' };
  const held = { wait_for: { delay_ms: 20_000 } };

  test('counts the time in the queue', async () => {
    const slow = renderParts(narrow, { html: 'slow' }, { wait_for: { delay_ms: 800 } });
    const waiting = renderParts(narrow, { html: 'waiting' }, { timeout_ms: 300 });
    const surplus = renderParts(narrow, { html: 'surplus' });
    await expect(surplus).rejects.toMatchObject({ code: 'queue_full', stage: 'queue' });
    await expect(waiting).rejects.toMatchObject({ code: 'queue_timeout', stage: 'queue' });
    expect((await slow).pages).toBe(1);
    expect(narrow.status()).toMatchObject({ renders: { ok: 1, queue_full: 1, queue_timeout: 1 } });
  });

  test('starts with the slot where the time in the queue has its own bound', async () => {
    const caller = new AbortController();
    const line = { account: 'test', queueMs: 60_000 };
    const holding = narrow.render({ parts, options: held }, { account: 'test', signal: caller.signal });
    const late = narrow.render({ parts, options: { timeout_ms: 60_000 } }, { ...line, queueMs: 1 });
    await expect(late).rejects.toMatchObject({ code: 'queue_timeout', message: expect.stringContaining(' 1 ms ') });
    const impatient = narrow.render({ parts, options: { ...held, timeout_ms: 1 } }, line);
    await waitUntil('it waits', () => narrow.status().waiting === 1);
    expect(narrow.status().running).toBe(1);
    caller.abort();
    await expect(holding).rejects.toMatchObject({ code: 'interrupted' });
    await expect(impatient).rejects.toMatchObject({ code: 'render_timeout' });
    expect((await narrow.render({ parts, options: { timeout_ms: 20_000 } }, line)).pages).toBe(1);
  });

  test('counts those who draw for an editor, and renders, each for itself', async () => {
    const kinds = [{ account: 'a' }, { account: 'a', drawing: true }];
    for (const holder of kinds) {
      const caller = new AbortController();
      const both = [1, 2].map(() => narrow.render({ parts, options: held }, { ...holder, signal: caller.signal }));
      const ends = Promise.allSettled(both);
      await expect(narrow.render({ parts }, holder)).rejects.toMatchObject({ code: 'queue_full' });
      for (const other of kinds.filter((kind) => kind !== holder))
        expect((await narrow.render({ parts }, other)).pages).toBe(1);
      caller.abort();
      const interrupted = { status: 'rejected', reason: expect.objectContaining({ code: 'interrupted' }) };
      expect(await ends).toEqual([interrupted, interrupted]);
      await waitUntil('its slot is free', () => narrow.status().running === 0);
    }
  });

  test('ends when the caller gives up, and the slot is free again', async () => {
    const caller = new AbortController();
    const given = engine.render(
      { parts: { html: '<script>while (1);</script>' } },
      { account: 'a', signal: caller.signal },
    );
    setTimeout(() => caller.abort(), 300);
    await expect(given).rejects.toMatchObject({ code: 'interrupted' });
    expect((await renderParts(engine, { html: 'next' })).pages).toBe(1);
  });
});

describe('what dies under a render is replaced, and the render done again:', () => {
  const mortal = openTestEngine({ renderMemory: 300 * 1024 * 1024 });
  afterAll(() => mortal.close());
  const count = () => ({ restarts: mortal.status().restarts, ok: mortal.status().renders.ok ?? 0 });

  async function renderWhile(kill: (pid: number) => void) {
    await mortal.start();
    const before = count();
    let hits = 0;
    const killer = createServer(({ url }, response) => {
      // The page's own process requests the picture, so it has started.
      if (url === '/') response.setHeader('content-type', 'text/html').end('survived<img src="/picture">');
      else if (++hits === 1) kill(pidOf(mortal.status()));
      else response.end();
    });
    await new Promise<void>((resolve) => killer.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(killer.address() as AddressInfo).port}/`;
    const { pdf } = await renderParts(mortal, address);
    const after = count();
    killer.closeAllConnections();
    killer.close();
    return { words: (await readPdf(pdf)).pages, restarts: after.restarts - before.restarts, ok: after.ok - before.ok };
  }

  test('the browser', async () => {
    const found = await renderWhile((pid) => process.kill(pid, 'SIGKILL'));
    expect(found).toEqual({ words: ['survived'], restarts: 1, ok: 1 });
  });

  test.runIf(process.platform === 'linux')('the process of the page', async () => {
    const found = await renderWhile((pid) => {
      for (const renderer of findProcesses(pid, '--type=renderer')) process.kill(renderer, 'SIGKILL');
    });
    expect(found).toEqual({ words: ['survived'], restarts: 0, ok: 1 });
  });

  test.runIf(process.platform === 'linux')('the network service, each time with one browser', async () => {
    await renderParts(mortal, { html: 'before' });
    const before = count().restarts;
    for (const restarts of [before + 1, before + 2]) {
      // Again, where it died before the engine knew it.
      while (count().restarts < restarts) {
        const [service] = findProcesses(pidOf(mortal.status()), 'network.mojom.NetworkService');
        if (service !== undefined) {
          process.kill(service, 'SIGKILL');
          await waitUntil('it is gone', () => !existsSync(`/proc/${service}`));
        }
        expect((await renderParts(mortal, { html: 'after' })).pages).toBe(1);
      }
      expect(count().restarts).toBe(restarts);
    }
  });

  test('but a page that takes too much memory ends alone', async () => {
    const { restarts } = count();
    const html = '<script>const all = []; setInterval(() => all.push(new Uint8Array(1e8).fill(1)), 10)</script>';
    const rendering = renderParts(mortal, { html }, { wait_for: { selector: '#never' } });
    await expect(rendering).rejects.toMatchObject({ code: 'page_failed', part: 0 });
    expect((await renderParts(mortal, { html: 'next' })).pages).toBe(1);
    expect(count().restarts).toBe(restarts);
  });
});

test('a check renders for real, and a closed engine refuses', async () => {
  const closing = openTestEngine();
  await closing.check();
  expect(closing.status()).toMatchObject({ browser: expect.stringMatching(/Chrome/), running: 0, renders: {} });
  const under = renderParts(closing, { html: '<script>while (1);</script>' });
  const refused = expect(under).rejects.toMatchObject({ code: 'shutting_down' });
  await waitUntil('it runs', () => closing.status().running === 1);
  await closing.close();
  await refused;
  await expect(renderParts(closing, { html: 'x' })).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(closing.check()).rejects.toMatchObject({ code: 'shutting_down' });
});

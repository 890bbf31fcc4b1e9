// The floor of a service: the DevTools pipe spoken directly, a page per core that is kept, and for each document a fresh
// origin that is answered from memory. No library, no checks, nothing cleared, nothing done to the PDF.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from './serve.js';

const profile = mkdtempSync(join(tmpdir(), 'raw-service-'));
const child = spawn(
  process.argv[2],
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    // A page keeps its process from one document to the next: starting one is the dearest part of a document.
    '--renderer-process-limit=1',
    '--disable-features=BackForwardCache,RenderDocument',
    'about:blank',
  ],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
);
process.once('SIGTERM', () => {
  child.once('exit', () => {
    rmSync(profile, { recursive: true, force: true });
    process.exit();
  });
  child.kill('SIGKILL');
});

let rest = [];
let lastId = 0;
const asked = new Map();
const listeners = new Map();
child.stdio[4].on('data', (chunk) => {
  let start = 0;
  for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
    receive(JSON.parse(Buffer.concat([...rest, chunk.subarray(start, end)]).toString()));
    rest = [];
    start = end + 1;
  }
  if (start < chunk.length) rest.push(chunk.subarray(start));
});

function receive({ id, method, params, result, error, sessionId }) {
  if (id === undefined) return listeners.get(`${sessionId} ${method}`)?.(params);
  const { resolve, reject } = asked.get(id);
  asked.delete(id);
  if (error) reject(new Error(error.message));
  else resolve(result);
}

function send(method, params = {}, sessionId = undefined) {
  lastId += 1;
  child.stdio[3].write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
  return new Promise((resolve, reject) => asked.set(lastId, { resolve, reject }));
}

/** Opens a page in its own context, and so in its own process. Gives what prints a document in it. */
async function openPage() {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const on = (method, listener) => listeners.set(`${sessionId} ${method}`, listener);
  const ask = (method, params) => send(method, params, sessionId);
  let body = '';
  on('Fetch.requestPaused', ({ requestId, request }) => {
    const found = new URL(request.url).pathname === '/';
    const responseHeaders = [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }];
    ask('Fetch.fulfillRequest', {
      requestId,
      responseCode: found ? 200 : 404,
      responseHeaders,
      body: found ? body : '',
    });
  });
  await ask('Page.enable');
  await ask('Fetch.enable', { patterns: [{ urlPattern: 'https://*.invalid/*' }] });
  return async (html) => {
    body = Buffer.from(html).toString('base64');
    const loaded = new Promise((resolve) => on('Page.loadEventFired', resolve));
    const address = `https://${randomBytes(12).toString('hex')}.invalid/`;
    await ask('Runtime.evaluate', { expression: `location.replace('${address}')` });
    await loaded;
    const { data } = await ask('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return Buffer.from(data, 'base64');
  };
}

const free = await Promise.all(Array.from({ length: availableParallelism() }, openPage));
const waiting = [];
serve(async ([{ html }]) => {
  const print = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
  try {
    return await print(html);
  } finally {
    const next = waiting.shift();
    if (next) next(print);
    else free.push(print);
  }
});

// The floor: start Chromium, print one document over the DevTools pipe, end. No library, no checks, no sandbox switches.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [browser, input, output] = process.argv.slice(2);
const html = readFileSync(input, 'utf8');
const profile = mkdtempSync(join(tmpdir(), 'raw-'));
const child = spawn(
  browser,
  [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    'about:blank',
  ],
  { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
);
let buffered = '';
let nextId = 0;
const waiting = new Map();
const events = new Map();
child.stdio[4].on('data', (chunk) => {
  const pieces = (buffered + chunk).split('\0');
  buffered = pieces.pop();
  for (const piece of pieces) {
    const message = JSON.parse(piece);
    if (message.id) waiting.get(message.id)(message.result);
    else events.get(message.method)?.();
  }
});
const send = (method, params = {}, sessionId) =>
  new Promise((resolve) => {
    nextId++;
    waiting.set(nextId, resolve);
    child.stdio[3].write(`${JSON.stringify({ id: nextId, method, params, sessionId })}\0`);
  });
const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
await send('Page.enable', {}, sessionId);
const { frameTree } = await send('Page.getFrameTree', {}, sessionId);
const loaded = new Promise((resolve) => events.set('Page.loadEventFired', resolve));
await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, sessionId);
await loaded;
const { data } = await send(
  'Page.printToPDF',
  { printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true, generateDocumentOutline: true },
  sessionId,
);
writeFileSync(output, Buffer.from(data, 'base64'));
child.kill('SIGKILL');
await new Promise((resolve) => child.once('close', resolve));
rmSync(profile, { recursive: true, force: true });

// A child that does what a captured one might try, at the word of the template. It is started like the real one.
import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { buildFrameHead } from '../../../src/children/frames.ts';
import { sendFrame, serveAsChild } from '../../../src/children/serve-as-child.ts';

/** What a request has left in the heap. */
const kept: number[][] = [];

const deeds: Record<string, () => string> = {
  pid: () => String(process.pid),
  environment: () => JSON.stringify({ ...process.env }),
  'write a file': () => String(writeFileSync(new URL('./left-behind', import.meta.url), 'x')),
  'start a process': () => String(spawnSync('true').status),
  'start a thread': () => String(new Worker('0', { eval: true }).threadId),
  'run a string': () => String(new Function('return 1')()),
  'reach a prototype': () => String(Reflect.get({}, '__proto__')),
  hang: () => {
    for (let turn = 0; turn >= 0; turn = (turn + 1) % 2);
    return '';
  },
  leave: () => process.exit(3),
  'fill the heap': () => {
    const held: number[][] = [];
    for (;;) held.push(new Array(100_000).fill(held.length));
  },
  'leave much behind': () => String(kept.push(...takeMuch())),
  'take much': () => String(takeMuch().length),
  flood: () => {
    process.stdout.write(buildFrameHead('text', 3e9));
    return '';
  },
  'say something else': () => {
    sendFrame('findings', [Buffer.from('[]')]);
    return '';
  },
};

/** More than half of the heap that a template has: 8 bytes for each item. */
function takeMuch(): number[][] {
  return Array.from({ length: 8 }, (_, index) => new Array<number>(1_000_000).fill(index));
}

serveAsChild(async ({ template }: { template: string }) => {
  try {
    const [, path] = /^read (.+)/.exec(template) ?? [];
    const answer = path === undefined ? deeds[template]?.() : readFileSync(path, 'utf8');
    sendFrame('text', [Buffer.from(answer ?? template)]);
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    sendFrame('text', [Buffer.from(`refused: ${code ?? name}`)]);
  }
});

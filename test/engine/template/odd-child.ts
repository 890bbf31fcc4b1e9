// A child that does what a captured one might try, at the word of the template. It is started like the real one.
import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { buildFrameHead, buildFrameReader, type FrameKind } from '../../../src/engine/children/frames.ts';

function send(kind: FrameKind, text: string): void {
  const bytes = Buffer.from(text);
  process.stdout.write(buildFrameHead(kind, bytes.length));
  process.stdout.write(bytes);
}

const deeds: Record<string, () => string> = {
  pid: () => String(process.pid),
  environment: () => JSON.stringify({ ...process.env }),
  'read a file': () => readFileSync('/etc/hostname', 'utf8'),
  'read the project': () => readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
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
  flood: () => {
    process.stdout.write(buildFrameHead('text', 3e9));
    return '';
  },
  'say something else': () => {
    send('variables', '[]');
    return '';
  },
};

process.stdin.on(
  'data',
  buildFrameReader({
    most: () => Number.POSITIVE_INFINITY,
    onFrame: ({ bytes }) => {
      const { template } = JSON.parse(bytes.toString()) as { template: string };
      try {
        send('text', deeds[template]?.() ?? template);
      } catch (error) {
        send('text', `refused: ${(error as NodeJS.ErrnoException).code ?? (error as Error).name}`);
      }
    },
    onRefused: () => process.exit(1),
  }),
);
send('ready', '');

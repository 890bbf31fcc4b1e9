import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolder } from '../../../../src/cli/templates/preview/watch-folder.ts';

let folder: string;
let changes: number;
let stop: () => void;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'platen-watch-')), 'watched');
  mkdirSync(join(folder, 'images'), { recursive: true });
  writeFileSync(join(folder, 'content.html'), 'a');
  changes = 0;
});
afterEach(() => {
  stop();
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts to watch, and waits until the watchers listen. */
async function watch(): Promise<void> {
  stop = watchFolder(folder, ['content.html'], () => changes++);
  await sleep(100);
  changes = 0;
}

async function noticed(): Promise<void> {
  for (let look = 0; look < 200 && changes === 0; look++) await sleep(20);
  expect(changes).toBeGreaterThan(0);
  await sleep(200);
  changes = 0;
}

it('notices what happens in the folder and below, also in folders that are new', async () => {
  await watch();
  writeFileSync(join(folder, 'content.html'), 'b');
  await noticed();
  writeFileSync(join(folder, 'images/logo.svg'), '<svg/>');
  await noticed();
  mkdirSync(join(folder, 'fonts'));
  await noticed();
  writeFileSync(join(folder, 'fonts/a.woff2'), 'x');
  await noticed();
});

it('takes a burst of writes for one change', async () => {
  await watch();
  for (let step = 0; step < 10; step++) writeFileSync(join(folder, 'content.html'), `${step}`);
  await sleep(400);
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThan(4);
});

it('goes on after the folder was replaced by another of its name', async () => {
  await watch();
  renameSync(folder, `${folder}-old`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'content.html'), 'new');
  await noticed();
  // Time for the look that finds the folder to be another one.
  await sleep(900);
  changes = 0;
  writeFileSync(join(folder, 'content.html'), 'newer');
  await noticed();
});

it('says nothing after its end', async () => {
  await watch();
  stop();
  writeFileSync(join(folder, 'content.html'), 'b');
  await sleep(200);
  expect(changes).toBe(0);
});

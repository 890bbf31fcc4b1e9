import { type FSWatcher, mkdirSync, mkdtempSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFolder } from '../../../../src/cli/templates/preview/watch-folder.ts';

let home: string;
let folder: string;
let marks: FSWatcher;
let changes: number;
let stop: () => void;
let writes = 0;

const save = (name: string) => writeFileSync(join(folder, name), `${writes++}`);

beforeEach(() => {
  // The waits of what is tested pass when a test lets them pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  home = mkdtempSync(join(tmpdir(), 'platen-watch-'));
  folder = join(home, 'watched');
  mkdirSync(join(folder, 'images'), { recursive: true });
  mkdirSync(join(home, 'marks'));
  marks = watch(join(home, 'marks'));
  save('content.html');
  changes = 0;
});
afterEach(() => {
  stop();
  marks.close();
  vi.useRealTimers();
  rmSync(home, { recursive: true, force: true });
});

/** Waits until all that happened so far was told, and gives the changes since the last time. */
async function settle(): Promise<number> {
  // The system tells this process in order, so what came before this file has been told by then.
  const mark = `${writes++}`;
  const { promise: told, resolve } = Promise.withResolvers<void>();
  const listen = (_event: string, name: string) => {
    if (name === mark) resolve();
  };
  marks.on('change', listen);
  writeFileSync(join(home, 'marks', mark), '');
  await told;
  // The event loop takes all events of files before anything else, and would never end where each leads to the next.
  await setImmediate();
  marks.off('change', listen);
  vi.advanceTimersByTime(150);
  const found = changes;
  changes = 0;
  return found;
}

/** Saves a file, again if need be, until that is noticed: a folder that is new is watched a moment later. */
async function untilNoticed(name: string): Promise<void> {
  await settle();
  do save(name);
  while ((await settle()) === 0);
}

/** Starts to watch, and waits until the watchers listen. */
async function start(): Promise<void> {
  stop = watchFolder(folder, ['content.html'], () => changes++);
  await untilNoticed('first.svg');
}

it('notices what happens in the folder and below, also in folders that are new', async () => {
  await start();
  save('content.html');
  expect(await settle()).toBeGreaterThan(0);
  save('images/logo.svg');
  expect(await settle()).toBeGreaterThan(0);
  mkdirSync(join(folder, 'fonts'));
  expect(await settle()).toBeGreaterThan(0);
  await untilNoticed('fonts/a.woff2');
});

it('takes a burst of writes for one change', async () => {
  await start();
  for (let step = 0; step < 10; step++) save('content.html');
  expect(await settle()).toBe(1);
});

it('goes on after the folder was replaced by another of its name', async () => {
  await start();
  renameSync(folder, `${folder}-old`);
  mkdirSync(folder);
  save('content.html');
  await vi.waitFor(() => expect(changes).toBeGreaterThan(0));
  // A file that is not looked at regularly: only a watcher of the new folder sees it.
  vi.advanceTimersByTime(1000);
  await untilNoticed('other.svg');
});

it('says nothing after its end', async () => {
  await start();
  stop();
  save('content.html');
  expect(await settle()).toBe(0);
});

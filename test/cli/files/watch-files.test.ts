import { type FSWatcher, mkdirSync, mkdtempSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FileWatcher, openFileWatcher } from '../../../src/cli/files/watch-files.ts';

let home: string;
let folder: string;
let marks: FSWatcher;
let changes: number;
let watcher: FileWatcher;
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
  watcher.close();
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
  watcher = openFileWatcher(
    () => changes++,
    (path) => path === join(folder, 'out.pdf'),
  );
  watcher.folder(folder, { deep: true });
  watcher.file(join(folder, 'content.html'));
  await untilNoticed('first.svg');
  // Folders below are listed first.
  await untilNoticed('images/first.svg');
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
  watcher.close();
  save('content.html');
  expect(await settle()).toBe(0);
});

describe('of single files', () => {
  /** Watches two files and nothing else, and waits until the watchers listen. */
  async function startFiles(): Promise<void> {
    watcher = openFileWatcher(() => changes++);
    watcher.file(join(folder, 'content.html'));
    watcher.file(join(folder, 'images/logo.svg'));
    await untilNoticed('content.html');
    await settle();
  }

  it('notices a file that an editor replaces by another one', async () => {
    await startFiles();
    save('content.html~');
    expect(await settle()).toBe(0);
    renameSync(join(folder, 'content.html~'), join(folder, 'content.html'));
    expect(await settle()).toBe(1);
  });

  it('ignores other files of their folders', async () => {
    await startFiles();
    for (const name of ['out.pdf', 'images/other.svg', '.content.html.swp']) save(name);
    expect(await settle()).toBe(0);
  });

  it('notices a missing file that comes, one that vanishes, and its return with its folder', async () => {
    await startFiles();
    save('images/logo.svg');
    expect(await settle()).toBe(1);
    rmSync(join(folder, 'images'), { recursive: true });
    expect(await settle()).toBeGreaterThan(0);
    mkdirSync(join(folder, 'images'));
    save('images/logo.svg');
    vi.advanceTimersByTime(1000);
    expect(await settle()).toBeGreaterThan(0);
    await untilNoticed('images/logo.svg');
  });

  it('forgets those that are no longer read', async () => {
    await startFiles();
    watcher.keep(new Set([join(folder, 'content.html')]), new Set());
    save('images/logo.svg');
    vi.advanceTimersByTime(1000);
    expect(await settle()).toBe(0);
  });
});

it('counts new files of a folder by their ending, and neither hidden ones nor the output', async () => {
  watcher = openFileWatcher(
    () => changes++,
    (path) => path === join(folder, 'out.html'),
  );
  watcher.folder(folder, { deep: false, ending: '.html' });
  await untilNoticed('first.html');
  await settle();
  for (const name of ['notes.txt', '.hidden.html', 'out.html', 'images/below.html']) save(name);
  expect(await settle()).toBe(0);
  save('second.html');
  expect(await settle()).toBe(1);
});

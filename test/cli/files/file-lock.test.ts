import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { LockHeld, takeLock, withLock } from '../../../src/cli/files/file-lock.ts';
import { identifyProcess } from '../../../src/cli/files/process-identity.ts';
import { makeFolder } from '../commands/run-command.ts';

/** The number of a process that no system gives. */
const noProcess = 2 ** 22 + 1;

let folder: string;
let path: string;

beforeEach(() => {
  folder = makeFolder();
  path = join(folder, 'a.lock');
});

const mine = () => ({ pid: process.pid, host: hostname(), identity: identifyProcess(process.pid) });
const write = (holder: object | string) =>
  writeFileSync(path, typeof holder === 'string' ? holder : JSON.stringify(holder));

describe('a lock', () => {
  it('names its process until it is released', async () => {
    const before = process.listenerCount('exit');
    const free = await takeLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(mine());
    await expect(takeLock(path)).rejects.toThrow(new LockHeld(`process ${process.pid} has locked ${path}`));
    await free();
    expect([readdirSync(folder), process.listenerCount('exit')]).toEqual([[], before]);
    await (await takeLock(path))();
  });

  it.each([
    ['a process that has ended', () => ({ ...mine(), pid: noProcess })],
    ['an earlier process of the same number', () => ({ ...mine(), identity: 'another boot 1' })],
  ])('is taken over from %s', async (_whom, holder) => {
    write(holder());
    const free = await takeLock(path);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(mine());
    await free();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['another machine', { ...mine(), host: 'elsewhere' }, 'elsewhere'],
    ['a program that wrote something else', 'no JSON', 'unknown'],
    ['a process without a number', { ...mine(), pid: 0 }, 'unknown'],
    ['a process with half a number', { ...mine(), pid: 1.5 }, 'unknown'],
    ['a process without a machine', { ...mine(), host: 1 }, 'unknown'],
  ])('is taken over from %s once it shows no life', async (_whom, holder, host) => {
    write(holder);
    const watched: string[] = [];
    const free = await takeLock(path, { patienceMs: 20, onWatch: (name) => watched.push(name) });
    expect(watched).toEqual([host]);
    await free();
  });

  it('stays with another machine that shows life', async () => {
    write({ pid: 7, host: 'elsewhere', identity: '' });
    let time = 1;
    const nextTime = () => ++time;
    const onWatch = () => {
      const beat = setInterval(() => utimesSync(path, 1, nextTime()), 2);
      onTestFinished(() => clearInterval(beat));
    };
    await expect(takeLock(path, { patienceMs: 200, onWatch })).rejects.toThrow(
      new LockHeld(`process 7 on elsewhere has locked ${path}`),
    );
  });

  it('is taken over if it stays empty', async () => {
    write('  \n');
    const free = await takeLock(path, { patienceMs: 20, onWatch: () => expect.fail('it belongs to no machine') });
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(mine());
    await free();
  });

  it('shows life while it is held', async () => {
    const free = await takeLock(path, { beatMs: 5 });
    utimesSync(path, 1, 1);
    await expect.poll(() => statSync(path).mtimeMs).toBeGreaterThan(2000);
    await free();
  });

  it('fails as the file system does', async () => {
    await expect(takeLock(join(folder, 'no/a.lock'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('work under a lock', () => {
  const file = () => join(folder, 'a.yaml');

  it('gives what it made, and releases the lock even if it fails', async () => {
    const held = () => existsSync(`${file()}.lock`);
    expect(await withLock(file(), async () => held())).toBe(true);
    expect(held()).toBe(false);
    const failure = new Error('no');
    await expect(withLock(file(), () => Promise.reject(failure))).rejects.toBe(failure);
    expect(held()).toBe(false);
  });

  it('waits for other work on the same file', async () => {
    const order: string[] = [];
    const work = (name: string) =>
      withLock(file(), async () => {
        order.push(`${name} begins`);
        await new Promise(setImmediate);
        order.push(`${name} ends`);
      });
    await Promise.all([work('a'), work('b')]);
    expect(order.map((entry) => entry.slice(2))).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  it('fails as the file system does', async () => {
    await expect(withLock(join(folder, 'no/a'), async () => {})).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('the identity of a process', () => {
  it('is the same each time, and missing for one that does not exist', () => {
    expect(identifyProcess(process.pid)).toBe(identifyProcess(process.pid));
    expect(identifyProcess(noProcess)).toBeUndefined();
  });

  it.skipIf(process.platform !== 'linux')('differs between processes that began at other times', () => {
    expect(identifyProcess(process.pid)).toMatch(/^[0-9a-f-]{36} \d+$/);
    expect(identifyProcess(1)).not.toBe(identifyProcess(process.pid));
  });
});

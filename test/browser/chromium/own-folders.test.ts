import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { abandonFolder, nameOwnFolder, sweepFolders } from '../../../src/browser/chromium/own-folders.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'platen-own-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
});

const make = (name: string) => mkdirSync(join(parent, name));
const host = hostname().replace(/[^\w-]/g, '_');
const hex = (time: bigint) => time.toString(16);

describe('a sweep of folders', () => {
  it('keeps those of this process, but for what it could not remove', async () => {
    const name = nameOwnFolder('a-');
    make(name);
    await sweepFolders(parent, 'a-');
    expect(readdirSync(parent)).toEqual([name]);
    abandonFolder(name);
    await sweepFolders(parent, 'a-');
    expect(readdirSync(parent)).toEqual([]);
  });

  it('keeps those of another thread of this process, which knows nothing of ours', async () => {
    const code = `import { nameOwnFolder } from ${JSON.stringify(new URL('../../../src/browser/chromium/own-folders.ts', import.meta.url).href)};
      import { parentPort } from 'node:worker_threads'; parentPort.postMessage(nameOwnFolder('a-'));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
    const name = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject));
    await worker.terminate();
    make(name);
    await sweepFolders(parent, 'a-');
    expect(readdirSync(parent)).toEqual([name]);
  });

  it('removes those of a process that had the number of this one, or that is gone', async () => {
    const before = process.hrtime.bigint() - BigInt(Math.ceil((process.uptime() + 60) * 1e9));
    make(`a-${host}.${process.pid}.${hex(before)}`);
    make(`a-${host}.${process.pid}.${hex(process.hrtime.bigint() + 10n ** 15n)}`);
    make(`a-${host}.${process.pid}`);
    make(`a-${host}.4194305.${hex(before)}`);
    make(`a-elsewhere.1.${hex(before)}`);
    make(`b-${host}.4194305.${hex(before)}`);
    await sweepFolders(parent, 'a-');
    expect(readdirSync(parent).sort()).toEqual([`a-elsewhere.1.${hex(before)}`, `b-${host}.4194305.${hex(before)}`]);
  });
});

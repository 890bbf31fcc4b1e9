import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { removeOldFolders } from '../../../../src/browser/chromium/unpack/old-folders.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'platen-old-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
});

const day = 24 * 3600;
const name = (digit: number) => `1.2-${String(digit).repeat(16)}`;

/** Makes a folder, or a file, that was used some seconds ago. */
function make(folder: string, seconds: number, isFile = false): string {
  const path = join(parent, folder);
  if (isFile) writeFileSync(path, '');
  else {
    mkdirSync(path);
    writeFileSync(join(path, 'program'), '');
  }
  const then = Date.now() / 1000 - seconds;
  utimesSync(path, then, then);
  return path;
}

describe('unpacked folders', () => {
  it('are removed once they have not been used for 30 days', async () => {
    make(name(1), 30 * day + 60);
    make(name(2), 30 * day - 60);
    await removeOldFolders(parent, undefined);
    expect(readdirSync(parent)).toEqual([name(2)]);
  });

  it('are kept if they are the present one, of another name, or no folders', async () => {
    const current = make(name(1), 99 * day);
    make('other', 99 * day);
    make(name(2), 99 * day, true);
    make(name(3), 99 * day);
    await removeOldFolders(parent, current);
    expect(readdirSync(parent).sort()).toEqual([name(1), name(2), 'other'].sort());
  });

  it('are not looked for in a folder that is not there', async () => {
    expect(await removeOldFolders(join(parent, 'none'), undefined)).toBeUndefined();
  });
});

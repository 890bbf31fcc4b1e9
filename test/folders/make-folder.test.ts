import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/folders/index.ts';
import { listSources } from '../helpers/read-imports.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'make-folder-'));
});

afterEach(() => rmSync(home, { recursive: true }));

describe('a folder of the user', () => {
  it('is made with those above it, and the first that was made is returned', () => {
    const folder = join(home, 'a', 'b', 'c');
    expect(makeFolder(folder, 0o700)).toBe(join(home, 'a'));
    for (const made of [folder, join(home, 'a', 'b'), join(home, 'a')]) expect(statSync(made).mode & 0o777).toBe(0o700);
    expect(makeFolder(join(folder, 'd', 'e'))).toBe(join(folder, 'd'));
  });

  it('stays as it is where it is there, also behind a link', () => {
    const link = join(home, 'link');
    symlinkSync(home, link);
    for (const there of [home, link, '.', '/']) expect(makeFolder(there)).toBeUndefined();
  });

  it('is refused where a file or a link to nothing lies', () => {
    writeFileSync(join(home, 'file'), '');
    symlinkSync(join(home, 'nothing'), join(home, 'dangling'));
    expect(() => makeFolder(join(home, 'file'))).toThrow('EEXIST');
    expect(() => makeFolder(join(home, 'file', 'below'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(home, 'dangling'))).toThrow('EEXIST');
  });

  it.runIf(process.platform === 'linux')('is refused by name below /proc, which Node itself tries for ever', () => {
    const refused = expect.objectContaining({ path: expect.stringMatching(/^\/proc\/nothing$/) });
    expect(() => makeFolder('/proc/nothing')).toThrow(refused);
    expect(() => makeFolder('/proc/nothing/at/all')).toThrow(refused);
  });
});

it('is the only way in which platen makes folders above others', () => {
  const source = join(import.meta.dirname, '../../src');
  const recursive = /mkdir(?:Sync)?\([^;]*recursive/;
  const offenders = listSources(source).filter((path) => recursive.test(readFileSync(join(source, path), 'utf8')));
  expect(offenders).toEqual([]);
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBelowRoot, findTarget } from '../../../src/cli/mcp/inside-root.ts';

let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'platen-root-')));
  root = join(base, 'root');
  mkdirSync(join(root, 'sub'), { recursive: true });
  mkdirSync(join(root, '..own'));
  for (const file of ['root/a.html', 'root/..own/b.html', 'secret', 'rooted'].map((name) => join(base, name)))
    writeFileSync(file, '');
  symlinkSync(join(base, 'secret'), join(root, 'leak'));
  symlinkSync(base, join(root, 'up'));
  symlinkSync(join(root, 'a.html'), join(root, 'link.html'));
});

afterAll(() => rmSync(base, { recursive: true }));

describe('a file to read', () => {
  it.each([
    ['a.html', 'a.html'],
    ['sub/../a.html', 'a.html'],
    ['link.html', 'a.html'],
    ['..own/b.html', '..own/b.html'],
    ['sub', 'sub'],
  ])('is found below the root: %s', async (path, real) => {
    expect(await findBelowRoot(root, path)).toBe(join(root, real));
    expect(await findBelowRoot(root, join(root, path))).toBe(join(root, real));
  });

  it('may be the root itself', async () => {
    expect(await findBelowRoot(root, '.')).toBe(root);
  });

  it.each(['..', '../secret', '../rooted', 'leak', 'up', 'up/secret', '/etc/hosts'])(
    'is refused outside of the root: %s',
    async (path) => {
      await expect(findBelowRoot(root, path)).rejects.toMatchObject({
        code: 'usage',
        message: `${path} is outside of the folder of this server`,
      });
    },
  );

  it.each(['missing', 'a.html/x'])('is missing: %s', async (path) => {
    await expect(findBelowRoot(root, path)).rejects.toMatchObject({
      code: 'input_missing',
      fix: `paths start at ${root}`,
    });
  });

  it('has no null character in its path', async () => {
    await expect(findBelowRoot(root, 'a\0b')).rejects.toThrow('a path contains a null character');
  });

  it('that cannot be looked up is no missing file', async () => {
    await expect(findBelowRoot(root, 'x'.repeat(300))).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
  });
});

describe('a file to write', () => {
  it.each(['new.pdf', 'a.html', 'sub/new.pdf'])('may be %s', async (path) => {
    expect(await findTarget(root, path)).toBe(join(root, path));
  });

  it.each(['sub', 'link.html', 'leak'])('is no folder and no link: %s', async (path) => {
    await expect(findTarget(root, path)).rejects.toMatchObject({
      code: 'usage',
      message: `${path} is not a regular file`,
    });
  });

  it.each(['../new.pdf', 'up/new.pdf'])('is refused outside of the root: %s', async (path) => {
    await expect(findTarget(root, path)).rejects.toThrow('is outside of the folder of this server');
  });

  it('needs its folder', async () => {
    await expect(findTarget(root, 'missing/new.pdf')).rejects.toThrow('there is no file or folder missing');
  });
});

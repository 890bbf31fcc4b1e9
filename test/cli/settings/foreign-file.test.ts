import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findForeignTarget, foreignFileError } from '../../../src/cli/settings/foreign-file.ts';

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'platen-foreign-')));
  for (const folder of ['one/.git', 'one/sub', 'two/.git', 'plain/sub'])
    mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['one/real', 'two/real', 'plain/real', 'plain/sub/real']) writeFileSync(join(root, file), '');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('the file of a project that a link leads to', () => {
  const find = (link: string, target: string, home = '/home/nobody') => {
    symlinkSync(join(root, target), join(root, link));
    const found = findForeignTarget(join(root, link), home);
    return found?.slice(root.length + 1);
  };

  it.each([
    ['one/sub/link', 'one/real', undefined],
    ['one/link', 'two/real', 'two/real'],
    ['one/link', 'plain/real', 'plain/real'],
    ['plain/link', 'plain/real', undefined],
    ['plain/link', 'plain/sub/real', 'plain/sub/real'],
  ])('from %s to %s is foreign: %s', (link, target, foreign) => {
    expect(find(link, target)).toBe(foreign);
  });

  it('is foreign in another folder of a repository that includes the home', () => {
    expect(find('one/sub/link', 'one/real', join(root, 'one'))).toBe('one/real');
    expect(find('one/sub/other', 'one/real', join(root, 'one/home'))).toBe('one/real');
    expect(find('one/sub/third', 'one/real', join(root, 'one-home'))).toBeUndefined();
  });
});

it('a file that is no link belongs to its project, unless it has a second name', () => {
  const path = join(root, 'one/real');
  expect(findForeignTarget(path, '/home/nobody')).toBeUndefined();
  linkSync(path, join(root, 'one/second'));
  expect(findForeignTarget(path, '/home/nobody')).toBe(path);
});

it.each([
  ['/a/.env', 'a file with several hard links'],
  ['/b/.env', 'a link to /b/.env, outside of the project'],
])('the error of a file of another project says why nothing is shown: %s', (target, what) => {
  expect(foreignFileError('/a/.env', target)).toMatchObject({
    code: 'config_invalid',
    why: `it is ${what}, so nothing of its content is shown`,
    fix: 'move /a/.env away',
  });
});

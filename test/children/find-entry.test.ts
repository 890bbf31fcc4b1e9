import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findChildEntry } from '../../src/children/find-entry.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'platen-entry-')));
const makeFile = (...path: string[]) => {
  mkdirSync(join(root, ...path.slice(0, -1)), { recursive: true });
  writeFileSync(join(root, ...path), '');
  return pathToFileURL(join(root, ...path)).href;
};
const program = { name: 'some-child', packages: ['some-package'] };

afterAll(() => rmSync(root, { recursive: true, force: true }));

test('in the sources the program lies beside the file that starts it', () => {
  const from = makeFile('source', 'starter.ts');
  makeFile('source', 'some-child.ts');
  expect(findChildEntry({ ...program, from }).file).toBe(join(root, 'source', 'some-child.ts'));
});

test('in the bundle it lies beside the entry or above the chunk that starts it', () => {
  const entry = makeFile('bundle', 'starter.js');
  const chunk = makeFile('bundle', 'chunks', 'starter-abc.js');
  makeFile('bundle', 'some-child.js');
  for (const from of [entry, chunk]) {
    const found = findChildEntry({ ...program, from });
    expect(found.file).toBe(join(root, 'bundle', 'some-child.js'));
    expect(found.readable).toContain(join(root, 'bundle'));
    expect(found.readable).not.toContain(root);
  }
});

test('a package may be read where it is linked and where it is', () => {
  const from = makeFile('linked', 'dist', 'starter.js');
  makeFile('linked', 'dist', 'some-child.js');
  makeFile('elsewhere', 'node_modules', 'some-package', 'index.js');
  mkdirSync(join(root, 'linked', 'node_modules'));
  symlinkSync(join(root, 'elsewhere/node_modules/some-package'), join(root, 'linked/node_modules/some-package'), 'dir');
  const { readable } = findChildEntry({ ...program, from });
  expect(readable).toContain(join(root, 'linked', 'node_modules', 'some-package'));
  expect(readable).toContain(join(root, 'elsewhere', 'node_modules', 'some-package'));
  expect(readable).not.toContain(join(root, 'linked', 'node_modules'));
  const deep = findChildEntry({ ...program, from, deep: true });
  expect(deep.readable).toContain(join(root, 'elsewhere', 'node_modules'));
});

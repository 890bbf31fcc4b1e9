import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTests, readImporters } from '../../../scripts/mutants/find-tests.ts';

const root = join(import.meta.dirname, '../../..');

describe('the tests of a source', () => {
  it('are first those that mirror it, then those that import it, those one step away, and those around', () => {
    const tests = [
      'test/a/around.test.ts',
      'test/a/part.more.test.ts',
      'test/a/part.test.ts',
      'test/a/whole.test.ts',
      'test/b/near.test.ts',
      'test/c/far.test.ts',
      'test/d/no.test.ts',
    ];
    const importers = new Map([
      ['src/a/part.ts', ['src/a/whole.ts', 'src/a/index.ts', 'test/b/near.test.ts', 'test/helpers/make.ts']],
      ['src/a/whole.ts', ['test/c/far.test.ts']],
      ['src/a/index.ts', ['test/d/no.test.ts']],
    ]);
    expect(findTests('src/a/part.ts', tests, importers)).toEqual([
      'test/a/part.test.ts',
      'test/b/near.test.ts',
      'test/a/whole.test.ts',
      'test/c/far.test.ts',
      'test/a/around.test.ts',
      'test/a/part.more.test.ts',
    ]);
  });

  it('are those that render pages for what runs inside a page, first of a folder of the same name', () => {
    const tests = [
      'test/engine/page/load/load.system.test.ts',
      'test/engine/page/notes/place.system.test.ts',
      'test/engine/page/notes/quick.test.ts',
      'test/pdf/other.test.ts',
    ];
    expect(findTests('src/injected/notes/prepare.ts', tests, new Map())).toEqual([
      'test/engine/page/notes/place.system.test.ts',
      'test/engine/page/load/load.system.test.ts',
    ]);
  });

  it('are those of its module at last', () => {
    const tests = ['test/a/other/far.test.ts', 'test/a/part/deep.test.ts', 'test/b/else.test.ts'];
    expect(findTests('src/a/part/place.ts', tests, new Map())).toEqual([
      'test/a/part/deep.test.ts',
      'test/a/other/far.test.ts',
    ]);
  });

  it('that start something come last, first those of its module', () => {
    const tests = ['test/a/whole.slow.test.ts', 'test/b/user.system.test.ts', 'test/b/user.test.ts'];
    const importers = new Map([['src/a/part.ts', ['test/b/user.system.test.ts', 'test/b/user.test.ts']]]);
    expect(findTests('src/a/part.ts', tests, importers)).toEqual([
      'test/b/user.test.ts',
      'test/a/whole.slow.test.ts',
      'test/b/user.system.test.ts',
    ]);
  });

  it('are at most 16 of those that start something', () => {
    const tests = ['system.', ''].flatMap((kind) =>
      Array.from({ length: 30 }, (_, at) => `test/a/t${at}.${kind}test.ts`),
    );
    const found = findTests('src/b/part.ts', tests, new Map([['src/b/part.ts', tests]]));
    expect([found.length, found.filter((test) => test.includes('system')).length]).toEqual([46, 16]);
  });

  it('are found by the imports of this repository, also through an entry point', () => {
    const importers = readImporters(root);
    expect(importers.get('src/pdf/merge/outline.ts')).toContain('src/pdf/merge/merge.ts');
    // It is started by its name.
    expect(importers.get('src/markup/template/liquid-child.ts')).toEqual(['src/markup/template/template-renderer.ts']);
    // From src/contract/index.ts.
    expect(importers.get('src/contract/errors.ts')).toContain('test/contract/errors.test.ts');
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findTests, readImporters } from '../../../scripts/mutants/find-tests.ts';

const root = join(import.meta.dirname, '../../..');

describe('the tests of a source', () => {
  it('are first those that mirror it, then those that import it, then those one step away', () => {
    const tests = [
      'test/a/part.test.ts',
      'test/a/part.more.test.ts',
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
      'test/a/part.more.test.ts',
      'test/b/near.test.ts',
      'test/c/far.test.ts',
    ]);
  });

  it('are those of a folder of the same name if nothing imports it', () => {
    const tests = ['test/engine/page/notes/place.test.ts', 'test/pdf/other.test.ts'];
    expect(findTests('src/injected/notes/prepare.ts', tests, new Map())).toEqual([
      'test/engine/page/notes/place.test.ts',
    ]);
  });

  it('are at most twelve', () => {
    const tests = Array.from({ length: 30 }, (_, at) => `test/a/t${at}.test.ts`);
    expect(findTests('src/b/part.ts', tests, new Map([['src/b/part.ts', tests]]))).toHaveLength(12);
  });

  it('know the imports of this repository', () => {
    const importers = readImporters(root);
    expect(importers.get('scripts/mutants/find-tests.ts')).toBeUndefined();
    expect(importers.get('src/pdf/merge/outline.ts')).toContain('src/pdf/merge/merge.ts');
  });
});

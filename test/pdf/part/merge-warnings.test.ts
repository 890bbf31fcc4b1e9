import { describe, expect, it } from 'vitest';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';

describe('warnings of a merge', () => {
  it('are listed once, by part and in the order of their first', () => {
    const warnings = new MergeWarnings();
    warnings.add(1, 'pdf_repaired', 'one');
    warnings.add(0, 'link_dropped', 'two');
    warnings.add(1, 'pdf_repaired', 'three');
    warnings.add(1, 'pdf_repaired', 'one');
    expect(warnings.list()).toEqual([
      { part: 1, code: 'pdf_repaired', detail: 'one' },
      { part: 1, code: 'pdf_repaired', detail: 'three' },
      { part: 0, code: 'link_dropped', detail: 'two' },
    ]);
  });

  it('have no control characters, and 300 characters at most', () => {
    const warnings = new MergeWarnings();
    warnings.add(0, 'pdf_repaired', 'a\0\x1fb\x7f\x9fc\xa0d');
    warnings.add(0, 'pdf_repaired', 'x'.repeat(301));
    expect(warnings.list().map(({ detail }) => detail)).toEqual(['a b c\xa0d', 'x'.repeat(300)]);
  });

  it.each([
    [10, []],
    [11, ['… and 1 more like these (pdf_repaired)']],
    [25, ['… and 15 more like these (pdf_repaired)']],
  ])('are ten of a kind, and more are counted: %i', (count, more) => {
    const warnings = new MergeWarnings();
    for (let at = 0; at < count; at++) warnings.add(2, 'pdf_repaired', `${at}`);
    const details = warnings.list().map(({ detail }) => detail);
    expect(details).toEqual([...Array.from({ length: 10 }, (_, at) => `${at}`), ...more]);
  });

  it('count the objects that were repaired alike', () => {
    const warnings = new MergeWarnings();
    for (const change of ['one', 'two', 'one', 'one']) warnings.countRepair(4, change);
    expect(warnings.list()).toEqual([
      { part: 4, code: 'conformance_repaired', detail: 'one (3)' },
      { part: 4, code: 'conformance_repaired', detail: 'two (1)' },
    ]);
  });
});

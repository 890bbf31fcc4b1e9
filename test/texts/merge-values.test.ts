import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeValues } from '../../src/texts/index.ts';

const anyObject = fc.dictionary(fc.string({ maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 });

describe('a merge of JSON objects', () => {
  it('takes what one side changed, and the same change of both sides once', () => {
    fc.assert(
      fc.property(anyObject, anyObject, (base, changed) => {
        for (const [mine, theirs] of [
          [base, changed],
          [changed, base],
          [changed, changed],
        ] as const) {
          const merge = mergeValues(base, mine, theirs);
          expect(merge.conflicts).toEqual([]);
          expect(merge.resolve([])).toEqual(changed);
        }
      }),
    );
  });

  it('takes fields that each side added, changed and deleted', () => {
    const base = { title: 'A', lines: [{ price: 1 }, { price: 2 }], old: 1, deep: { a: 1, b: 2 } };
    const mine = { title: 'Mine', lines: [{ price: 9 }, { price: 2 }], deep: { a: 1, b: 2, c: 3 }, added: true };
    const theirs = { title: 'A', lines: [{ price: 1 }, { price: 8 }], old: 1, deep: { b: 2 }, theirs: null };
    const merge = mergeValues(base, mine, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(merge.resolve([])).toEqual({
      title: 'Mine',
      lines: [{ price: 9 }, { price: 8 }],
      deep: { b: 2, c: 3 },
      added: true,
      theirs: null,
    });
  });

  it('names the field of a conflict', () => {
    const base = { 'a/b': { x: 1 }, list: [1], gone: 1 };
    const merge = mergeValues(base, { 'a/b': { x: 2 }, list: [1, 2] }, { 'a/b': { x: 3 }, list: [0, 1], gone: 2 });
    expect(merge.conflicts).toEqual([
      { pointer: '/a~1b/x', base: 1, mine: 2, theirs: 3 },
      { pointer: '/list', base: [1], mine: [1, 2], theirs: [0, 1] },
      { pointer: '/gone', base: 1, mine: undefined, theirs: 2 },
    ]);
    expect(merge.resolve(['theirs', 'mine', 'mine'])).toEqual({ 'a/b': { x: 3 }, list: [1, 2] });
    expect(merge.resolve(['mine', 'theirs', 'theirs'])).toEqual({ 'a/b': { x: 2 }, list: [0, 1], gone: 2 });
  });

  it('takes another order of keys for no change', () => {
    const merge = mergeValues({ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1, b: 3 });
    expect(JSON.stringify(merge.resolve([]))).toBe('{"b":3,"a":1}');
  });

  it('keeps names that every object inherits', () => {
    const theirs = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    const merge = mergeValues({}, { toString: 3 }, theirs);
    expect(merge.conflicts).toEqual([]);
    expect(JSON.stringify(merge.resolve([]))).toBe('{"toString":3,"__proto__":{"x":1},"constructor":2}');
  });

  it('shows every difference if the base is not known', () => {
    const merge = mergeValues(undefined, { a: 1, b: 2 }, { a: 1, c: 3 });
    expect(merge.conflicts.map(({ pointer }) => pointer)).toEqual(['/b', '/c']);
    expect(merge.resolve(['mine', 'theirs'])).toEqual({ a: 1, b: 2, c: 3 });
  });
});

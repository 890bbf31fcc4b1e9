import { describe, expect, it } from 'vitest';
import { asArray, asDict, asNumber, buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';
import {
  buildNameTree,
  buildNumberTree,
  findFreeName,
  readNameTree,
  readNumberTree,
} from '../../../src/pdf/objects/trees.ts';

/** The entries of a tree for which a reader opens only the nodes with a key between their limits (ISO 32000-2, 7.9.7). */
function lookUp(node: PdfObject, key: number): PdfObject | undefined {
  const dict = asDict(node);
  const leaves = asArray(dict?.get('Nums'));
  const at = leaves.findIndex((each, index) => index % 2 === 0 && asNumber(each) === key);
  if (at >= 0) return leaves[at + 1];
  for (const kid of asArray(dict?.get('Kids'))) {
    const [least = 0, greatest = -1] = asArray(asDict(kid)?.get('Limits')).map((limit) => asNumber(limit));
    if (key >= least && key <= greatest) return lookUp(kid, key);
  }
  return undefined;
}

describe('a tree of numbers', () => {
  it.each([0, 1, 64, 65, 64 * 64, 64 * 64 + 1])('has each of %i entries where a reader looks for it', (count) => {
    const entries = Array.from({ length: count }, (_, index): [number, PdfObject] => [index * 2, index]);
    const tree = buildNumberTree(entries);
    expect(readNumberTree(tree)).toEqual(entries);
    for (const at of [0, 63, 64, count - 1].filter((each) => each >= 0 && each < count))
      expect(lookUp(tree, at * 2)).toBe(at);
    expect(lookUp(tree, 1)).toBeUndefined();
    expect(asDict(tree)?.has('Limits')).toBe(false);
    expect(asDict(tree)?.has('Kids')).toBe(count > 64);
  });

  it('is read without what is no key, a key without a value, and rings', () => {
    const ring = buildDict({ Nums: [1, 'one', 2.5, 'no', 'x', 'no', 2, 'two', 3] });
    ring.set('Kids', [ring, buildDict({ Nums: [4, 'four'] }), buildDict({ Nums: [5, 'five'] })]);
    expect(readNumberTree(ring)).toEqual([
      [1, 'one'],
      [2, 'two'],
      [4, 'four'],
      [5, 'five'],
    ]);
  });
});

describe('a tree of names', () => {
  it('is sorted by bytes', () => {
    const names = ['b', 'a', 'B', 'ä', 'aa'];
    const tree = buildNameTree(names.map((name) => [name, name]));
    expect(readNameTree(tree).map(([name]) => name)).toEqual(['B', 'a', 'aa', 'b', 'ä']);
  });

  it('is read without what is no name', () => {
    const tree = buildDict({ Names: [1, 'no', new PdfString('a'), 'yes', 'b', 'no'] });
    expect(readNameTree(tree)).toEqual([['a', 'yes']]);
  });

  it('has nothing if it is not there', () => {
    expect(readNameTree(undefined)).toEqual([]);
  });
});

it.each([
  ['x', [], 'x'],
  ['x', ['x'], 'x-2'],
  ['x', ['x', 'x-2', 'x-3'], 'x-4'],
])('%s beside %j gets the name %s in the second part', (name, taken, free) => {
  expect(findFreeName(name, 1, (each) => taken.includes(each))).toBe(free);
});

import { describe, expect, it } from 'vitest';
import { joinPages } from '../../../src/pdf/merge/pages.ts';
import { asArray, asDict, buildDict, type PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects/objects.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';

const open = (pages: PdfRef[], foreign = false) => ({ pages, part: { foreign } }) as unknown as OpenPart;
const build = (count: number) => Array.from({ length: count }, () => new PdfRef(buildDict({ Type: 'Page' })));

/** The numbers of pages in the nodes of each level of a tree, and its pages in order. */
function describeTree(root: PdfRef) {
  const levels: number[][] = [];
  const pages: PdfRef[] = [];
  const read = (node: PdfRef, depth: number, parent?: PdfRef) => {
    const dict = asDict(node) as PdfDict;
    expect(dict.get('Parent')).toBe(parent);
    if (dict.get('Type') === 'Page') {
      pages.push(node);
      return;
    }
    levels[depth] = [...(levels[depth] ?? []), dict.get('Count') as number];
    for (const kid of asArray(dict.get('Kids'))) read(kid as PdfRef, depth + 1, node);
  };
  read(root, 0);
  return { levels, pages };
}

describe('the pages of all parts', () => {
  it.each<[number, number[][]]>([
    [1, [[1]]],
    [32, [[32]]],
    [33, [[33], [32, 1]]],
    [70, [[70], [32, 32, 6]]],
  ])('are a tree of %i pages with at most 32 in each node', (count, levels) => {
    const all = build(count);
    const found = describeTree(joinPages([open(all.slice(0, 1)), open(all.slice(1))]));
    expect(found.levels).toEqual(levels);
    expect(found.pages.every((page, index) => page === all[index])).toBe(true);
  });

  it('are a tree of several levels', () => {
    expect(describeTree(joinPages([open(build(1025))])).levels.map((level) => level.length)).toEqual([1, 2, 33]);
  });

  it.each<[string, Record<string, PdfObject>, boolean, Record<string, PdfObject>]>([
    ['gets what it must have', {}, false, { Type: 'Page', MediaBox: [0, 0, 612, 792], Resources: new Map() }],
    [
      'keeps its own entries if it was printed',
      { MediaBox: [0, 0, 9, 9], Resources: buildDict({ Font: 1 }), Mine: 1, Rotate: 90 },
      false,
      { Type: 'Page', MediaBox: [0, 0, 9, 9], Resources: buildDict({ Font: 1 }), Mine: 1, Rotate: 90 },
    ],
    [
      'loses entries of other programs',
      { MediaBox: [0, 0, 9, 9], Resources: new Map(), Mine: 1, Rotate: 90, Thumb: 1 },
      true,
      { Type: 'Page', MediaBox: [0, 0, 9, 9], Resources: new Map(), Rotate: 90 },
    ],
    [
      'has a size if its own is empty',
      { MediaBox: [0, 0, 0, 9], Resources: new Map() },
      true,
      { Type: 'Page', MediaBox: [0, 0, 612, 792], Resources: new Map() },
    ],
  ])('each %s', (_, entries, foreign, expected) => {
    const page = new PdfRef(buildDict(entries));
    joinPages([open([page], foreign)]);
    const { Parent, ...rest } = Object.fromEntries(asDict(page) ?? []);
    expect(Parent).toBeInstanceOf(PdfRef);
    expect(rest).toEqual(expected);
  });
});

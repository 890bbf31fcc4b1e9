import { describe, expect, it } from 'vitest';
import { asDict, asString, buildDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import { buildNameTree, readNameTree } from '../../../../src/pdf/objects/trees.ts';
import { Destinations, findTop, listPlaces, readFragment } from '../../../../src/pdf/part/links/destinations.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';

const pages = [0, 1, 2].map(() => new PdfRef(buildDict({ Type: 'Page', MediaBox: [10, 20, 110, 220] })));
const [first, second] = pages as [PdfRef, PdfRef];
const at = (page: PdfObject): PdfObject => [page, 'Fit'];

/** A part with names for places; the old way to name them is a dictionary of the catalog. */
function part(
  places: Record<string, PdfObject>,
  { foreign = true, index = 0, old = {}, kept = [0, 1, 2] } = {},
): OpenPart {
  const Names = buildDict({ Dests: buildNameTree(Object.entries(places)) });
  return {
    index,
    part: { foreign },
    pages,
    kept,
    catalog: buildDict({ Names, Dests: buildDict(old) }),
  } as unknown as OpenPart;
}

const name = (found: unknown) => (found instanceof PdfString ? found.bytes : found);

describe('the places of a part', () => {
  it('have names in a tree, and in a dictionary before it', () => {
    const places = listPlaces(part({ tree: at(second) }, { old: { old: at(first) } }));
    expect(places).toEqual([
      ['old', at(first)],
      ['tree', at(second)],
    ]);
  });

  it.each<[string, PdfObject, PdfObject[] | undefined]>([
    ['a page and a view', [first, 'XYZ', 1, 2, 0], [first, 'XYZ', 1, 2, 0]],
    ['a page alone', [first], [first]],
    ['a dictionary', buildDict({ D: at(first) }), [first, 'Fit']],
    ['the index of a page', [1, 'Fit'], [second, 'Fit']],
    ['the index of a page that is not there', [9, 'Fit'], undefined],
    ['five entries of a view at most', [first, 'FitR', 1, 2, 3, 4, 5], [first, 'FitR', 1, 2, 3, 4]],
    [
      'null for what is neither a name nor a number',
      [first, 'XYZ', null, new PdfString('x'), new PdfRef(7)],
      [first, 'XYZ', null, null, 7],
    ],
    ['no page', [new PdfRef(buildDict({ Type: 'Pages' })), 'Fit'], undefined],
    ['a page that is gone', [new PdfRef(null), 'Fit'], undefined],
    ['nothing', null, undefined],
  ])('are %s', (_what, written, expected) => {
    expect(listPlaces(part({ a: written })).map(([, place]) => place)).toEqual(
      expected === undefined ? [] : [expected],
    );
  });

  it('by the index of a page mean the pages of the file', () => {
    expect(listPlaces(part({ a: [5, 'Fit'], b: [0, 'Fit'] }, { kept: [4, 5, 6] }))).toEqual([['a', [second, 'Fit']]]);
  });

  it('of ours are named by fragments of addresses', () => {
    expect(listPlaces(part({ 'a%20b': at(first) }, { foreign: false }))).toEqual([['a b', at(first)]]);
    expect(listPlaces(part({ 'a%20b': at(first) }))).toEqual([['a%20b', at(first)]]);
    expect([readFragment('%C3%A9'), readFragment('%zz')]).toEqual(['\xc3\xa9', '%zz']);
  });
});

describe('the places of all parts', () => {
  const one = part({ a: at(first), b: at(second) }, { old: { a: at(second) } });
  const other = part({ a: at(second), c: at(first), 'platen-place-1': at(first) }, { index: 1 });
  const ours = part({ a: at(first), 'platen-place-2': at(first), top: at(second) }, { index: 2, foreign: false });
  const all = new Destinations([one, other, ours]);

  it('each have a different name, and the first of a name counts in its part', () => {
    const tree = readNameTree(all.build()).map(([key, place]) => [key, place]);
    expect(tree).toEqual([
      ['a', at(second)],
      ['a-2', at(second)],
      ['a-3', at(first)],
      ['b', at(second)],
      ['c', at(first)],
      ['platen-place-1', at(first)],
      ['top', at(second)],
    ]);
    expect(all.findPlace('a-2')).toEqual(at(second));
    expect(all.findPlace('d')).toBeUndefined();
  });

  it('may be adapted as they are written', () => {
    const [entry] = readNameTree(all.build(() => 'adapted'));
    expect(entry).toEqual(['a', 'adapted']);
  });

  it('need no tree if there are none', () => {
    expect(new Destinations([part({})]).build()).toBeUndefined();
  });

  it.each<[string, OpenPart, PdfObject | undefined, unknown]>([
    ['its name', one, new PdfString('a'), 'a'],
    ['its name in another part', other, new PdfString('a'), 'a-2'],
    ['a name as old files write it', other, 'c', 'c'],
    ['a name that only another part has', one, new PdfString('c'), undefined],
    ['a place', one, [first, 'Fit'], [first, 'Fit']],
    ['nothing', one, undefined, undefined],
    ['no name', one, new PdfString(''), undefined],
    ['a name in a page of ours', ours, new PdfString('a'), 'a-3'],
    ['a name that only a PDF has, in a page of ours', ours, new PdfString('b'), undefined],
    ['the top in a page of ours that names it', ours, new PdfString('top'), 'top'],
    ['the top in a page of ours', ours, new PdfString('TOP'), [first, 'XYZ', 10, 220, 0]],
    ['no name in a page of ours', ours, new PdfString(''), [first, 'XYZ', 10, 220, 0]],
  ])('are found by %s', (_what, from, written, expected) => {
    expect(name(all.find(from, written))).toEqual(expected);
  });

  it('of ours are found from other pages of ours', () => {
    const next = part({ d: at(first) }, { index: 3, foreign: false });
    const both = new Destinations([one, ours, next]);
    expect(name(both.find(ours, new PdfString('d')))).toBe('d');
    expect(asString(both.findElsewhere('top'))).toBe('top');
    expect(both.findElsewhere('b')).toBeUndefined();
  });

  it('may have an empty name, which viewers refuse', () => {
    const empty = part({ '': at(second) });
    const found = new Destinations([empty]);
    expect(found.find(empty, new PdfString(''))).toEqual(at(second));
    expect(found.build()).toBeUndefined();
  });

  it('begin at the upper left corner of a page', () => {
    expect(findTop(second)).toEqual([second, 'XYZ', 10, 220, 0]);
    expect(asDict(second)?.get('Type')).toBe('Page');
  });
});

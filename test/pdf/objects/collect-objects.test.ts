import { describe, expect, it } from 'vitest';
import { collectObjects } from '../../../src/pdf/objects/collect-objects.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const ref = (value: PdfObject) => new PdfRef(value);
const stream = (data: string, entries = {}) => ref(new PdfStream(buildDict(entries), Buffer.from(data)));
/** The numbers of objects that two roots lead to. */
const number = (one: PdfRef, other: PdfRef) =>
  collectObjects([ref(buildDict({ Type: 'Catalog', K: [one, other] }))]).objects.length - 1;

describe('objects to write', () => {
  it('are numbered from their roots, depth first, each once', () => {
    const leaf = ref([1]);
    const [left, right] = [ref(buildDict({ Parent: null, A: leaf })), ref(buildDict({ Parent: null, B: leaf, C: 1 }))];
    const root = ref(buildDict({ Type: 'Catalog', Left: [left], Right: buildDict({ In: right }) }));
    const last = ref(buildDict({ Type: 'Info' }));
    const { objects, numberOf } = collectObjects([root, last]);
    expect(objects).toEqual([root, left, leaf, right, last]);
    expect([root, left, leaf, right, last].map(numberOf)).toEqual([1, 2, 3, 4, 5]);
    expect(numberOf(ref(1))).toBe(0);
  });

  it('are found through references to references, and are not null', () => {
    const leaf = ref([1]);
    const far = ref(leaf);
    const missing = ref(null);
    const { objects, numberOf } = collectObjects([ref(buildDict({ Type: 'Catalog', A: far, B: missing }))]);
    expect(objects).toHaveLength(2);
    expect([far, leaf, missing].map(numberOf)).toEqual([2, 2, 0]);
  });

  it('may form a ring', () => {
    const ring = ref(buildDict({ Type: 'Page' }));
    (ring.value as Map<string, PdfObject>).set('Self', ring);
    expect(collectObjects([ring]).objects).toEqual([ring]);
  });

  it('are numbered in each collection', () => {
    const leaf = ref([1]);
    collectObjects([ref(buildDict({ Type: 'Catalog', A: leaf }))]);
    const again = collectObjects([leaf]);
    expect([again.objects.length, again.numberOf(leaf)]).toEqual([1, 1]);
  });

  it.each<[string, () => PdfRef, number]>([
    ['lists', () => ref([1, 2]), 1],
    ['streams', () => stream('a'), 1],
    ['long streams', () => stream('a'.repeat(300), { A: 'b'.repeat(300) }), 1],
    ['dictionaries', () => ref(buildDict({ A: 1 })), 1],
    ['numbers', () => ref(1), 2],
    ...['Font', 'FontDescriptor', 'Encoding', 'ExtGState', 'Pattern', 'Halftone', 'CMap', 'XObject'].map(
      (Type): [string, () => PdfRef, number] => [`dictionaries of type ${Type}`, () => ref(buildDict({ Type })), 1],
    ),
    ['pages', () => ref(buildDict({ Type: 'Page' })), 2],
    ...['Parent', 'P', 'Kids', 'Rect', 'Title', 'T', 'FT', 'S', 'StructParent', 'StructParents'].map(
      (key): [string, () => PdfRef, number] => [`dictionaries with ${key}`, () => ref(buildDict({ [key]: 1 })), 2],
    ),
    ['trees', () => ref([ref(buildDict({ A: stream('x') }))]), 3],
  ])('that are equal become these of two: %s', (_what, build, count) => {
    expect(number(build(), build())).toBe(count);
  });

  it.each([
    ['dictionaries', ref(buildDict({ A: 1 })), ref(buildDict({ A: 2 }))],
    ['data', stream('a'), stream('b')],
    ['long data', stream('a'.repeat(300)), stream(`b${'a'.repeat(299)}`)],
    ['dictionaries of streams', stream('a', { A: 1 }), stream('a', { A: 2 })],
    ['long lists', ref(Array(200).fill(1)), ref([...Array(199).fill(1), 2])],
  ])('stay two with other %s', (_what, one, other) => {
    expect(number(one, other)).toBe(2);
  });

  it('are visited with their dictionaries, their file and the owner of each', () => {
    const source = { readObject: () => null };
    const inner = buildDict({ A: 1 });
    const drawn = new PdfStream(buildDict({ Length: 9, In: inner }), Buffer.from(''));
    const root = new PdfRef([drawn as unknown as PdfObject, 1, ref(buildDict({ New: 1 }))], source);
    const met: unknown[][] = [];
    collectObjects([root], (...all) => met.push(all));
    expect(met).toEqual([
      [drawn.dict, source, drawn],
      [inner, source, inner],
    ]);
  });

  it('have no length from before', () => {
    const drawn = stream('abc', { Length: 99 });
    collectObjects([drawn]);
    expect((drawn.value as PdfStream).dict.has('Length')).toBe(false);
  });
});

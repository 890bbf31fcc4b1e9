import { describe, expect, it } from 'vitest';
import { readDocumentScale, readScales } from '../../../src/pdf/content/drawn-scale.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const page = (content: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(buildDict({ Contents: new PdfRef(new PdfStream(buildDict(entries), Buffer.from(content))) }));

describe('the scales of what a page draws', () => {
  it.each<[string, string, number[]]>([
    ['the same in both directions', 'q\n.24 0 0 .24 0 0 cm\n2 0 0 2 1.5 -3 cm\n', [0.24, 2]],
    ['each once', '.5 0 0 .5 0 0 cm\n.5 0 0 .5 9 9 cm\n', [0.5]],
    ['not those that differ', '.5 0 0 .6 0 0 cm\n', []],
    ['not those that mirror or turn', '.5 0 0 -.5 0 0 cm\n0 1 1 0 0 0 cm\n', []],
    ['not those within a line', 'q .5 0 0 .5 0 0 cm\n.5 0 0 .5 0 0 cm Q\n', []],
    ['no others', '0 0 9 9 re f\n', []],
  ])('are %s', (_, content, scales) => {
    expect(readScales(page(content))).toEqual(scales);
  });

  it('are read from the first 32 KiB of its content', () => {
    const scale = '2 0 0 2 0 0 cm';
    const endAt = (length: number) => `${' '.repeat(length - scale.length - 1)}\n${scale}`;
    expect(readScales(page(endAt(32 * 1024)))).toEqual([2]);
    expect(readScales(page(endAt(32 * 1024 + 1)))).toEqual([]);
  });

  it('are unknown for damaged content and without a page', () => {
    expect(readScales(page('damaged', { Filter: 'FlateDecode' }))).toEqual([]);
    expect(readScales(undefined)).toEqual([]);
  });
});

describe('the scale of a document', () => {
  it.each<[string, string, number | undefined]>([
    ['is that of the move to its clip', '8 9 100 200 re\nW* n\nq\n.75 0 0 .75 8 9 cm\n', 0.75],
    ['is that of the first such move', 'q\n8 9 1 2 re\nW* n\nq\n3 0 0 3 8 9 cm\nq\n2 0 0 2 8 9 cm\n', 3],
    ['is unknown if it moves elsewhere', '8 9 100 200 re\nW* n\nq\n.75 0 0 .75 8 10 cm\n', undefined],
    ['is unknown if it differs by direction', '8 9 100 200 re\nW* n\nq\n.75 0 0 .5 8 9 cm\n', undefined],
    ['is unknown without a clip', '.75 0 0 .75 8 9 cm\n', undefined],
  ])('%s', (_, content, scale) => {
    expect(readDocumentScale(page(content))).toBe(scale);
  });
});

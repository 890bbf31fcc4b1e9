import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import type { CffProgram } from '../../../src/pdf/conformance/cff-program.ts';
import { checkCompositeCff, checkSimpleCff, readCffProgram } from '../../../src/pdf/conformance/check-cff.ts';
import { buildDict, type PdfObject } from '../../../src/pdf/objects/objects.ts';
import { archivePage, type Source } from './build-page.ts';

const index = (...items: number[][]) => {
  if (items.length === 0) return [0, 0];
  const offsets = [1];
  for (const [place, item] of items.entries()) offsets.push((offsets[place] as number) + item.length);
  return [0, items.length, 1, ...offsets, ...items.flat()];
};
/** Numbers of a dictionary, all of the same length. */
const number = (value: number) => [29, 0, 0, value >> 8, value & 255];
const letters = (text: string) => [...Buffer.from(text)];

/** A program with the glyphs A, whose width is 550, and B, whose width is 500: by name, or as characters 1 and 7. */
function buildCff(isComposite: boolean): Buffer {
  const head = [1, 0, 4, 1, ...index(letters('Body'))];
  const order = [...number(391), ...number(391), ...number(0), 12, 30];
  const top = (places: readonly number[]) => {
    const [charset, glyphs, dict, array, select] = places.map(number) as number[][];
    const composite = [...(array as number[]), 12, 36, ...(select as number[]), 12, 37];
    const entries = [...(charset as number[]), 15, ...(glyphs as number[]), 17];
    const owner = [...number(12), ...(dict as number[]), 18];
    return isComposite ? [...order, ...entries, ...composite] : [...entries, ...owner];
  };
  const strings = isComposite ? index(letters('Adobe')) : index();
  const lay = (places: readonly number[]) => [...head, ...index(top(places)), ...strings, ...index()];
  const start = lay([0, 0, 0, 0, 0]).length;
  const charset = isComposite ? [0, 0, 1, 0, 7] : [0, 0, 34, 0, 35];
  // A: the width 550 as a difference to 600, before a move; B: the default width.
  const glyphs = index([14], [89, 139, 139, 21, 14], [139, 22, 14]);
  const dict = [...number(500), 20, ...number(600), 21];
  const dictAt = start + charset.length + glyphs.length;
  const array = index([...number(dict.length), ...number(dictAt), 18]);
  const places = [start, start + charset.length, dictAt, dictAt + dict.length, dictAt + dict.length + array.length];
  return Buffer.from([...lay(places), ...charset, ...glyphs, ...dict, ...array, 0, 0, 0, 0]);
}

const simple = (text: string, widths = '550 500 500', encoding = '/WinAnsiEncoding'): Source => ({
  content: `BT /F1 12 Tf ${text} Tj ET`,
  resources: '/Font <</F1 5 0 R>>',
  more: [
    `<</Type /Font /Subtype /Type1 /BaseFont /Body /FirstChar 65 /LastChar 67 /Widths [${widths}] /Encoding ${encoding}
      /FontDescriptor <</Type /FontDescriptor /Flags 32 /FontFile3 6 0 R>>>>`,
    { dict: '/Subtype /Type1C', data: buildCff(false) },
  ],
});
const composite = (text: string, widths = '1 [550] 7 [500]'): Source => ({
  content: `BT /F1 12 Tf ${text} Tj ET`,
  resources: '/Font <</F1 5 0 R>>',
  more: [
    `<</Type /Font /Subtype /Type0 /BaseFont /Body /Encoding /Identity-H /DescendantFonts [<</Type /Font /Subtype /CIDFontType0
      /BaseFont /Body /W [${widths}] /FontDescriptor <</Type /FontDescriptor /FontFile3 6 0 R>>>>]>>`,
    { dict: '/Subtype /CIDFontType0C', data: buildCff(true) },
  ],
});
describe('a CFF program', () => {
  /** An OpenType font with one table. */
  const wrap = (name: string, table: Buffer) => {
    const head = Buffer.alloc(28);
    head.write('OTTO', 'latin1');
    head.writeUInt16BE(1, 4);
    head.write(name, 12, 'latin1');
    head.writeUInt32BE(head.length, 20);
    head.writeUInt32BE(table.length, 24);
    return Buffer.concat([head, table]);
  };

  it('is found by itself and in an OpenType font', () => {
    const cff = buildCff(false);
    expect(readCffProgram(cff)?.glyphs).toBe(3);
    expect(readCffProgram(wrap('CFF ', cff))?.glyphs).toBe(3);
  });

  it('is not found in an OpenType font with other glyphs', () => {
    expect(readCffProgram(wrap('glyf', buildCff(false)))).toBeUndefined();
  });
});

describe('a CFF font in an archive', () => {
  it.each<[string, Source]>([
    ['by WinAnsiEncoding', simple('(AB)')],
    ['by differences', simple('(C)', '0 0 550', '<</Differences [67 /A]>>')],
    ['by the encoding of its program', simple('(AB)', '550 500 500', 'null')],
    ['by number', composite('<00010007>')],
  ])('may have characters that are found %s', (_what, source) => {
    expect(archivePage(source).length).toBeGreaterThan(0);
  });

  it.each<[string, Source, string]>([
    [
      'other widths',
      simple('(A)', '551.5 500 500'),
      'whose widths are not those of its program (ISO 19005-2, 6.2.11.5)',
    ],
    ['another default width', simple('(B)', '550 600 500'), 'whose widths are not those'],
    ['other widths by number', composite('<0007>', '7 [600]'), 'whose widths are not those'],
    ['a glyph that is missing', simple('(C)'), 'lacks a character that is shown (ISO 19005-2, 6.2.11.4.1)'],
    ['a code without a character', simple('<00>'), 'lacks a character that is shown (ISO 19005-2, 6.2.11.8)'],
    ['a number without a glyph', composite('<0002>'), 'lacks a character that is shown (ISO 19005-2, 6.2.11.4.1)'],
    ['half a character', composite('<000100>'), 'whose text ends within a character (ISO 19005-2, 6.2.11.4.1)'],
    [
      'a program that is cut off',
      {
        ...simple('(A)'),
        more: [simple('(A)').more?.[0] ?? '', { dict: '/Subtype /Type1C', data: buildCff(false).subarray(0, 20) }],
      },
      'whose program cannot be read (ISO 19005-2, 6.2.11.2)',
    ],
  ])('is refused for %s', (_what, source, message) => {
    expect(() => archivePage(source)).toThrow(
      expect.objectContaining({ code: 'not_conforming', message: expect.stringContaining(message) }),
    );
  });
});

describe('the characters of a CFF program', () => {
  const missing = 'F, which lacks a character that is shown (S, 6.2.11.4.1)';
  const nothing = 'F, which lacks a character that is shown (S, 6.2.11.8)';
  const widths = 'F, whose widths are not those of its program (S, 6.2.11.5)';
  /** Ten glyphs, each ten times as wide as its number. */
  const program = (more: Partial<CffProgram>): CffProgram => ({
    isComposite: false,
    glyphs: 10,
    glyphOf: new Map(),
    hasUnknownNames: false,
    encoding: undefined,
    advances: (glyph) => glyph * 10,
    ...more,
  });

  const byNumber = { isComposite: true, glyphOf: new Map([[700, 3]]) };
  it.each<[string, number, number, Partial<CffProgram>, string | undefined]>([
    ['a glyph', 4, 40, {}, undefined],
    ['the last glyph', 9, 90, {}, undefined],
    ['a glyph of another width', 4, 50, {}, widths],
    ['the first glyph of another width', 1, 50, {}, widths],
    ['a glyph behind the last one', 10, 100, {}, missing],
    ['the glyph that stands for nothing', 0, 50, {}, undefined],
    ['a number of a glyph', 700, 30, byNumber, undefined],
    ['a number of a glyph of another width', 700, 50, byNumber, widths],
    ['a number without a glyph', 3, 30, byNumber, missing],
  ])('of a composite font: %s', (_what, cid, width, more, expected) => {
    const breaches = new Breaches('S');
    checkCompositeCff(buildDict({ DW: width }), new Set([cid]), program(more), 'F', breaches);
    expect(breaches.describe()).toBe(expected);
  });

  const named: Partial<CffProgram> = {
    glyphOf: new Map([
      ['A', 1],
      ['B', 2],
      ['space', 0],
    ]),
  };
  const encoding = (more: Record<string, PdfObject>) => buildDict(more);
  it.each<[string, number, number, PdfObject, Partial<CffProgram>, string | undefined]>([
    ['by its encoding', 65, 10, 'WinAnsiEncoding', named, undefined],
    ['of another width', 65, 20, 'WinAnsiEncoding', named, widths],
    ['by its base encoding', 66, 20, encoding({ BaseEncoding: 'MacRomanEncoding' }), named, undefined],
    ['by the standard encoding', 65, 10, 'StandardEncoding', named, undefined],
    ['by the standard encoding of the program', 65, 10, null, { ...named, encoding: 'standard' }, undefined],
    ['that this one does not have', 67, 10, null, { ...named, encoding: 'standard' }, missing],
    ['by a difference', 67, 20, encoding({ Differences: [67, 'B'] }), named, undefined],
    [
      'of a difference in place of its encoding',
      65,
      20,
      encoding({ BaseEncoding: 'WinAnsiEncoding', Differences: [65, 'B'] }),
      named,
      undefined,
    ],
    ['without a glyph', 67, 0, 'WinAnsiEncoding', named, missing],
    [
      'without a glyph, where some names are unknown',
      67,
      0,
      'WinAnsiEncoding',
      { ...named, hasUnknownNames: true },
      undefined,
    ],
    ['whose glyph stands for nothing', 32, 0, 'WinAnsiEncoding', named, nothing],
    ['by the encoding of the program', 5, 30, null, { encoding: new Map([[5, 3]]) }, undefined],
    ['of another width by the encoding of the program', 5, 10, null, { encoding: new Map([[5, 3]]) }, widths],
    ['that the encoding of the program lacks', 6, 10, null, { encoding: new Map([[5, 3]]) }, nothing],
    ['of an encoding that is not read', 6, 10, null, {}, undefined],
    [
      'of another encoding than that of the program',
      6,
      10,
      'MacExpertEncoding',
      { encoding: new Map([[5, 3]]) },
      undefined,
    ],
    ['of a font with numbers', 65, 20, 'WinAnsiEncoding', { ...named, isComposite: true }, undefined],
  ])('of a simple font: one %s', (_what, code, width, given, more, expected) => {
    const breaches = new Breaches('S');
    const font = buildDict({ Encoding: given, FirstChar: code - 1, Widths: [999, width] });
    checkSimpleCff(font, new Set([code]), program(more), 'F', breaches);
    expect(breaches.describe()).toBe(expected);
  });

  it('of a simple font count from 0 if the font does not say where its widths begin, and are 0 wide without one', () => {
    const check = (entries: Record<string, PdfObject>, codes: number[]) => {
      const breaches = new Breaches('S');
      const font = buildDict({ Encoding: 'WinAnsiEncoding', ...entries });
      checkSimpleCff(
        font,
        new Set(codes),
        program({ ...named, advances: (glyph) => (glyph === 2 ? 0 : 10) }),
        'F',
        breaches,
      );
      return breaches.describe();
    };
    expect(check({ Widths: [...Array(65).fill(0), 10] }, [65])).toBeUndefined();
    expect(check({}, [66])).toBeUndefined();
    expect(check({}, [66, 65])).toBe(widths);
  });
});

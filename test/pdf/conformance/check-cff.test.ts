import { describe, expect, it } from 'vitest';
import { readCffProgram } from '../../../src/pdf/conformance/check-cff.ts';
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

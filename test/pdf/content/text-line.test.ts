import { describe, expect, it } from 'vitest';
import { GlyphWidths, TextLine } from '../../../src/pdf/content/text-line.ts';
import { type Matrix, unmoved } from '../../../src/pdf/objects/matrix.ts';
import type { ObjectReader } from '../../../src/pdf/objects/object-reader.ts';
import { buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';

type Font = NonNullable<ReturnType<GlyphWidths['read']>>;
const letters: Font = { bytes: 1, measure: (code) => (code === 65 ? 0.5 : 0.25) };
const pairs: Font = { bytes: 2, measure: (code) => (code === 0x0102 ? 0.5 : 0.25) };
const fonts: Record<string, Font> = { F: letters, G: pairs };

/** Where a text object is: its operations are each an operator and its operands. */
function place(operations: [operator: string, ...operands: PdfObject[]][], matrix: Matrix = unmoved) {
  const line = new TextLine(7);
  for (const [operator, ...operands] of operations)
    line.read(
      operator,
      { readObject: () => operands.shift() ?? null } as unknown as ObjectReader,
      (name) => fonts[name],
    );
  const found = line.place(matrix);
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return found && [...found.start, ...found.end, found.size].map(round);
}
const text = (bytes: string) => new PdfString(bytes);
const at: [string, ...PdfObject[]] = ['Tm', 1, 0, 0, 1, 100, 200];

describe('the place of a text object', () => {
  it.each<[string, [string, ...PdfObject[]][], number[] | undefined]>([
    ['is that of its baseline', [['Tf', 'F', 10], at, ['Tj', text('AB')]], [100, 200, 107.5, 200, 10]],
    [
      'is moved apart by numbers',
      [['Tf', 'F', 10], at, ['TJ', [text('A'), -100, text('B'), 200]]],
      [100, 200, 106.5, 200, 10],
    ],
    ['goes on after a text', [['Tf', 'F', 10], at, ['Tj', text('A')], ['Tj', text('A')]], [100, 200, 110, 200, 10]],
    [
      'begins with its first text',
      [['Tf', 'F', 10], at, ['Tj', text('A')], ['Td', 50, -20], ['Tj', text('A')]],
      [100, 200, 155, 180, 10],
    ],
    [
      'follows moves from its matrix',
      [
        ['Tf', 'F', 10],
        ['Tm', 2, 0, 0, 2, 0, 0],
        ['Td', 5, 7],
        ['Tj', text('A')],
      ],
      [10, 14, 20, 14, 20],
    ],
    [
      'is turned',
      [
        ['Tf', 'F', 10],
        ['Tm', 0, 3, -3, 0, 0, 0],
        ['Tj', text('A')],
      ],
      [0, 0, 0, 15, 30],
    ],
    [
      'has codes of two bytes',
      [
        ['Tf', 'G', 10],
        ['Tj', text('\x01\x02\x01\x03\x01')],
      ],
      [0, 0, 7.5, 0, 10],
    ],
    ['is a point in an unknown font', [['Tf', 'X', 10], at, ['Tj', text('A')]], [100, 200, 100, 200, 10]],
    ['is a point for a font without a name', [['Tf', 4, 10], at, ['Tj', text('A')]], [100, 200, 100, 200, 10]],
    ['is nowhere without text', [['Tf', 'F', 10], at, ['Td', 1, 1]], undefined],
    ['is not moved by other operations', [['Tf', 'F', 10], at, ['Tj', text('A')], ['Tw', 5]], [100, 200, 105, 200, 10]],
    [
      'is not moved by what is no number',
      [['Tf', 'F', 10], at, ['Td', 'x', null], ['Tj', text('A')]],
      [100, 200, 105, 200, 10],
    ],
  ])('%s', (_what, operations, expected) => {
    expect(place(operations)).toEqual(expected);
  });

  it('is moved with its page', () => {
    expect(place([['Tf', 'F', 10], at, ['Tj', text('A')]], [2, 0, 0, 3, 1, 1])).toEqual([201, 601, 211, 601, 30]);
  });
});

describe('the widths of a font', () => {
  const read = (entries: Record<string, PdfObject>) => new GlyphWidths().read(buildDict(entries));
  const measure = (font: Font | undefined, ...codes: number[]) => codes.map((code) => font?.measure(code));

  it('are those of its list', () => {
    const font = read({ Subtype: 'TrueType', Widths: [500, 250], FirstChar: 65 });
    expect([font?.bytes, measure(font, 64, 65, 66, 67)]).toEqual([1, [0, 0.5, 0.25, 0]]);
    expect(measure(read({ Widths: [500] }), 0)).toEqual([0.5]);
  });

  it('have the unit of a Type 3 font', () => {
    expect(measure(read({ Subtype: 'Type3', Widths: [5], FontMatrix: [0.1, 0, 0, 0.1, 0, 0] }), 0)).toEqual([0.5]);
  });

  it('are those of the descendant of a composite font', () => {
    const descendant = (entries: Record<string, PdfObject>) =>
      read({ Subtype: 'Type0', DescendantFonts: [buildDict(entries)] });
    const font = descendant({ W: [3, [100, 200], 10, 12, 300], DW: 700 });
    expect([font?.bytes, measure(font, 3, 4, 5, 9, 10, 12, 13)]).toEqual([2, [0.1, 0.2, 0.7, 0.7, 0.3, 0.3, 0.7]]);
    expect(measure(descendant({}), 1)).toEqual([1]);
    expect(measure(descendant({ W: ['x'], DW: 700 }), 1)).toEqual([0.7]);
    expect(measure(descendant({ W: [1, 'x'], DW: 700 }), 1)).toEqual([0.7]);
    expect(measure(descendant({ W: [1, 65_537, 5], DW: 700 }), 1)).toEqual([0.7]);
    expect(measure(descendant({ W: [1, 65_536, 5], DW: 700 }), 1)).toEqual([0.005]);
    expect(measure(read({ Subtype: 'Type0' }), 1)).toEqual([1]);
  });

  it('are read once, and none of a font that is not there', () => {
    const [widths, font] = [new GlyphWidths(), buildDict({})];
    expect(widths.read(font)).toBe(widths.read(font));
    expect(widths.read(undefined)).toBeUndefined();
  });
});

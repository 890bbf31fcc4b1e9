import { describe, expect, it } from 'vitest';
import type { Face } from '../../../src/pdf/fields/bundled-face.ts';
import { countLines, drawList, drawText, type TextSetting } from '../../../src/pdf/fields/text-appearance.ts';
import type { WidgetLook } from '../../../src/pdf/fields/widget-look.ts';
import { PdfRef } from '../../../src/pdf/objects/objects.ts';

/** Each of its characters is half as wide as high, and a line is as high as the size says: 0.8 above the baseline, and 0.2 below. */
const face: Face = {
  name: 'F',
  ref: new PdfRef(null),
  ascent: 0.8,
  descent: 0.2,
  has: (character) => character !== '?',
  encode: (character) => character,
  measure: () => 0.5,
};
const field: WidgetLook = {
  width: 100,
  height: 20,
  matrix: [1, 0, 0, 1, 0, 0],
  background: undefined,
  border: undefined,
  borderWidth: 1,
  style: 'S',
  dashes: [],
  mark: undefined,
};
const setting: TextSetting = {
  faces: [face],
  style: { fontName: 'F', size: 10, colour: '0 g' },
  align: 'left',
  isMultiline: false,
  cells: undefined,
};
const sized = (size: number) => ({ style: { ...setting.style, size } });

/** The texts that are drawn, with their sizes and places. */
function read(content: string): [text: string, size: number, x: number, y: number][] {
  const found = content.matchAll(/1 0 0 1 (\S+) (\S+) Tm\n\/F (\S+) Tf <([^>]*)> Tj/g);
  return [...found].map(([, x, y, size, text]) => [text ?? '', Number(size), Number(x), Number(y)]);
}

function draw(text: string, look: Partial<WidgetLook> = {}, given: Partial<TextSetting> = {}) {
  const { content, fits } = drawText(text, { ...field, ...look }, { ...setting, ...given });
  return { texts: read(content), fits, content };
}

describe('a line of text', () => {
  it('is cut at the border, in the colour of the field', () => {
    expect(draw('ab').content).toBe(
      '/Tx BMC\nq\n1 1 98 18 re W n\nBT\n0 g\n1 0 0 1 2 7 Tm\n/F 10 Tf <ab> Tj\nET\nQ\nEMC\n',
    );
  });

  it.each([
    ['no text', '', setting],
    ['no font', 'ab', { ...setting, faces: [] }],
  ])('draws nothing for %s', (_what, text, given) => {
    expect(draw(text, {}, given)).toMatchObject({ content: '/Tx BMC\nEMC\n', fits: true });
  });

  it('has a size if neither the text nor the field has a width', () => {
    const flat = { ...face, measure: () => 0 };
    expect(draw('ab', { width: 0 }, { ...sized(0), faces: [flat] }).texts).toEqual([['ab', 18, 0, 4.6]]);
  });

  it.each<[string, Partial<WidgetLook>, Partial<TextSetting>, number[]]>([
    ['at the left', {}, {}, [10, 2, 7]],
    ['in the middle', {}, { align: 'center' }, [10, 45, 7]],
    ['at the right', {}, { align: 'right' }, [10, 88, 7]],
    ['without a border at two points from the edge', { borderWidth: 0 }, {}, [10, 2, 7]],
    ['in a wide border at twice its width', { borderWidth: 3 }, {}, [10, 6, 7]],
    ['in a narrow field at a quarter of it', { width: 16, borderWidth: 3 }, {}, [10, 4, 7]],
    ['as high as the field, if no size is given', {}, sized(0), [18, 2, 4.6]],
    ['as wide as the field, if no size is given', { width: 12 }, sized(0), [8, 2, 7.6]],
    ['not smaller than four points', { height: 4 }, sized(0), [4, 2, 0.8]],
  ])('is drawn %s', (_what, look, given, place) => {
    expect(draw('ab', look, given).texts).toEqual([['ab', ...place]]);
  });

  it('is as high as the field if its characters have no width', () => {
    const flat = { ...face, measure: () => 0 };
    expect(draw('ab', {}, { faces: [flat], ...sized(0) }).texts).toEqual([['ab', 18, 2, 4.6]]);
  });

  it('draws nothing of characters that no font has', () => {
    expect(draw('??').content).toBe('/Tx BMC\nEMC\n');
    expect(draw('a?b').texts).toEqual([['ab', 10, 2, 7]]);
  });

  it('is drawn with the first font that has each character, at the height of the first', () => {
    const other = { ...face, name: 'G', ascent: 2, descent: 1, has: () => true };
    expect(draw('a??b', {}, { faces: [face, other] }).content).toContain(
      '1 0 0 1 2 7 Tm\n/F 10 Tf <a> Tj\n/G 10 Tf <??> Tj\n/F 10 Tf <b> Tj\nET\n',
    );
  });

  it.each([
    ['as high as the field', 10, '10 10 80 0'],
    ['higher', 20, '20 20 60 0'],
    ['as wide as the field', 50, '50 50 0 0'],
    ['wider', 60, '60 60 0 0'],
  ])('shows nothing within borders that are together %s', (_what, borderWidth, clip) => {
    expect(draw('ab', { borderWidth }).content).toContain(`q\n${clip} re W n\n`);
  });

  it.each<[WidgetLook['style'], string]>([
    ['S', '2 2 96 16'],
    ['D', '2 2 96 16'],
    ['U', '2 2 96 16'],
    ['B', '4 4 92 12'],
    ['I', '4 4 92 12'],
  ])('is cut at a border of the style %s', (style, clip) => {
    expect(draw('ab', { borderWidth: 2, style }).content).toContain(`q\n${clip} re W n\n`);
  });

  it('fits up to a point beyond its room, and begins at the left if it is longer', () => {
    expect(draw('x'.repeat(19), { width: 98 }).fits).toBe(true);
    expect(draw('x'.repeat(19), { width: 97.9 }).fits).toBe(false);
    expect(draw('x'.repeat(20), {}, { align: 'right' }).texts).toMatchObject([[expect.any(String), 10, 2, 7]]);
  });
});

describe('a comb', () => {
  it.each<[string, TextSetting['align'], number[]]>([
    ['from the left', 'left', [10, 35]],
    ['in the middle, with the odd cell at the right', 'center', [35, 60]],
    ['from the right', 'right', [60, 85]],
  ])('has its characters %s', (_what, align, centres) => {
    const { texts } = draw('ab', {}, { cells: 4, align });
    expect(texts.map(([, , x]) => x)).toEqual(centres);
  });

  it('has its characters in the middle of its height', () => {
    expect(draw('ab', {}, { cells: 4 }).texts).toEqual([
      ['a', 10, 10, 7],
      ['b', 10, 35, 7],
    ]);
  });

  it('begins at its first cell with more characters than cells', () => {
    for (const align of ['left', 'center', 'right'] as const)
      expect(draw('abc', {}, { cells: 2, align }).texts[0]?.[2]).toBe(22.5);
  });

  it('is not smaller than four points', () => {
    expect(draw('ab', { width: 4 }, { cells: 2, ...sized(0) }).texts[0]?.[1]).toBe(4);
    expect(draw('ab', { height: 5, borderWidth: 0 }, { cells: 2, ...sized(0) }).texts[0]?.[1]).toBe(5);
  });

  it('has room for as many characters as cells', () => {
    expect(draw('abc', {}, { cells: 3 }).fits).toBe(true);
    expect(draw('abc', {}, { cells: 2 }).fits).toBe(false);
  });

  it.each([
    ['its cells are wide', 100, 18],
    ['they are not', 10, 10],
  ])('is as large as fits if %s', (_what, width, size) => {
    expect(draw('ab', { width }, { cells: 2, ...sized(0) }).texts[0]?.[1]).toBe(size);
  });
});

describe('a text of several lines', () => {
  const several = { isMultiline: true };
  const place = (text: string, look: Partial<WidgetLook>, given: Partial<TextSetting> = {}) =>
    draw(text, look, { ...several, ...given });

  it.each<[string, string, string[]]>([
    ['ends where it says', 'a\n\nb', ['a', 'b']],
    ['breaks before a word that has no room', 'aaaa bbbb', ['aaaa', 'bbbb']],
    ['takes what has just room', 'aaa bb', ['aaa bb']],
    ['breaks a long word anywhere', 'aaaaaaaa', ['aaaaaa', 'aa']],
    ['keeps a short word before a long one', 'a bbbbbbbb', ['a', 'bbbbbb', 'bb']],
  ])('%s', (_what, text, lines) => {
    // Six characters of five points.
    const { texts } = place(text, { width: 34, height: 100 });
    expect(texts.map(([line]) => line)).toEqual(lines);
  });

  it.each<[string, TextSetting['align'], number[]]>([
    ['left', 'left', [2, 2]],
    ['middle', 'center', [45, 47.5]],
    ['right', 'right', [88, 93]],
  ])('begins at the top, and is aligned at the %s', (_what, align, [x1, x2]) => {
    expect(place('ab\nc', { height: 50 }, { align }).texts).toEqual([
      ['ab', 10, x1, 40],
      ['c', 10, x2, 30],
    ]);
  });

  it('fits if its last line is at most 0.3 of the size below the room', () => {
    expect(place('a\nb', { height: 21 }).fits).toBe(true);
    expect(place('a\nb', { height: 20.9 }).fits).toBe(false);
  });

  it.each<[string, number, number]>([
    ['with room', 60, 12],
    ['with less', 26, 11],
    ['with hardly any', 5, 4],
  ])('without a size has that of a field %s', (_what, height, size) => {
    expect(place('a\nb', { height }, sized(0)).texts[0]?.[1]).toBe(size);
  });
});

describe('a list', () => {
  const lines = ['a', 'b', 'c', 'd'].map((shown, index) => ({ shown, isSelected: index === 1 }));
  const list = { ...field, height: 32 };

  it('shows as many lines as begin in it, and marks what is selected', () => {
    const content = drawList(lines, list, setting);
    expect(read(content)).toEqual([
      ['a', 10, 2, 23],
      ['b', 10, 2, 13],
      ['c', 10, 2, 3],
    ]);
    expect(content).toContain('0.6 0.757 0.855 rg 1 11 98 10 re f\n');
    expect(content.match(/ re f/g)).toHaveLength(1);
    expect(read(drawList(lines, { ...list, height: 32.1 }, setting))).toHaveLength(4);
  });

  it.each<[TextSetting['align'], number]>([
    ['left', 2],
    ['center', 47.5],
    ['right', 93],
  ])('has lines at the %s', (align, x) => {
    expect(read(drawList(lines, list, { ...setting, align }))[0]?.[2]).toBe(x);
  });

  it('scrolls by the whole lines that it shows, at least one', () => {
    expect([32, 31.9, 5].map((height) => countLines({ ...field, height }, setting))).toEqual([3, 2, 1]);
    expect(countLines(list, { ...setting, ...sized(0) })).toBe(2);
  });

  it.each<[TextSetting['align'], number]>([
    ['left', 2],
    ['center', 2],
    ['right', 2],
  ])('has lines that are too long at its left: %s', (align, x) => {
    const long = [{ shown: 'x'.repeat(30), isSelected: false }];
    expect(read(drawList(long, list, { ...setting, align }))[0]?.[2]).toBe(x);
  });

  it('shows one line at least, and no more than it has', () => {
    expect(read(drawList(lines, { ...field, height: 2 }, setting))).toHaveLength(1);
    expect(read(drawList(lines, { ...field, height: 500 }, setting))).toHaveLength(4);
    expect(read(drawList(lines, list, { ...setting, ...sized(0) }))[1]).toEqual(['b', 12, 2, 9.4]);
  });

  it('has bars within a border that looks raised', () => {
    expect(drawList(lines, { ...list, style: 'B' }, setting)).toContain('rg 2 10 96 10 re f\n');
  });

  it('is empty without a font', () => {
    expect(drawList(lines, list, { ...setting, faces: [] })).toBe('/Tx BMC\nEMC\n');
  });
});

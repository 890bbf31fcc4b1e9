import { describe, expect, it } from 'vitest';
import { readCff } from '../../../src/pdf/conformance/cff-program.ts';

const index = (...items: number[][]) => {
  if (items.length === 0) return [0, 0];
  const offsets = [1];
  for (const [place, item] of items.entries()) offsets.push((offsets[place] as number) + item.length);
  return [
    items.length >> 8,
    items.length & 255,
    2,
    ...offsets.flatMap((offset) => [offset >> 8, offset & 255]),
    ...items.flat(),
  ];
};
/** A number of a dictionary, always five bytes, so that places can be filled in later. */
const number = (value: number) => [29, (value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const letters = (text: string) => [...Buffer.from(text)];
/** A number from -107 to 107 of a glyph. */
const small = (value: number) => value + 139;
/** The decimal 0.0005 of a dictionary. */
const half = [30, 0x0a, 0x00, 0x05, 0xff];

const [move, moveAcross, stem, stemMask, callLocal, callGlobal, end, back] = [21, 22, 1, 19, 10, 29, 14, 11];

interface Font {
  glyphs: number[][];
  charset?: number[] | 'standard' | 'expert' | 'expert subset';
  encoding?: number[] | 'standard' | 'expert';
  /** More entries of the dictionary. */
  top?: number[];
  strings?: string[];
  globals?: number[][];
  locals?: number[][];
  /** Base widths and matrices of the dictionaries of a composite font, and which glyph has which. */
  fonts?: { base: number; matrix?: number[] }[];
  select?: number[];
}

/** A program whose glyphs are 500 wide, or say how much their width differs from 600. */
function build({
  glyphs,
  strings = [],
  top = [],
  globals = [],
  locals = [],
  fonts,
  select = [],
  ...font
}: Font): Buffer {
  const { charset = [0, ...glyphs.slice(1).flatMap((_, glyph) => [0, 34 + glyph])], encoding = 'standard' } = font;
  const dictOf = (base: number) => [...number(base), 20, ...number(600), 21];
  const subrs = (dict: number[]) => (locals.length > 0 ? [...dict, ...number(dict.length + 6), 19] : dict);
  const privates = (fonts ?? [{ base: 500 }]).map(({ base }) => {
    const dict = subrs(dictOf(base));
    return { size: dict.length, bytes: [...dict, ...(locals.length > 0 ? index(...locals) : [])] };
  });
  const lay = (places: readonly number[]): { bytes: number[]; places: number[] } => {
    const [charsetAt = 0, encodingAt = 0, glyphsAt = 0, arrayAt = 0, selectAt = 0, ...privateAt] = places;
    const owner = (at: number) => [...number(privates[at]?.size ?? 0), ...number(privateAt[at] ?? 0), 18];
    const entries = [...number(charsetAt), 15, ...number(encodingAt), 16, ...number(glyphsAt), 17, ...top];
    const composite = [...number(391), ...number(391), ...number(0), 12, 30];
    const links = [...number(arrayAt), 12, 36, ...number(selectAt), 12, 37];
    const dict = fonts ? [...composite, ...entries, ...links] : [...entries, ...owner(0)];
    const bytes = [
      1,
      0,
      4,
      1,
      ...index(letters('Body')),
      ...index(dict),
      ...index(...strings.map(letters)),
      ...index(...globals),
    ];
    const put = (more: readonly number[]) => bytes.push(...more) - more.length;
    const found = [
      typeof charset === 'string' ? ['standard', 'expert', 'expert subset'].indexOf(charset) : put(charset),
      encoding === 'standard' ? 0 : encoding === 'expert' ? 1 : put(encoding),
      put(index(...glyphs)),
      put(fonts ? index(...fonts.map(({ matrix = [] }, at) => [...matrix, ...owner(at)])) : []),
      put(select),
      ...privates.map((each) => put(each.bytes)),
    ];
    return { bytes, places: found };
  };
  return Buffer.from([...lay(lay([]).places).bytes, 0, 0, 0, 0]);
}

const widthsOf = (font: Font) => {
  const { glyphs, advances } = readCff(build(font));
  return Array.from({ length: glyphs }, (_, glyph) => advances(glyph));
};

describe('the widths of a CFF program', () => {
  it.each<[string, number[], number]>([
    ['a move with its two operands', [small(1), small(2), move, end], 500],
    ['a width before a move', [small(-50), small(1), small(2), move, end], 550],
    ['a move across with its operand', [small(1), moveAcross, end], 500],
    ['a width before a move across', [small(7), small(1), moveAcross, end], 607],
    ['a stem with a pair', [small(1), small(2), stem, end], 500],
    ['a width before a stem', [small(9), small(1), small(2), stem, end], 609],
    ['a width before a stem upwards', [small(9), small(1), small(2), 3, end], 609],
    ['a width before stems with masks', [small(9), small(1), small(2), 18, end], 609],
    ['a width before stems upwards with masks', [small(9), small(1), small(2), 23, end], 609],
    ['a width before a mask of counters', [small(9), 20, 0, end], 609],
    ['a mask of counters', [small(1), small(2), 20, 0, end], 500],
    ['a move up with its operand', [small(1), 4, end], 500],
    ['a width before a move up', [small(7), small(1), 4, end], 607],
    ['a line with its operands', [small(1), small(2), small(3), 5, end], 500],
    ['the smallest width of one byte', [32, end], 600 - 107],
    ['the largest width of one byte', [246, end], 600 + 107],
    ['the smallest width of two bytes', [254, 255, end], 600 - 1131],
    ['the largest width of two bytes', [250, 255, end], 600 + 1131],
    ['a negative width of three bytes', [28, 255, 0, end], 600 - 256],
    ['a width before a mask of stems', [small(8), small(1), small(2), stemMask, 0, end], 608],
    ['an end', [end], 500],
    ['a width before an end', [small(3), end], 603],
    ['a width of two bytes', [247, 10, end], 600 + 118],
    ['a negative width of two bytes', [251, 10, end], 600 - 118],
    ['a width of three bytes', [28, 1, 0, end], 600 + 256],
    ['a width with a fraction', [255, 0, 5, 0x80, 0, end], 605.5],
    ['nothing', [5], 500],
  ])('come from %s', (_what, glyph, width) => {
    expect(widthsOf({ glyphs: [[end], glyph] })).toEqual([500, width]);
  });

  it('come from subroutines of the font and of all fonts', () => {
    // With fewer than 1240 subroutines the number of a call is 107 less (Technical Note 5177).
    const subrs = [
      [small(1), small(11), back],
      [small(2), small(12), back],
    ];
    expect(widthsOf({ glyphs: [[end], [small(-106), callLocal, moveAcross]], locals: subrs })).toEqual([500, 602]);
    expect(widthsOf({ glyphs: [[end], [small(-107), callGlobal, moveAcross]], globals: subrs })).toEqual([500, 601]);
  });

  it.each([
    [1, 107],
    [1239, 107],
    [1240, 1131],
    [33_899, 1131],
    [33_900, 32_768],
  ])('come from the first of %d subroutines, whose number is -%d', (count, bias) => {
    const globals = Array.from({ length: count }, (_, at) => (at === 0 ? [small(11), back] : [back]));
    const glyph = [28, (-bias >> 8) & 255, -bias & 255, callGlobal, small(1), moveAcross];
    expect(widthsOf({ glyphs: [[end], glyph], globals })).toEqual([500, 611]);
  });

  it('come from ten subroutines in one another, not from eleven', () => {
    const chain = (depth: number) =>
      Array.from({ length: depth }, (_, at) => (at === depth - 1 ? [small(4), end] : [small(at - 106), callLocal]));
    const glyph = [small(-107), callLocal];
    expect(widthsOf({ glyphs: [glyph], locals: chain(10) })).toEqual([604]);
    expect(() => widthsOf({ glyphs: [glyph], locals: chain(11) })).toThrow('a glyph that calls nothing');
  });

  it('come from a subroutine that draws', () => {
    expect(widthsOf({ glyphs: [[small(-107), callLocal]], locals: [[small(4), end]] })).toEqual([604]);
  });

  it.each<[string, number[]]>([
    ['has no number', [callLocal, end]],
    ['is not there', [small(-100), callLocal, end]],
    ['calls itself', [small(-107), callLocal, end]],
  ])('are not known if a subroutine %s', (_what, glyph) => {
    const { advances } = readCff(build({ glyphs: [glyph], locals: [[small(-107), callLocal, back]] }));
    expect(() => advances(0)).toThrow(RangeError);
  });

  it('are scaled by the matrix of the font', () => {
    const matrix = [...half, ...number(0), ...number(0), ...half, ...number(0), ...number(0), 12, 7];
    expect(widthsOf({ glyphs: [[end], [small(20), end]], top: matrix })).toEqual([250, 310]);
    expect(widthsOf({ glyphs: [[end]], charset: 'standard', fonts: [{ base: 500, matrix }], select: [0, 0] })).toEqual([
      250,
    ]);
  });

  it.each<[string, number[]]>([
    ['glyph by glyph', [0, 0, 1, 1]],
    ['in ranges', [3, 0, 2, 0, 0, 0, 0, 1, 1, 0, 3]],
  ])('come from the dictionary of each glyph of a composite font, chosen %s', (_what, select) => {
    const fonts = [{ base: 500 }, { base: 700 }];
    expect(widthsOf({ glyphs: [[end], [end], [end]], fonts, select })).toEqual([500, 700, 700]);
  });

  it('are not known of a glyph of a dictionary that is not there', () => {
    const { advances } = readCff(build({ glyphs: [[end]], fonts: [{ base: 500 }], select: [0, 3] }));
    expect(() => advances(0)).toThrow('a glyph of no font');
  });
});

describe('the glyphs of a CFF program', () => {
  const glyphs = [[end], [end], [end], [end]];

  it.each<[string, Font['charset'], string[]]>([
    ['one by one', [0, 0, 34, 0, 36, 0, 40], ['.notdef', 'A', 'C', 'G']],
    ['in ranges of one byte', [1, 0, 34, 1, 0, 40, 0], ['.notdef', 'A', 'B', 'G']],
    ['in ranges of two bytes', [2, 0, 34, 0, 1, 0, 40, 0, 0], ['.notdef', 'A', 'B', 'G']],
    ['by the standard charset', 'standard', ['.notdef', 'space', 'exclam', 'quotedbl']],
    ['by its own string', [0, 0, 34, 1, 135, 1, 136], ['.notdef', 'A', 'one.alt', 'two.alt']],
  ])('are named %s', (_what, charset, names) => {
    const font = readCff(build({ glyphs, charset, strings: ['one.alt', 'two.alt'] } as Font));
    expect([...font.glyphOf]).toEqual(names.map((name, glyph) => [name, glyph]));
    expect([font.isComposite, font.hasUnknownNames]).toEqual([false, false]);
  });

  it.each(['expert', 'expert subset'] as const)('are not known by the charset %s', (charset) => {
    const font = readCff(build({ glyphs, charset, strings: ['one', 'two', 'three'] }));
    expect([[...font.glyphOf], font.hasUnknownNames]).toEqual([[['.notdef', 0]], true]);
  });

  it('can have names that are not there', () => {
    const font = readCff(build({ glyphs, charset: [0, 0, 34, 1, 200, 0, 35] }));
    expect([...font.glyphOf]).toEqual([
      ['.notdef', 0],
      ['A', 1],
      ['B', 3],
    ]);
    expect(font.hasUnknownNames).toBe(true);
  });

  it('are numbered in a composite font', () => {
    const font = readCff(
      build({ glyphs, charset: [0, 0, 7, 1, 0, 0, 9], fonts: [{ base: 1 }], select: [0, 0, 0, 0, 0] }),
    );
    expect([...font.glyphOf]).toEqual([
      [0, 0],
      [7, 1],
      [256, 2],
      [9, 3],
    ]);
    expect([font.isComposite, font.encoding]).toEqual([true, undefined]);
  });

  it.each<[string, Font['encoding'], unknown]>([
    ['the standard one', 'standard', 'standard'],
    ['the expert one, which is not read', 'expert', undefined],
    [
      'codes',
      [0, 2, 65, 90],
      new Map([
        [65, 1],
        [90, 2],
      ]),
    ],
    [
      'ranges of codes',
      [1, 2, 65, 1, 90, 0],
      new Map([
        [65, 1],
        [66, 2],
        [90, 3],
      ]),
    ],
    ['codes with second names, which are not read', [0x80, 1, 65, 1, 66, 0, 34], undefined],
  ])('have an encoding: %s', (_what, encoding, codes) => {
    expect(readCff(build({ glyphs, encoding } as Font)).encoding).toEqual(codes);
  });

  it('are not known of bytes that are cut off', () => {
    const bytes = build({ glyphs });
    for (const length of [3, 10, 20, 30]) expect(() => readCff(bytes.subarray(0, length))).toThrow(RangeError);
  });
});

import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import { checkFont, FontUses } from '../../../src/pdf/conformance/check-font.ts';
import { buildDict, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { writeTrueType } from '../../../src/pdf/objects/true-type.ts';

type Entries = Record<string, PdfObject | undefined>;

const program = (Subtype?: string) => new PdfRef(new PdfStream(buildDict({ Subtype }), Buffer.from('')));
const described = (entries: Entries) => buildDict({ FontName: 'Body', ...entries });

/** A simple font whose program is not looked into. */
const simple = (more: Entries = {}) =>
  buildDict({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: 'ABCDEF+Body',
    FirstChar: 65,
    LastChar: 66,
    Widths: [500, 500],
    FontDescriptor: described({ FontFile: program() }),
    ...more,
  });
const descendant = (more: Entries = {}) =>
  buildDict({
    Type: 'Font',
    Subtype: 'CIDFontType2',
    BaseFont: 'Body',
    FontDescriptor: described({ FontFile2: program() }),
    ...more,
  });
const composite = (more: Entries = {}, below: Entries = {}) =>
  buildDict({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'Body',
    Encoding: 'Identity-H',
    DescendantFonts: [descendant(below)],
    ...more,
  });

function check(font: PdfDict, shown = '', isSeen = true): string {
  const breaches = new Breaches('S');
  const use = { shown: [shown], silent: [shown], isSeen, length: shown.length };
  checkFont(font, use, breaches, { bytes: 100_000 }, { isSure: true, isReadable: false });
  return (breaches.describe() ?? '').replaceAll('the font Body', 'F').replaceAll('S, ', '');
}

const silent = 'F, which does not say what it is (6.2.11.2)';
const unknown = 'F, which is of no kind that PDF knows (6.2.11.2)';
const notWhole = 'F, whose widths are not whole (6.2.11.2)';
const lacking = 'F, which lacks a character that is shown (6.2.11.8)';
const named = (...Differences: PdfObject[]) => buildDict({ Differences });

describe('a simple font in an archive', () => {
  it.each<[string, PdfDict, string, string]>([
    ['breaks nothing', simple(), 'AB', ''],
    ['has a type', simple({ Type: undefined }), '', silent],
    ['has a name', simple({ BaseFont: undefined }), '', silent.replace('F,', 'the font without a name,')],
    ['is of a known kind', simple({ Subtype: 'Type9' }), '', unknown],
    ['has a kind', simple({ Subtype: undefined }), '', unknown],
    ['has its first character', simple({ FirstChar: undefined }), '', notWhole],
    ['has its last character', simple({ LastChar: undefined }), '', notWhole],
    ['has a width for each character', simple({ Widths: [1] }), '', notWhole],
    ['has no more widths than characters', simple({ Widths: [1, 2, 3] }), '', notWhole],
    ['is embedded', simple({ FontDescriptor: undefined }), '', 'F is not embedded (6.2.11.4.1)'],
    [
      'has a program in the entry of its kind',
      simple({ FontDescriptor: described({ FontFile2: program() }) }),
      '',
      'F is not embedded (6.2.11.4.1)',
    ],
    [
      'has a program of a known kind',
      simple({ FontDescriptor: described({ FontFile3: program('Other') }) }),
      '',
      'F, whose program is of no kind that PDF knows (6.2.11.2)',
    ],
    [
      'has a name in UTF-8',
      simple({ FontDescriptor: described({ FontName: 'B\xe4', FontFile: program() }) }),
      '',
      'F, whose name is not UTF-8 (6.1.8)',
    ],
    ['names what it shows', simple({ Encoding: named(65, '.notdef') }), 'A', lacking],
    ['may name nothing that it does not show', simple({ Encoding: named(66, '.notdef') }), 'A', ''],
    [
      'has a program that can be read',
      simple({ Subtype: 'TrueType', FontDescriptor: described({ FontFile2: program() }) }),
      'A',
      'F, whose program cannot be read (6.2.11.2)',
    ],
  ])('%s', (_what, font, shown, expected) => {
    expect(check(font, shown)).toBe(expected);
  });

  it('need not be embedded if it is not seen', () => {
    expect(check(simple({ FontDescriptor: undefined }), 'A', false)).toBe('');
    expect(
      check(simple({ Subtype: 'TrueType', FontDescriptor: described({ FontFile2: program() }) }), 'A', false),
    ).toBe('');
  });

  it('may be one whose glyphs are drawings', () => {
    const drawn = { Subtype: 'Type3', FontDescriptor: undefined };
    expect(check(simple(drawn), '')).toBe('');
    expect(check(simple({ ...drawn, Widths: [] }), '')).toBe(notWhole);
    expect(check(simple(drawn), 'A')).toBe('F, which lacks a character that is shown (6.2.11.4.1)');
    expect(check(simple(drawn), 'A', false)).toBe('');
  });
});

describe('a composite font in an archive', () => {
  const within = 'F, whose text ends within a character (6.2.11.4.1)';

  it.each<[string, PdfDict, string, string]>([
    ['breaks nothing', composite(), '\0A', ''],
    ['has a descendant', composite({ DescendantFonts: [] }), '', unknown],
    ['has a descendant of a known kind', composite({}, { Subtype: 'Type1' }), '', unknown],
    ['has a descendant with a type', composite({}, { Type: undefined }), '', silent],
    ['has a descendant with a name', composite({}, { BaseFont: undefined }), '', silent],
    ['is embedded', composite({}, { FontDescriptor: described({}) }), '', 'F is not embedded (6.2.11.4.1)'],
    ['shows no missing character', composite(), '\0A\0\0', lacking],
    ['shows whole characters', composite(), '\0A\0', within],
    ['shows characters beyond the first 255', composite(), '\x01\0', ''],
  ])('%s', (_what, font, shown, expected) => {
    expect(check(font, shown, expected.includes('embedded'))).toBe(expected);
  });

  it('has a program that can be read if it is seen', () => {
    expect(check(composite(), '\0A')).toBe('F, whose program cannot be read (6.2.11.2)');
  });
});

describe('a font with a TrueType program', () => {
  /** A program of the glyphs 0 to 2, which are 500 of 1000 units wide. */
  const trueType = () => {
    const table = (length: number, at: number, value: number) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUInt16BE(value, at);
      return bytes;
    };
    const tables = new Map([
      ['head', table(54, 18, 1000)],
      ['hhea', Buffer.alloc(36)],
      ['maxp', Buffer.alloc(6)],
    ]);
    const glyphs = [0, 1, 2].map(() => Buffer.alloc(2));
    const metrics = glyphs.map(() => Buffer.from([500 >> 8, 500 & 255, 0, 0]));
    const bytes = writeTrueType({ identity: '', tables, glyphs, metrics });
    return described({ FontFile2: new PdfRef(new PdfStream(new Map(), bytes)) });
  };
  const widths = 'F, whose widths are not those of its program (6.2.11.5)';
  const absent = 'F, which lacks a character that is shown (6.2.11.4.1)';

  it.each<[string, string, Entries, string]>([
    ['nothing', '\0\x01', { DW: 500 }, ''],
    ['widths', '\0\x01', { DW: 502 }, widths],
    ['glyphs', '\0\x03', { DW: 500 }, absent],
  ])('breaks %s if it is composite', (_what, shown, below, expected) => {
    expect(check(composite({}, { FontDescriptor: trueType(), ...below }), shown)).toBe(expected);
    expect(check(composite({}, { FontDescriptor: trueType(), ...below }), shown, false)).toBe('');
    expect(
      check(composite({ Encoding: 'UniGB-UCS2-H' }, { FontDescriptor: trueType(), ...below }), shown),
    ).not.toContain('whose widths are not those');
  });

  it('breaks its encoding if it is simple', () => {
    const font = simple({ Subtype: 'TrueType', FontDescriptor: trueType(), Encoding: 'WinAnsiEncoding' });
    expect(check(font, 'A')).toBe('F, whose characters cannot be found (6.2.11.6)');
  });
});

describe('what is shown in fonts', () => {
  it('is collected by the font', () => {
    const uses = new FontUses();
    const [one, other] = [simple(), simple()];
    expect(uses.add(one, { mode: 0, isSpoken: false }, 'ab')).toBe(true);
    expect(uses.add(one, { mode: 3, isSpoken: true }, 'c')).toBe(false);
    expect(uses.add(other, { mode: 3, isSpoken: false }, 'd')).toBe(true);
    expect([...uses.all.values()]).toEqual([
      { shown: ['ab', 'c'], silent: ['ab'], isSeen: true, length: 3 },
      { shown: ['d'], silent: ['d'], isSeen: false, length: 1 },
    ]);
  });

  it('is collected up to a limit, and is seen beyond it', () => {
    const uses = new FontUses();
    const font = simple();
    const add = (length: number, mode: number) => uses.add(font, { mode, isSpoken: false }, 'x'.repeat(length));
    add(199_999, 3);
    add(1, 3);
    add(1, 0);
    const use = uses.all.get(font);
    expect([use?.shown.length, use?.silent.length, use?.isSeen, use?.length]).toEqual([2, 2, true, 200_001]);
  });
});

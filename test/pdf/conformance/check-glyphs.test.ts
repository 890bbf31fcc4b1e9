import { describe, expect, it } from 'vitest';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';
import {
  checkComposite,
  checkDrawn,
  checkTrueType,
  checkWidth,
  listDifferences,
} from '../../../src/pdf/conformance/check-glyphs.ts';
import type { FontProgram } from '../../../src/pdf/conformance/font-program.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject | undefined>;

/** What a check finds, without the name of the font. */
function find(check: (breaches: Breaches) => void): string[] {
  const breaches = new Breaches('S');
  check(breaches);
  const text = breaches.describe();
  return text === undefined
    ? []
    : text.split('; ').map((each) => each.replace(/^F, (?:which |whose )?/, '').replace('S, ', ''));
}

const lacks = 'lacks a character that is shown';
const widths = 'widths are not those of its program (6.2.11.5)';
const budget = () => ({ bytes: 100_000 });
const stream = (data: string | Buffer) => new PdfRef(new PdfStream(new Map(), Buffer.from(data)));

describe('the names that an encoding gives to codes', () => {
  it('count on from the last number', () => {
    const Encoding = buildDict({ Differences: [65, 'A', 'B', new PdfRef(200), 'C', null] });
    expect([...listDifferences(buildDict({ Encoding }))]).toEqual([
      [65, 'A'],
      [66, 'B'],
      [200, 'C'],
      [201, ''],
    ]);
    expect(listDifferences(buildDict({ Encoding: 'WinAnsiEncoding' })).size).toBe(0);
    expect([...listDifferences(buildDict({ Encoding: buildDict({ Differences: ['A'] }) }))]).toEqual([[0, 'A']]);
  });
});

describe('a width', () => {
  it.each([
    [500, 500, []],
    [500, 501, []],
    [501, 500, []],
    [500, 501.1, [widths]],
    [501.1, 500, [widths]],
  ])('of %d may be drawn as %d: %j', (said, drawn, expected) => {
    expect(find((breaches) => checkWidth(said, drawn, 'F', breaches))).toEqual(expected);
  });
});

describe('a font whose glyphs are drawings', () => {
  const font = (more: Entries = {}) =>
    buildDict({
      Encoding: buildDict({ Differences: [65, 'A', 'B'] }),
      CharProcs: buildDict({ A: stream('500 0 d0 0 0 m'), B: stream('') }),
      FirstChar: 65,
      Widths: [500, 0],
      ...more,
    });
  const check = (code: number, more?: Entries) =>
    find((breaches) => checkDrawn(font(more), new Set([code]), 'F', breaches, budget()));

  it.each<[string, number, Entries, string[]]>([
    ['with the width that is drawn', 65, {}, []],
    ['with a drawing without a width', 66, {}, []],
    ['with another width', 65, { Widths: [600] }, [widths]],
    ['without a width', 65, { Widths: [] }, [widths]],
    ['with widths that begin elsewhere', 65, { FirstChar: 66 }, [widths]],
    ['with widths that begin at 0', 65, { FirstChar: undefined, Widths: [...Array(65).fill(0), 500] }, []],
    ['without the name', 67, {}, [`${lacks} (6.2.11.4.1)`]],
    ['without the drawing', 65, { CharProcs: buildDict({}) }, [`${lacks} (6.2.11.4.1)`]],
  ])('is checked %s', (_what, code, more, expected) => {
    expect(check(code, more)).toEqual(expected);
  });

  it('is checked to its last character', () => {
    expect(
      find((breaches) => checkDrawn(font({ Widths: [500, 9] }), new Set([70, 66]), 'F', breaches, budget())),
    ).toEqual([`${lacks} (6.2.11.4.1)`, widths]);
  });
});

/** A program with ten glyphs, each ten times as wide as its number. */
const program = (...maps: [platform: number, encoding: number, glyphs: Record<number, number>][]): FontProgram => ({
  glyphs: 10,
  advances: (glyph) => glyph * 10,
  maps: maps.map(([platform, encoding, glyphs]) => ({
    platform,
    encoding,
    find: (character) => glyphs[character] ?? 0,
  })),
});

describe('a composite font', () => {
  const check = (cid: number, entries: Entries) =>
    find((breaches) => checkComposite(buildDict(entries), new Set([cid]), program(), 'F', breaches, budget()));
  const map = stream(Buffer.from([0, 0, 0, 3, 0, 10]));

  it.each<[string, number, Entries, string[]]>([
    ['with its width', 4, { W: [4, [40]] }, []],
    ['with its default width', 4, { DW: 40 }, []],
    ['with another width', 4, { W: [4, [44]] }, [widths]],
    ['with another default width', 4, {}, [widths]],
    ['that names its glyphs as they are', 4, { CIDToGIDMap: 'Identity', DW: 40 }, []],
    [
      'that names its glyphs in another way',
      4,
      { CIDToGIDMap: 'Other', DW: 40 },
      ['glyphs cannot be found (6.2.11.3.2)'],
    ],
    ['that maps its glyphs', 1, { CIDToGIDMap: map, DW: 30 }, []],
    ['that maps a glyph to one that is not there', 2, { CIDToGIDMap: map, DW: 100 }, [`${lacks} (6.2.11.4.1)`]],
    ['that maps a glyph to nothing', 0, { CIDToGIDMap: map }, [`${lacks} (6.2.11.8)`]],
    ['that does not map a glyph', 3, { CIDToGIDMap: map }, [`${lacks} (6.2.11.8)`]],
    ['without the glyph', 10, { DW: 100 }, [`${lacks} (6.2.11.4.1)`]],
    ['with its last glyph', 9, { DW: 90 }, []],
    ['with no character', 0, { DW: 0 }, [`${lacks} (6.2.11.8)`]],
  ])('is checked %s', (_what, cid, entries, expected) => {
    expect(check(cid, entries)).toEqual(expected);
  });
});

describe('a simple font with a TrueType program', () => {
  const unicode: [number, number, Record<number, number>] = [3, 1, { 65: 4, 8364: 5, 66: 10 }];
  const symbols: [number, number, Record<number, number>] = [3, 0, { 65: 1, 61506: 2, 61763: 3, 62020: 4 }];
  const check = (entries: Entries, code: number, maps: FontProgram['maps'], isSure = true) =>
    find((breaches) =>
      checkTrueType(
        buildDict({ FirstChar: code, ...entries }),
        new Set([code]),
        { ...program(), maps },
        'F',
        breaches,
        isSure,
      ),
    );
  const text = (
    Encoding: PdfObject | undefined,
    Widths: PdfObject,
    code = 0x41,
    maps = program(unicode).maps,
    isSure = true,
  ) => check({ Encoding, Widths, FontDescriptor: buildDict({ Flags: 32 }) }, code, maps, isSure);

  it.each<[string, string[], string[]]>([
    ['one of two encodings', text('WinAnsiEncoding', [40]), []],
    ['the other one', text('MacRomanEncoding', [40]), []],
    ['a base encoding', text(buildDict({ BaseEncoding: 'WinAnsiEncoding' }), [40]), []],
    ['a code beyond ASCII', text('WinAnsiEncoding', [50], 0x80), []],
    ['the code of the other encoding', text('MacRomanEncoding', [50], 0xdb), []],
    ['another width', text('WinAnsiEncoding', [42]), [widths]],
    ['no widths', text('WinAnsiEncoding', []), [widths]],
    ['a character that is not there', text('WinAnsiEncoding', [0], 0x43), [`${lacks} (6.2.11.4.1)`]],
    ['a glyph that is not there', text('WinAnsiEncoding', [100], 0x42), [`${lacks} (6.2.11.4.1)`]],
    ['no encoding', text(undefined, [40]), ['encoding is not one of two (6.2.11.6)']],
    ['another encoding', text('StandardEncoding', [40]), ['encoding is not one of two (6.2.11.6)']],
    ['no table of characters', text('WinAnsiEncoding', [40], 0x41, []), ['characters cannot be found (6.2.11.6)']],
    [
      'a table of symbols alone',
      text('WinAnsiEncoding', [40], 0x41, program(symbols).maps),
      ['characters cannot be found (6.2.11.6)'],
    ],
    ['a table of symbols and another one', text('WinAnsiEncoding', [40], 0x41, program(symbols, unicode).maps), []],
    ['a table of another system', text('WinAnsiEncoding', [77], 0x41, program([1, 0, {}]).maps), []],
  ])('is checked with %s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });

  const differences = (...names: string[]) =>
    buildDict({ BaseEncoding: 'WinAnsiEncoding', Differences: [0x41, ...names] });
  const unknown = 'encoding has names that readers do not know (6.2.11.6)';

  it.each<[string, string[], string[]]>([
    ['names that readers know', text(differences('A', '.notdef'), [99]), []],
    ['names that they do not know', text(differences('A', 'mine'), [40]), [unknown]],
    ['names and no table for them', text(differences('A'), [40], 0x41, program([1, 0, {}]).maps), [unknown]],
    [
      'names in a file that claims nothing',
      text(differences('A'), [40], 0x41, undefined, false),
      ['encoding has differences that are not looked into here'],
    ],
  ])('is checked with %s', (_what, found, expected) => {
    expect(found).toEqual(expected);
  });

  const symbol = (Widths: PdfObject, code: number, maps = program(symbols).maps, Encoding?: PdfObject) =>
    check({ Widths, Encoding, FontDescriptor: buildDict({ Flags: 4 }) }, code, maps);

  it.each<[string, string[], string[]]>([
    ['a code', symbol([10], 0x41), []],
    ['a code above F000', symbol([20], 0x42), []],
    ['a code above F100', symbol([30], 0x43), []],
    ['a code above F200', symbol([40], 0x44), []],
    ['a code without a glyph', symbol([0], 0x45), [`${lacks} (6.2.11.4.1)`]],
    ['another width', symbol([12], 0x41), [widths]],
    ['another table alone', symbol([40], 0x41, program([1, 0, { 65: 4 }]).maps), []],
    ['the table of symbols among others', symbol([10], 0x41, program(unicode, symbols).maps), []],
    [
      'two tables, neither of symbols',
      symbol([40], 0x41, program(unicode, [1, 0, {}]).maps),
      ['characters cannot be distinguished (6.2.11.6)'],
    ],
    [
      'an encoding',
      symbol([10], 0x41, undefined, 'WinAnsiEncoding'),
      ['has an encoding though its characters are its own (6.2.11.6)'],
    ],
  ])('whose characters are its own is checked with %s', (_what, found, expected) => {
    expect(found.map((each) => each.replace('F, which ', ''))).toEqual(expected);
  });
});

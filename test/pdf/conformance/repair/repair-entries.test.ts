import { describe, expect, it } from 'vitest';
import {
  repairFilters,
  repairFont,
  repairFontType,
  repairForArchive,
  repairState,
} from '../../../../src/pdf/conformance/repair/repair-entries.ts';
import { buildDict, type PdfDict, type PdfObject, PdfStream } from '../../../../src/pdf/objects/objects.ts';

type Entries = Record<string, PdfObject>;
type Repair = (dict: PdfDict, note: (change: string) => void) => void;

/** The entries after a repair, and what is said of it. */
function apply(repair: Repair, given: Entries): { entries: Entries; notes: string[] } {
  const dict = buildDict(given);
  const notes: string[] = [];
  repair(dict, (note) => void notes.push(note));
  return { entries: Object.fromEntries(dict), notes };
}

const metadata = 'metadata of single objects was removed';
const halftones = 'halftones and transfer functions without effect were removed';
const smoothing = 'the smoothing of images was turned off';
const versions = 'other versions of images were removed';
const lists = 'lists of the glyphs in fonts were removed';
const glyphMap = 'fonts without a map of their glyphs have one';
const pointer = 'appearances under the pointer were removed';
const links = 'links are marked to be printed';
const Rect = [0, 0, 9, 9];
const [normal, other] = [new Map(), new Map([['a', 1]])];

describe('an object in an archive', () => {
  it.each<[name: string, given: Entries, repaired: Entries, notes: string[]]>([
    ['loses its metadata', { Metadata: buildDict({ Type: 'Metadata' }), A: 1 }, { A: 1 }, [metadata]],
    ['loses the smoothing of an image', { Subtype: 'Image', Interpolate: true }, { Subtype: 'Image' }, [smoothing]],
    ['loses no smoothing that is off', { Subtype: 'Image', Interpolate: false }, { Subtype: 'Image' }, []],
    ['loses other versions of an image', { Subtype: 'Image', Alternates: [] }, { Subtype: 'Image' }, [versions]],
    ['loses the halftone of a state', { Type: 'ExtGState', HT: 'Default' }, { Type: 'ExtGState' }, [halftones]],
    ['loses the halftone of a state without a type', { HT: 'Default' }, {}, [halftones]],
    ['loses the function of a state without a type', { TR: 'Identity', LW: 1 }, { LW: 1 }, [halftones]],
    ['loses lists of glyphs', { Type: 'FontDescriptor', CIDSet: 1, CharSet: 2 }, { Type: 'FontDescriptor' }, [lists]],
    ['has links that are printed', { Subtype: 'Link', Rect }, { Subtype: 'Link', Rect, F: 4 }, [links]],
    ['keeps other flags of links', { Subtype: 'Link', Rect, F: 2 }, { Subtype: 'Link', Rect, F: 6 }, [links]],
    ['has no flags of popups', { Subtype: 'Popup', Rect, F: 2 }, { Subtype: 'Popup', Rect }, []],
    [
      'loses appearances under the pointer',
      { Subtype: 'Stamp', Rect, AP: buildDict({ N: normal, R: other }) },
      { Subtype: 'Stamp', Rect, AP: buildDict({ N: normal }) },
      [pointer],
    ],
  ])('%s', (_, given, repaired, notes) => {
    expect(apply(repairForArchive, given)).toEqual({ entries: repaired, notes });
  });

  it.each<[name: string, given: Entries]>([
    ['a font with an entry for data', { Metadata: buildDict({ Type: 'Data' }) }],
    ['a form with an entry for smoothing', { Subtype: 'Form', Interpolate: true, Alternates: [] }],
    ['a dictionary of another type with a halftone', { Type: 'Page', HT: 1, TR: 'Identity' }],
    ['a dictionary of another kind with a halftone', { Subtype: 'Form', HT: 1, TR: 'Identity' }],
    ['another function of a state alone', { HTP: 1, TR2: 'Identity' }],
    ['a link that is printed', { Subtype: 'Link', Rect, F: 4 }],
    ['a link without a place', { Subtype: 'Link' }],
    ['the flags of a stamp', { Subtype: 'Stamp', Rect, F: 0 }],
    ['one appearance', { Subtype: 'Stamp', Rect, AP: buildDict({ N: normal }) }],
    ['an appearance under the pointer alone', { Subtype: 'Stamp', Rect, AP: buildDict({ D: normal, R: other }) }],
  ])('keeps %s', (_, given) => {
    expect(apply(repairForArchive, given)).toEqual({ entries: given, notes: [] });
  });
});

describe('a font', () => {
  const cid = (entries: Entries): Entries => ({ Subtype: 'CIDFontType2', ...entries });
  const embedded = (file: string) => cid({ FontDescriptor: buildDict({ [file]: 1 }) });

  it.each<[given: Entries, isMapped: boolean]>([
    [embedded('FontFile2'), true],
    [embedded('FontFile3'), true],
    [embedded('FontFile'), false],
    [cid({}), false],
    [{ ...embedded('FontFile2'), CIDToGIDMap: 'Other' }, false],
    [{ ...embedded('FontFile2'), Subtype: 'CIDFontType0' }, false],
  ])('gets a map of its glyphs if it has a program and no map: %#', (given, isMapped) => {
    expect(apply(repairFont, given)).toEqual({
      entries: { ...given, ...(isMapped && { CIDToGIDMap: 'Identity' }) },
      notes: isMapped ? [glyphMap] : [],
    });
  });

  it('loses either list of its glyphs', () => {
    const Type = 'FontDescriptor';
    expect(apply(repairFont, { Type, CharSet: 1 })).toEqual({ entries: { Type }, notes: [lists] });
    expect(apply(repairFont, { Type, CIDSet: 1 })).toEqual({ entries: { Type }, notes: [lists] });
    expect(apply(repairFont, { Type })).toEqual({ entries: { Type }, notes: [] });
    expect(apply(repairFont, { Type: 'Font', CIDSet: 1 })).toEqual({ entries: { Type: 'Font', CIDSet: 1 }, notes: [] });
  });

  it('gets its type, also inside of another', () => {
    const inner = buildDict({ Subtype: 'CIDFontType2' });
    const note = 'fonts without a type have one';
    const { entries, notes } = apply(repairFontType, { Subtype: 'Type0', DescendantFonts: [inner, null] });
    expect(notes).toEqual([note, note]);
    expect([entries.Type, inner.get('Type')]).toEqual(['Font', 'Font']);
    expect(apply(repairFontType, { Subtype: 'Type1', Type: 'Other' }).entries.Type).toBe('Other');
    expect(apply(repairFontType, { Name: 'F1' })).toEqual({ entries: { Name: 'F1' }, notes: [] });
  });
});

it.each<[given: Entries, repaired: Entries, notes: string[]]>([
  [{ HT: 1, LW: 1 }, { LW: 1 }, [halftones]],
  [{ HTP: 1 }, {}, [halftones]],
  [{ TR: 'Identity', TR2: 'Identity' }, {}, [halftones]],
  [{ TR2: 'Identity' }, {}, [halftones]],
  [{ TR: 'Other', TR2: 'Default' }, { TR: 'Other', TR2: 'Default' }, []],
])('a graphics state loses what has no effect: %j', (given, repaired, notes) => {
  expect(apply(repairState, given)).toEqual({ entries: repaired, notes });
});

describe('a stream in LZW', () => {
  /** "-----A---B" (ISO 32000-2, 7.4.4.2). */
  const packed = Buffer.from('800B6050220C0C8501', 'hex');
  const repair = (entries: Entries, data = packed) => {
    const stream = new PdfStream(buildDict(entries), data);
    const notes: string[] = [];
    repairFilters(stream, { bytes: 1000 }, (note) => void notes.push(note));
    return { entries: Object.fromEntries(stream.dict), data: Buffer.from(stream.data).toString('latin1'), notes };
  };
  const notes = ['streams in LZW are in Flate'];
  const data = '-----A---B';

  it.each<[name: string, given: Entries]>([
    ['alone', { Filter: 'LZWDecode', DecodeParms: null }],
    ['by its short name', { Filter: ['LZW'] }],
  ])('is unpacked: %s', (_, given) => {
    expect(repair({ ...given, Width: 1 })).toEqual({ entries: { Width: 1 }, data, notes });
  });

  it('is unpacked below another filter', () => {
    const hex = Buffer.from(`${packed.toString('hex')}>`);
    expect(repair({ Filter: ['ASCIIHexDecode', 'LZWDecode'] }, hex)).toEqual({ entries: {}, data, notes });
  });

  it.each<[name: string, given: Entries]>([
    ['another filter', { Filter: 'FlateDecode' }],
    ['no filter', {}],
    ['a picture in it', { Filter: ['LZWDecode', 'DCTDecode'] }],
  ])('stays with %s', (_, given) => {
    expect(repair(given)).toEqual({ entries: given, data: packed.toString('latin1'), notes: [] });
  });
});

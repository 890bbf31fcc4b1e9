import { describe, expect, it } from 'vitest';
import { findMissingGlyphs } from '../../../src/pdf/content/find-missing-glyphs.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text, 'latin1')));

/** A font whose glyphs 0x41 and 0x42 are the letters A and B. */
const font = (subtype: 'Type0' | 'Type3') =>
  buildDict({
    Subtype: subtype,
    ToUnicode: stream(
      writeToUnicode(
        new Map([
          [0x41, '0041'],
          [0x42, '0042'],
        ]),
      ),
    ),
  });

async function find(content: string, fonts: Record<string, PdfObject> = { F1: font('Type0') }) {
  const page = buildDict({ Contents: stream(content), Resources: buildDict({ Font: buildDict(fonts) }) });
  const found = await findMissingGlyphs([new PdfRef(page)]);
  return (
    found && { characters: [...found.characters].join(''), unnamed: found.unnamed, known: [...found.known].join('') }
  );
}

const marked = (text: string, codes: string) => `/Span <</ActualText <FEFF${text}>>> BDC <${codes}> Tj EMC`;

describe('text without glyphs', () => {
  it('has the characters that a mark names and the other glyphs in it do not', async () => {
    expect(await find(`BT /F1 12 Tf ${marked('00410416', '00410000')} ET`)).toEqual({
      characters: 'Ж',
      unnamed: 0,
      known: 'AЖB',
    });
  });

  it('has fonts that name no character for glyph 0', async () => {
    const two = { F1: font('Type0'), F2: font('Type0') };
    expect(await find('BT /F1 12 Tf <0000> Tj <00410000> Tj ET')).toEqual({ characters: '', unnamed: 1, known: 'AB' });
    expect(await find('BT /F1 12 Tf <0000> Tj /F2 12 Tf <0000> Tj ET', two)).toMatchObject({ unnamed: 2 });
  });

  it.each([
    ['no glyph 0', 'BT /F1 12 Tf <00410042> Tj ET'],
    ['zeros across two codes', 'BT /F1 12 Tf <41000042> Tj ET'],
    ['zeros of a number', 'BT /F1 12 Tf 10000 0 Td <0041> Tj ET'],
    ['a mark with all its glyphs', `BT /F1 12 Tf ${marked('0041', '0041')} ET`],
  ])('is not found for %s', async (_what, content) => {
    expect(await find(content)).toBeUndefined();
  });

  it('is found in fonts with codes of one byte, where two zeros are enough', async () => {
    const fonts = { F1: font('Type3') };
    expect(await find('BT /F1 12 Tf <4100> Tj ET', fonts)).toMatchObject({ unnamed: 1 });
    expect(await find('BT /F1 12 Tf <4142> Tj ET', fonts)).toBeUndefined();
  });

  it('is found in the second of two fonts, if that one alone has codes of one byte', async () => {
    const fonts = { F1: font('Type0'), F2: font('Type3') };
    expect(await find('BT /F1 12 Tf <0041> Tj /F2 12 Tf <4100> Tj ET', fonts)).toMatchObject({ unnamed: 1 });
  });

  it('is found behind zeros that are not one', async () => {
    expect(await find('BT /F1 12 Tf <41000042> Tj <00410000> Tj ET')).toMatchObject({ unnamed: 1 });
  });

  it.each(['9', 'A', 'F', 'a', 'f'])('is found behind the digit %s', async (digit) => {
    expect(await find(`BT /F1 12 Tf <0${digit}0${digit}0000> Tj ET`)).toMatchObject({ unnamed: 1 });
  });

  it('is found among more zeros than it has', async () => {
    expect(await find('BT /F1 12 Tf <041000004142> Tj ET')).toMatchObject({ unnamed: 1 });
    const fonts = { F1: font('Type3') };
    expect(await find('BT /F1 12 Tf <410041> Tj ET', fonts)).toMatchObject({ unnamed: 1 });
  });

  it('takes nothing from a mark with all its glyphs', async () => {
    expect(await find(`BT /F1 12 Tf ${marked('0043', '0041')} <0000> Tj ET`)).toEqual({
      characters: '',
      unnamed: 1,
      known: 'CAB',
    });
  });

  it('has no name in a mark without text', async () => {
    expect(await find('BT /F1 12 Tf /Span BMC <0000> Tj EMC EMC ET')).toEqual({
      characters: '',
      unnamed: 1,
      known: 'AB',
    });
  });

  it('has all characters of a mark if its font does not say what its glyphs are', async () => {
    const fonts = { F1: buildDict({ Subtype: 'Type0' }) };
    expect(await find(`BT /F1 12 Tf ${marked('00410416', '00410000')} ET`, fonts)).toEqual({
      characters: 'AЖ',
      unnamed: 0,
      known: 'AЖ',
    });
  });

  it('is not looked for on a page without fonts', async () => {
    expect(await find('BT /F1 12 Tf <0000> Tj ET', {})).toBeUndefined();
  });

  it('is not found in a PDF that cannot be read', async () => {
    const broken = stream('no zlib', { Filter: 'FlateDecode' });
    const page = buildDict({ Contents: broken, Resources: buildDict({ Font: buildDict({ F1: font('Type0') }) }) });
    expect(await findMissingGlyphs([new PdfRef(page)])).toBeUndefined();
  });

  it('is not looked for after an error that is no damage of the PDF', async () => {
    const page = buildDict({});
    page.get = () => {
      throw new RangeError('too deep');
    };
    await expect(findMissingGlyphs([new PdfRef(page)])).rejects.toThrow('too deep');
  });
});

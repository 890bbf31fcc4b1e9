import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';
import { writeToUnicode } from '../../../src/pdf/objects/to-unicode.ts';
import { TextReader } from '../../../src/pdf/tagging/read-text.ts';

const unicode = new Map([
  [0x41, '0041'],
  [0x42, '0042'],
  [0x4142, '0058'],
  [0x43, 'E001'],
]);

const font = (subtype: string): PdfObject =>
  buildDict({
    Subtype: subtype,
    ToUnicode: new PdfRef(new PdfStream(new Map(), Buffer.from(writeToUnicode(unicode)))),
  });
const resources = (fonts: Record<string, PdfObject>) => buildDict({ Font: buildDict(fonts) });
const fonts = resources({ F1: font('Type0'), F3: font('Type3'), F9: buildDict({ Subtype: 'Type0' }) });

const read = (content: string) => new TextReader({ bytes: 1e6 }).read(Buffer.from(content, 'latin1'), fonts);

describe('the text that content shows', () => {
  it('has two bytes for each code of a composite font, and one of a font whose glyphs are drawings', () => {
    expect(read('/F1 12 Tf <00410042> Tj')).toBe('AB');
    expect(read('/F1 12 Tf <4142> Tj')).toBe('X');
    expect(read('/F3 12 Tf <4142> Tj')).toBe('AB');
  });

  it('leaves out half a code at the end', () => {
    expect(read('/F1 12 Tf <004100> Tj')).toBe('A');
  });

  it('has the pieces of an array, whatever is between them', () => {
    expect(read('/F3 12 Tf [<41> -20 <42>] TJ')).toBe('AB');
  });

  it('is empty for a font that does not tell its text, and without a font', () => {
    expect(read('/F9 12 Tf <0041> Tj')).toBe('');
    expect(read('<0041> Tj')).toBe('');
    expect(read('/F7 12 Tf <0041> Tj')).toBe('');
  });

  it('is the alternative text of a mark, once, in place of what is inside', () => {
    const inner = '/Span <</ActualText (inner)>> BDC <41> Tj EMC';
    expect(read(`/F3 12 Tf /Span <</ActualText (x)>> BDC <41> Tj <42> Tj ${inner} EMC <42> Tj`)).toBe('xB');
    expect(read(`/F3 12 Tf /P BMC <41> Tj ${inner} EMC`)).toBe('Ainner');
    expect(read('/F3 12 Tf /P <</MCID 0>> BDC <41> Tj EMC')).toBe('A');
  });

  it('separates lines by a space', () => {
    expect(read('/F3 12 Tf 1 0 0 1 0 50 Tm <41> Tj 1 0 0 1 20 50 Tm <42> Tj 1 0 0 1 0 30 Tm <41> Tj')).toBe(' AB A');
  });
});

describe('characters of private use', () => {
  it('are remembered, also below an alternative text', () => {
    const reader = new TextReader({ bytes: 1e6 });
    reader.read(Buffer.from('/F3 12 Tf <41> Tj /Span <</ActualText (icon)>> BDC <43> Tj EMC'), fonts);
    expect([...reader.privates]).toEqual(['\ue001']);
  });

  it('are found in the fonts of a page', () => {
    const reader = new TextReader({ bytes: 1e6 });
    expect(reader.hasPrivate(fonts)).toBe(true);
    expect(reader.hasPrivate(fonts)).toBe(true);
    expect(reader.hasPrivate(resources({ F9: buildDict({ Subtype: 'Type0' }) }))).toBe(false);
    expect(reader.hasPrivate(undefined)).toBe(false);
  });
});

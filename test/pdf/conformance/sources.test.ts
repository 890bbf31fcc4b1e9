import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSrgbProfile } from '../../../src/pdf/conformance/srgb-profile.ts';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import type { Conformance } from '../../../src/pdf/part/conformance.ts';
import { unfoldPdf } from '../run-qpdf.ts';
import { buildPage, type Source } from './build-page.ts';

const archive: Conformance = { pdfA: { part: 2, level: 'B' } };
const options = { outline: true, producer: 'test' };
const plain = (pdf: Uint8Array) => mergePdfs([{ pdf, foreign: true }], options).pdf;
const merge = (pdf: Uint8Array, conformance = archive) =>
  mergePdfs([{ pdf, foreign: true }], { ...options, conformance }).pdf;
const chromium = readFileSync(new URL('../../fixtures/pdf/first.pdf', import.meta.url));

const annotation = (entries: string): Source => ({
  page: '/Annots [5 0 R]',
  more: [
    `<</Type /Annot /Rect [0 0 50 50] ${entries}>>`,
    { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9]', data: '' },
  ],
});
const font = (entries: string, text = '(A) Tj'): Source => ({
  content: `BT /F1 12 Tf ${text} ET`,
  resources: '/Font <</F1 5 0 R>>',
  more: [`<</Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Body ${entries}>>`],
});
const drawnFont = (encoding: string, width = 500): Source => ({
  content: 'BT /F1 12 Tf (A) Tj ET',
  resources: '/Font <</F1 5 0 R>>',
  more: [
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65
      /Widths [${width}] /Encoding <<${encoding}>> /CharProcs <</a 6 0 R>> /Resources <<>>>>`,
    { dict: '', data: '500 0 0 0 9 9 d1 0 0 9 9 re f' },
  ],
});
const helvetica = (text?: string) => font('', text);
const picture = (entries: string): Source => ({
  content: '/X1 Do',
  resources: '/XObject <</X1 5 0 R>>',
  more: [{ dict: `/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 ${entries}`, data: '\0\0\0\0' }],
});
const state = (entries: string): Source => ({ content: '/G1 gs', resources: `/ExtGState <</G1 <<${entries}>>>>` });
const ink = (name: string, tint: string) => `[/Separation /${name} /DeviceRGB ${tint}]`;
const tint = (red: number) => `<</FunctionType 2 /Domain [0 1] /N 1 /C0 [1 1 1] /C1 [${red} 0 0]>>`;

describe('a PDF of a user in an archive is refused for', () => {
  it.each<[string, Source, string]>([
    ['a font that is not embedded', helvetica(), 'the font Body is not embedded (ISO 19005-2, 6.2.11.4.1)'],
    [
      'a font of a note that is not',
      annotation('/Subtype /Stamp /F 4 /AP <</N 7 0 R>>'),
      'the font Helvetica is not embedded',
    ],
    [
      'a composite font that is not',
      font('/Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<</Subtype /CIDFontType2>>]'),
      'not embedded',
    ],
    [
      'a drawn font without a glyph that is shown',
      drawnFont('/Differences [65 /b]'),
      'which lacks a character that is shown (ISO 19005-2, 6.2.11.4.1)',
    ],
    [
      'a drawn font of other widths',
      { ...drawnFont('/Differences [65 /a]', 300) },
      'whose widths are not those of its program (ISO 19005-2, 6.2.11.5)',
    ],
    [
      'DeviceCMYK',
      { content: '0 0 0 1 k' },
      'page 1: DeviceCMYK, which the output intent says nothing of (ISO 19005-2, 6.2.4.3)',
    ],
    [
      'DeviceCMYK behind an ink',
      { content: '/C1 cs', resources: '/ColorSpace <</C1 [/Separation /Gold /DeviceCMYK <<>>]>>' },
      'DeviceCMYK',
    ],
    ['DeviceCMYK of a picture', picture('/ColorSpace [/Indexed /DeviceCMYK 0 <00000000>]'), 'DeviceCMYK'],
    ['DeviceCMYK of an inline picture', { content: 'BI /W 1 /H 1 /BPC 8 /CS /CMYK ID abcd EI' }, 'DeviceCMYK'],
    [
      'an ink that is made in two ways',
      {
        content: '/C1 cs /C2 cs',
        resources: `/ColorSpace <</C1 ${ink('Gold', tint(0))} /C2 ${ink('Gold', tint(1))}>>`,
      },
      'the ink Gold, which is made in two ways (ISO 19005-2, 6.2.4.4)',
    ],
    [
      'an ink that is not described',
      { content: '/C1 cs', resources: `/ColorSpace <</C1 [/DeviceN [/Gold] /DeviceRGB ${tint(0)}]>>` },
      'the ink Gold, which is not described',
    ],
    [
      'LZW around a JPEG',
      picture('/ColorSpace /DeviceGray /Filter [/LZWDecode /DCTDecode]'),
      'the filter LZWDecode (ISO 19005-2, 6.1.7.2)',
    ],
    [
      'LZW of an inline picture',
      { content: 'BI /W 1 /H 1 /F /LZW ID abcd EI' },
      'the filter LZW (ISO 19005-2, 6.1.10)',
    ],
    ['JPEG 2000 that nobody vouches for', picture('/Filter /JPXDecode'), 'JPEG 2000'],
    [
      'a picture of 3 bits',
      {
        ...picture(''),
        more: [{ dict: '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 3 /ColorSpace /DeviceGray', data: 'a' }],
      },
      'an image of 3 bits (ISO 19005-2, 6.2.8)',
    ],
    ['an XFA form', { catalog: '/AcroForm <</Fields [] /XFA (x)>>' }, 'an XFA form (ISO 19005-2, 6.4.2)'],
    [
      'attached files',
      { catalog: '/Names <</EmbeddedFiles <</Names [(a) <</F (a)>>]>>>>' },
      'attached files (ISO 19005-2, 6.8)',
    ],
    [
      'a field without an appearance',
      annotation('/Subtype /Widget /FT /Tx /T (a) /F 4'),
      'page 1: a form field without an appearance (ISO 19005-2, 6.3.3)',
    ],
    [
      'a hidden note',
      annotation('/Subtype /Square /F 6 /AP <</N 6 0 R>>'),
      'an annotation of the kind Square that is hidden',
    ],
    [
      'its own operator',
      { content: 'BX 1 2 foo EX' },
      'the operator foo, which is not one of PDF (ISO 19005-2, 6.2.2)',
    ],
    [
      'states in states',
      { content: `${'q '.repeat(29)}${'Q '.repeat(29)}` },
      'more than 28 states in one another (ISO 19005-2, 6.1.13)',
    ],
    ['its own rendering intent', { content: '/Bright ri' }, 'the rendering intent Bright (ISO 19005-2, 6.2.6)'],
    [
      'a transfer function',
      state('/TR <</FunctionType 2 /N 1 /Domain [0 1]>>'),
      'a transfer function (ISO 19005-2, 6.2.5)',
    ],
    [
      'a page of another measure',
      { page: '/CropBox [0 0 2 100]' },
      'a CropBox of 2 by 100 units (ISO 19005-2, 6.1.13)',
    ],
    ['a large number', { page: '/VP [<</BBox [0 0 3000000000 1]>>]' }, 'the number 3000000000 (ISO 19005-2, 6.1.13)'],
    [
      'a long name',
      { resources: `/Properties <</${'x'.repeat(128)} <<>>>>` },
      'a name that is too long (ISO 19005-2, 6.1.13)',
    ],
    ['a long string', { page: `/VP [<</Name (${'x'.repeat(32_768)})>>]` }, 'a string that is too long'],
  ])('%s', (_what, source, message) => {
    const helveticaForm = {
      dict: '/Subtype /Form /BBox [0 0 9 9] /Resources <</Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>>>',
      data: 'BT /F1 9 Tf (a) Tj ET',
    };
    const pdf = buildPage({ ...source, more: [...(source.more ?? []), helveticaForm] });
    expect(() => merge(pdf)).toThrow(
      expect.objectContaining({ code: 'not_conforming', part: 0, message: expect.stringContaining(message) }),
    );
    // Nobody minds where nothing is claimed.
    expect(plain(pdf).length).toBeGreaterThan(0);
  });

  it('several reasons, of which an error names three, each with the page that has it first', () => {
    const content = '/A ri /B ri /B ri /C ri /D ri';
    expect(() => merge(buildPage({ content }))).toThrow(
      /^page 1: the rendering intent A \(.*\); page 1: .* B \(.*\); page 1: .* C \(.*\); and 1 more$/,
    );
  });

  it('a level that it does not claim itself', () => {
    expect(() => merge(buildPage({}), { pdfA: { part: 2, level: 'U' } })).toThrow(
      /level U, which the PDF does not claim itself/,
    );
  });

  it.each<[string, Source, string]>([
    ['a font', helvetica(), 'is not embedded (ISO 19005-4, 6.2.10.4.1)'],
    [
      'an inline picture without its length',
      { content: 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI' },
      'without its length (ISO 19005-4, 6.1.9)',
    ],
    ['a rendering intent', { content: '/Bright ri' }, 'the rendering intent Bright (ISO 19005-4, 6.2.4.6)'],
    [
      'attached files',
      { catalog: '/Names <</EmbeddedFiles <</Names [(a) <</F (a)>>]>>>>' },
      'attached files (ISO 19005-4, 6.9)',
    ],
  ])('%s in part 4, by the clause of part 4', (_what, source, message) => {
    expect(() => merge(buildPage(source), { pdfA: { part: 4 } })).toThrow(message);
  });

  it('a CMYK profile in part 4 that may be that of the output intent', () => {
    const profile = Buffer.from(buildSrgbProfile());
    profile.write('CMYK', 16, 'latin1');
    const source = {
      catalog: '/OutputIntents [<</S /GTS_PDFA1 /OutputConditionIdentifier (press) /DestOutputProfile 5 0 R>>]',
      content: '/C1 cs',
      resources: '/ColorSpace <</C1 [/ICCBased 5 0 R]>>',
      more: [{ dict: '/N 4', data: profile }],
    };
    expect(() => merge(buildPage(source), { pdfA: { part: 4 } })).toThrow(
      'a CMYK profile with an output intent of CMYK',
    );
    expect(merge(buildPage(source)).length).toBeGreaterThan(0);
  });

  it('what it breaks of part 3, by the clause of part 3', () => {
    expect(() => merge(helveticaPdf(), { pdfA: { part: 3, level: 'B' } })).toThrow('(ISO 19005-3, 6.2.11.4.1)');
  });
});

function helveticaPdf(): Buffer {
  return buildPage(helvetica());
}

describe('a document of ours in an archive', () => {
  it('is refused where a page is too large', () => {
    const page = '/CropBox [0 0 14500 100]';
    const large = () => mergePdfs([{ pdf: buildPage({ page }), foreign: false }], { ...options, conformance: archive });
    expect(large).toThrow('page 1: a CropBox of 14500 by 100 units (ISO 19005-2, 6.1.13)');
  });
});

describe('a PDF of a user in an archive may have', () => {
  it.each<[string, Source]>([
    ['text that shows nothing in a font that is not embedded', helvetica('3 Tr (A) Tj')],
    [
      'a font that nothing is shown in',
      { resources: '/Font <</F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>>' },
    ],
    ['device colours that the intent explains', { content: '1 0 0 rg 0.5 g /DeviceRGB cs' }],
    [
      'DeviceCMYK that is given a meaning',
      { content: '0 0 0 1 k', resources: '/ColorSpace <</DefaultCMYK [/Lab <</WhitePoint [1 1 1]>>]>>' },
    ],
    [
      'an ink that is made in one way, twice',
      {
        content: '/C1 cs /C2 cs',
        resources: `/ColorSpace <</C1 ${ink('Gold', tint(0))} /C2 ${ink('Gold', tint(0))}>>`,
      },
    ],
    ['links, which are printed then', annotation('/Subtype /Link /Border [0 0 0] /A <</S /URI /URI (https://a.b)>>')],
    ['28 states in one another', { content: `${'q '.repeat(28)}${'Q '.repeat(28)}` }],
    ['a drawn font with all that is shown', drawnFont('/Differences [65 /a]')],
    ['an inline picture without its length', { content: 'BI /W 1 /H 1 /BPC 8 /CS /G ID a EI' }],
    ['other filters', { content: '71>', dict: '/Filter /ASCIIHexDecode' }],
  ])('%s', (_what, source) => {
    expect(merge(buildPage(source)).length).toBeGreaterThan(0);
  });

  it('in part 4 what is a limit of readers alone', () => {
    const page = '/CropBox [0 0 2 100]';
    expect(merge(buildPage({ page }), { pdfA: { part: 4 } }).length).toBeGreaterThan(0);
  });

  it('what Chromium prints, no matter where it comes from', () => {
    expect(merge(chromium).length).toBeGreaterThan(0);
  });

  it('what readers do without, and loses it', async () => {
    const packet = { dict: '/Type /Metadata /Subtype /XML', data: '<x/>' };
    const more = [
      {
        dict: '/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Interpolate true /Metadata 6 0 R',
        data: 'a',
      },
      packet,
    ];
    const source = {
      content: '/X1 Do /G1 gs',
      resources: '/XObject <</X1 5 0 R>> /ExtGState <</G1 <</HT /Default /TR /Identity>>>>',
      more,
    };
    const text = await unfoldPdf(merge(buildPage(source)));
    expect(text).not.toMatch(/Interpolate|<x\/>|\/HT|\/TR/);
    expect(await unfoldPdf(plain(buildPage(source)))).toMatch(/Interpolate/);
  });

  it('layers, which get what the standard wants to know of them', async () => {
    const catalog = '/OCProperties <</OCGs [5 0 R 6 0 R] /D <</Order [5 0 R]>>>>';
    const more = ['<</Type /OCG /Name (a)>>', '<</Type /OCG /Name (b)>>'];
    const resources = '/Properties <</O1 5 0 R /O2 6 0 R>>';
    const text = await unfoldPdf(merge(buildPage({ catalog, more, resources })));
    expect(text).toMatch(/\/Name \(Layers\)/);
    expect(text).toMatch(/\/Order \[ \d+ 0 R \d+ 0 R \]/);
  });

  it('an output intent without a profile, which gives way to one of platen', async () => {
    const catalog = '/OutputIntents [<</S /GTS_PDFA1 /OutputConditionIdentifier (press)>>]';
    const text = await unfoldPdf(merge(buildPage({ catalog })));
    expect(text).not.toContain('(press)');
    expect(text).toContain('/DestOutputProfile');
  });

  it('its own output intent, which the document keeps', async () => {
    const profile = Buffer.from(buildSrgbProfile());
    profile.write('CMYK', 16, 'latin1');
    const catalog = '/OutputIntents [<</S /GTS_PDFA1 /OutputConditionIdentifier (press) /DestOutputProfile 5 0 R>>]';
    const press = { catalog, more: [{ dict: '/N 4', data: profile }] };
    expect(await unfoldPdf(merge(buildPage({ ...press, content: '0 0 0 1 k' })))).toMatch(/\(press\)/);
    expect(() => merge(buildPage({ ...press, content: '1 0 0 rg' }))).toThrow(/DeviceRGB, which the output intent/);
  });
});

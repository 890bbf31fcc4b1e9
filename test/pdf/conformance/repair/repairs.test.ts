import { describe, expect, it } from 'vitest';
import { buildSrgbProfile } from '../../../../src/pdf/conformance/srgb-profile.ts';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { unfoldPdf } from '../../run-qpdf.ts';
import { buildPage, type Source } from '../build-page.ts';

const options = { outline: true, producer: 'test' };
const merge = (source: Source, isArchive = true) =>
  mergePdfs([{ pdf: buildPage(source), foreign: true }], {
    ...options,
    ...(isArchive && { conformance: { pdfA: { part: 2, level: 'B' } } as const }),
  });
const listRepairs = ({ warnings }: ReturnType<typeof merge>) =>
  warnings.flatMap(({ code, detail }) => (code === 'conformance_repaired' ? [detail] : []));

const drawing = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <<>>', data: '0 0 5 5 re f' };
const annotation = (entries: string, rect = '0 0 50 50'): Source => ({
  page: '/Annots [5 0 R]',
  more: [`<</Type /Annot /Rect [${rect}] ${entries}>>`, drawing],
});
const field = (entries: string, kids = ''): Source => ({
  catalog: '/AcroForm <</Fields [5 0 R]>>',
  page: '/Annots [5 0 R]',
  more: [`<</Type /Annot /Subtype /Widget /F 4 /T (a) /Rect [0 0 50 50] ${entries}>>`, drawing, kids],
});
const state = (entries: string): Source => ({ content: '/G1 gs', resources: `/ExtGState <</G1 <<${entries}>>>>` });
const picture = (entries: string, data = 'a'): Source => ({
  content: '/X1 Do',
  resources: '/XObject <</X1 5 0 R>>',
  more: [{ dict: `/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`, data }],
});
/** The codes 256 (clear), 97 (a) and 257 (end) of nine bits. */
const lzw = Buffer.from([0x80, 0x18, 0x60, 0x20]);

describe('a PDF of a user in an archive is repaired', () => {
  it.each<[string, Source, string, RegExp]>([
    [
      'where a note is not marked to be printed',
      annotation('/Subtype /Square /AP <</N 6 0 R>>'),
      'annotations that only screens showed are printed (1)',
      /\/F 4\b/,
    ],
    [
      'where flags have no effect',
      annotation('/Subtype /Square /F 261 /AP <</N 6 0 R>>'),
      'flags of annotations that have no effect were removed (1)',
      /\/F 4\b/,
    ],
    [
      'where a note without an area is hidden',
      annotation('/Subtype /Widget /FT /Sig /T (a) /F 6', '0 0 0 0'),
      'flags of annotations that have no effect were removed (1)',
      /\/F 4\b/,
    ],
    [
      'where a link is not marked to be printed',
      annotation('/Subtype /Link /Border [0 0 0] /A <</S /URI /URI (https://a.b)>>'),
      'links are marked to be printed (1)',
      /\/F 4\b/,
    ],
    [
      'where a button has a drawing and no states',
      field('/FT /Btn /AP <</N 6 0 R>>'),
      'appearances of form fields are of the kind that their fields need (1)',
      /\/AS \/Off/,
    ],
    [
      'where a text field has states',
      field('/FT /Tx /AS /On /AP <</N <</On 6 0 R>>>>'),
      'appearances of form fields are of the kind that their fields need (1)',
      /\/AP <<\s*\/N \d+ 0 R/,
    ],
    [
      'where a field has an action',
      field('/FT /Tx /AP <</N 6 0 R>> /A <</S /URI /URI (https://a.b)>>'),
      'actions of form fields were removed (1)',
      /\/FT \/Tx/,
    ],
    [
      'where an empty text field has no appearance',
      field('/FT /Tx /MK <</BG [1 0 0]>>'),
      'empty form fields have an appearance (1)',
      /1 0 0 rg 0 0 50 50 re f/,
    ],
    [
      'where a check box that is off has none',
      field('/FT /Btn /MK <</BC [0 0 1]>>'),
      'empty form fields have an appearance (1)',
      /\/Yes \d+ 0 R/,
    ],
    [
      'where a button without a text has none',
      field('/FT /Btn /Ff 65536'),
      'empty form fields have an appearance (1)',
      /\/AS \/Off/,
    ],
    [
      'where a font does not say that it is one',
      {
        content: 'BT /F1 12 Tf (A) Tj ET',
        resources: '/Font <</F1 5 0 R>>',
        more: [
          `<</Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65
            /Widths [500] /Encoding <</Differences [65 /a]>> /CharProcs <</a 6 0 R>> /Resources <<>>>>`,
          { dict: '', data: '500 0 0 0 9 9 d1 0 0 9 9 re f' },
        ],
      },
      'fonts without a type have one (1)',
      /\/Type \/Font\b/,
    ],
    [
      'where a blend mode is unknown',
      state('/BM [/Shine /Multiply]'),
      'unknown blend modes are Normal (1)',
      /\/BM \/Multiply/,
    ],
    [
      'where a rendering intent is unknown',
      state('/RI /Bright'),
      'unknown rendering intents are RelativeColorimetric (1)',
      /\/RI \/RelativeColorimetric/,
    ],
    [
      'where that of a picture is',
      picture('/Intent /Bright'),
      'unknown rendering intents are RelativeColorimetric (1)',
      /\/Intent \/RelativeColorimetric/,
    ],
    [
      'where a transfer function has no effect',
      state('/TR2 /Identity'),
      'halftones and transfer functions without effect were removed (1)',
      /\/G1 <<\s*>>/,
    ],
    [
      'where a profile is of another number of colours',
      {
        content: '/C1 cs 1 sc',
        resources: '/ColorSpace <</C1 [/ICCBased 5 0 R]>>',
        more: [{ dict: '/N 1', data: buildSrgbProfile() }],
      },
      'colour spaces whose profile does not fit are device colours (1)',
      /\/C1 \[\s*\/DeviceGray\s*\]/,
    ],
    [
      'where a drawing takes its resources from the page',
      {
        content: '/X1 Do',
        resources: '/XObject <</X1 5 0 R>> /ExtGState <</G1 <</CA 1>>>>',
        more: [{ dict: '/Subtype /Form /BBox [0 0 9 9]', data: '/G1 gs' }],
      },
      'drawings without resources have those of their page (1)',
      /\/Subtype \/Form/,
    ],
    [
      'where content is in LZW',
      { content: Buffer.from([0x80, 0x1c, 0x60, 0x20]), dict: '/Filter /LZWDecode' },
      'streams in LZW are in Flate (1)',
      /stream/,
    ],
    [
      'where a picture is in LZW',
      picture('/Filter [/ASCIIHexDecode /LZWDecode]', `${lzw.toString('hex')}>`),
      'streams in LZW are in Flate (1)',
      /\/Subtype \/Image/,
    ],
  ])('%s', async (_what, source, repair, result) => {
    const archive = merge(source);
    expect(listRepairs(archive)).toContain(repair);
    const text = await unfoldPdf(archive.pdf);
    expect(text).toMatch(result);
    expect(text).not.toMatch(/LZW|\/A <<\s*\/S \/URI[^>]*>>\s*\/AP/);
    expect(listRepairs(merge(source, false))).toEqual([]);
  });

  it('and says how many objects, once for each kind', () => {
    const square = '<</Type /Annot /Subtype /Square /Rect [0 0 50 50] /AP <</N 7 0 R>>>>';
    const link = '<</Type /Annot /Subtype /Link /Rect [0 0 5 5] /A <</S /URI /URI (https://a.b)>>>>';
    const archive = merge({ page: `/Annots [5 0 R 6 0 R ${link}]`, more: [square, square, drawing] });
    expect(listRepairs(archive)).toEqual([
      'annotations that only screens showed are printed (2)',
      'links are marked to be printed (1)',
    ]);
  });

  it('of nothing where nothing is wrong', () => {
    expect(listRepairs(merge({ content: '0 0 9 9 re f' }))).toEqual([]);
  });

  it.each<[string, Source]>([
    ['when it is opened', { catalog: '/OpenAction <</S /JavaScript /JS (1)>>' }],
    ['by name', { catalog: '/Names <</JavaScript <</Names [(a) <</S /JavaScript /JS (1)>>]>>>>' }],
    ['of a field', field('/FT /Tx /AP <</N 6 0 R>> /AA <</F <</S /JavaScript /JS (1)>>>>')],
  ])('by leaving out JavaScript %s', (_what, source) => {
    expect(merge(source).warnings.map(({ code }) => code)).toEqual(['action_dropped']);
  });
});

describe('a PDF of a user in an archive is still refused', () => {
  it.each<[string, Source, string]>([
    ['for a hidden note that would be seen', annotation('/Subtype /Square /F 6 /AP <</N 6 0 R>>'), 'that is hidden'],
    ['for a note that only paper shows', annotation('/Subtype /Square /F 36 /AP <</N 6 0 R>>'), 'that is hidden'],
    ['for a field with a value', field('/FT /Tx /V (text)'), 'a form field without an appearance'],
    ['for a check box that is on', field('/FT /Btn /V /Yes /AS /Yes'), 'a form field without an appearance'],
    ['for a button with a text', field('/FT /Btn /Ff 65536 /MK <</CA (Send)>>'), 'a form field without an appearance'],
    ['for the cells of a comb', field('/FT /Tx /Ff 16777216 /MaxLen 4'), 'a form field without an appearance'],
    ['for states that are no drawings', field('/FT /Btn /AP <</N <</Yes <<>>>>>>'), 'is of the wrong kind'],
    ['for a note that viewers draw', annotation('/Subtype /Highlight /F 4'), 'without an appearance'],
    [
      'for a profile whose alternative is no device space',
      {
        content: '/C1 cs',
        resources: '/ColorSpace <</C1 [/ICCBased 5 0 R]>>',
        more: [{ dict: '/N 1 /Alternate [/CalGray <</WhitePoint [1 1 1]>>]', data: buildSrgbProfile() }],
      },
      'a colour profile of another number of colours',
    ],
    [
      'for a drawing that takes its resources from different places',
      {
        content: '/X1 Do /X2 Do',
        resources: '/XObject <</X1 5 0 R /X2 6 0 R>> /ExtGState <</G1 <</CA 1>>>>',
        more: [
          { dict: '/Subtype /Form /BBox [0 0 9 9]', data: '/G1 gs' },
          {
            dict: '/Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X1 5 0 R>> /ExtGState <</G1 <</CA 0>>>>>>',
            data: '/X1 Do',
          },
        ],
      },
      'content that takes its resources from elsewhere',
    ],
  ])('%s', (_what, source, message) => {
    expect(() => merge(source)).toThrow(
      expect.objectContaining({ code: 'not_conforming', message: expect.stringContaining(message) }),
    );
  });
});

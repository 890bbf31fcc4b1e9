import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { isLong } from '../../../helpers/is-long.ts';
import { buildPages, firstMore, type TestObject } from '../../build-pdf.ts';
import { checkPdf, unfoldPdf } from '../../run-qpdf.ts';

const options = { outline: true, producer: 'test' };
const at = firstMore(1);
const merge = (pdf: Uint8Array) => mergePdfs([{ pdf, foreign: true }], options).pdf;
const script = '<</S /JavaScript /JS (app.alert\\(1\\))>>';

/** A page whose annotations, entries and further objects are given. */
function page(entries: string, more: readonly TestObject[], catalog = ''): Buffer {
  return buildPages(1, { page: () => entries, more, catalog });
}

describe('what a resource dictionary leads to', () => {
  it.each([
    ['an annotation and its action', `/Annots [${at} 0 R] /Resources <</XX ${at} 0 R /YY ${at + 1} 0 R>>`],
    ['an annotation as a category', `/Annots [${at} 0 R] /Resources <</Font ${at} 0 R /XObject ${at + 1} 0 R>>`],
    [
      'an annotation as a font',
      `/Annots [${at} 0 R] /Resources <</Font <</F1 3 0 R /F2 ${at} 0 R /F3 ${at + 1} 0 R>>>>`,
    ],
    ['an annotation as all resources', `/Annots [${at} 0 R] /Resources ${at} 0 R`],
  ])('is cleaned all the same: %s', async (_what, entries) => {
    const pdf = merge(
      page(entries, [
        `<</Subtype /Square /Rect [0 0 9 9] /AA <</PO ${at + 1} 0 R>> /A ${at + 1} 0 R>>`,
        `<</S /JavaScript /JS ${at + 2} 0 R>>`,
        { dict: '', data: 'app.alert(1)' },
      ]),
    );
    expect(await unfoldPdf(pdf)).not.toMatch(/JavaScript|\/JS\b|\/AA\b|app\.alert/);
    expect(await checkPdf(pdf)).toBe('');
  });

  it('is cleaned where the resources are those of a form', async () => {
    const form = `/AcroForm <</Fields [${at} 0 R] /DR <</Font ${at} 0 R /Mine ${at} 0 R>>>>`;
    const field = `<</FT /Tx /T (name) /Subtype /Widget /Rect [0 0 9 9] /AA <</K ${script}>> /A <</S /Launch /F (cmd.exe)>>>>`;
    const text = await unfoldPdf(merge(page(`/Annots [${at} 0 R]`, [field], form)));
    expect(text).not.toMatch(/JavaScript|Launch|app\.alert|cmd\.exe|\/FT[^>]*\/AA/);
    expect(text).toMatch(/\/T \(name\)/);
  });

  it('keeps the names of glyphs and colours that look like entries with scripts', async () => {
    const font = `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 65 /LastChar 65 /Widths [9]
      /Encoding <</Differences [65 /AA]>> /CharProcs <</AA ${at + 1} 0 R /JS (app.alert) >>>>`;
    const text = await unfoldPdf(
      merge(page(`/Resources <</Font <</AA ${at} 0 R>>>>`, [font, { dict: '', data: '9 0 d0' }])),
    );
    expect(text).toMatch(/\/Font <<\s*\/AA \d+ 0 R/);
    expect(text).toMatch(/\/CharProcs <<\s*\/AA \d+ 0 R\s*>>/);
  });
});

it('keeps no private data of programs, nor what stands for a page of another file', async () => {
  const form = { dict: '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /PieceInfo <<>> /Ref <<>> /OPI <<>>', data: '' };
  const text = await unfoldPdf(merge(page(`/Resources <</XObject <</X ${at} 0 R>>>>`, [form])));
  expect(text).toContain('/Subtype /Form');
  expect(text).not.toMatch(/\/PieceInfo|\/Ref\b|\/OPI/);
});

describe('an action', () => {
  it.each([
    [
      'that calls itself an attribute',
      `<</Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A <</S /Launch /F (cmd.exe) /O /Layout>>>>`,
    ],
    [
      'that calls itself an element',
      `<</Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A <</S /Launch /F (cmd.exe) /K 0 /P 3 0 R>>>>`,
    ],
    [
      'after a harmless one',
      `<</Subtype /Text /Rect [0 0 9 9] /A <</S /URI /URI (https://a.b) /Next [<</S /Launch /F (cmd.exe) /K 0>>]>>>>`,
    ],
    ['that no standard knows', `<</Subtype /Text /Rect [0 0 9 9] /PA <</S /Run#20it /F (cmd.exe)>>>>`],
  ])('%s is dropped', async (_what, annotation) => {
    const field = `/AcroForm <</Fields [<</T (off) /Kids [${at} 0 R]>>]>>`;
    for (const pdf of [page(`/Annots [${at} 0 R]`, [annotation]), page('', [annotation], field)]) {
      expect(await unfoldPdf(merge(pdf))).not.toMatch(/\/S \/Launch|Run#20it/);
    }
  });

  it.each([
    ['NextPage', true],
    ['SaveAs', false],
    ['Print', false],
  ])('that is named %s stays: %s', async (name, stays) => {
    const annotation = `<</Subtype /Text /Rect [0 0 9 9] /PA <</S /Named /N /${name}>>>>`;
    const text = await unfoldPdf(merge(page(`/Annots [${at} 0 R]`, [annotation])));
    expect(text.includes(`/N /${name}`)).toBe(stays);
  });

  it('of a field on no page leads only where a link may', async () => {
    const field = `<</T (off) /FT /Btn /A <</S /URI /URI (java\nscript:alert\\(1\\))>>>>`;
    expect(await unfoldPdf(merge(page('', [field], `/AcroForm <</Fields [${at} 0 R]>>`)))).not.toMatch(/script:/);
  });
});

describe('a signature', () => {
  const value = '<</Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <cafe>>>';
  const widget = '/Subtype /Widget /Rect [0 0 9 9]';

  it.each([
    ['of a field', [`<</FT /Sig /T (Ada) ${widget} /V ${at + 1} 0 R>>`, value]],
    [
      'of a field whose type is that of the field above',
      [`<</Parent ${at + 1} 0 R ${widget} /V ${value}>>`, `<</FT /Sig /T (Ada) /Kids [${at} 0 R]>>`],
    ],
    [
      'without a type, of a field whose type is that of the field above',
      [`<</Parent ${at + 1} 0 R ${widget} /V <</Contents <cafe>>>>>`, `<</FT /Sig /T (Ada) /Kids [${at} 0 R]>>`],
    ],
    ['of a field that calls itself a text', [`<</FT /Tx /T (Ada) ${widget} /V ${at + 1} 0 R>>`, value]],
    [
      'without a type, of a field that calls itself a text',
      [`<</FT /Tx /T (Ada) ${widget} /V <</Filter /X /Contents <cafe>>>>>`],
    ],
  ])('%s is dropped with a warning', async (_what, more) => {
    const pdf = page(
      `/Annots [${at} 0 R]`,
      more,
      `/AcroForm <</Fields [${more.length > 1 && more[1] !== value ? at + 1 : at} 0 R]>>`,
    );
    const merged = mergePdfs([{ pdf, foreign: true }], options);
    const text = await unfoldPdf(merged.pdf);
    expect(text).not.toMatch(/ByteRange|<cafe>|\/V\b/);
    expect(text).toContain('/T (Ada)');
    expect(merged.warnings).toMatchObject([
      { code: 'signature_dropped', detail: expect.stringMatching(/^the signature of Ada was dropped/) },
    ]);
  });

  it('is dropped from any other entry too', async () => {
    const note = `<</Subtype /Square /Rect [0 0 9 9] /Contents (seen) /Mine ${value}>>`;
    const text = await unfoldPdf(merge(page(`/Annots [${at} 0 R]`, [note])));
    expect(text).not.toMatch(/ByteRange|<cafe>/);
    expect(text).toContain('/Contents (seen)');
  });

  it('leaves the values of other fields', async () => {
    const field = `<</FT /Tx /T (name) ${widget} /V (Ada)>>`;
    expect(await unfoldPdf(merge(page(`/Annots [${at} 0 R]`, [field], `/AcroForm <</Fields [${at} 0 R]>>`)))).toContain(
      '/V (Ada)',
    );
  });
});

it('keeps no script that stands where colour spaces do', async () => {
  const entries = `/Resources <</ColorSpace <</S /JavaScript /JS ${at} 0 R /C1 [/CalGray <</WhitePoint [1 1 1]>>] /C2 /DeviceRGB>>>>`;
  const pdf = page(entries, [{ dict: '', data: 'app.alert(1)' }]);
  const merged = mergePdfs([{ pdf, foreign: true }], options);
  const text = await unfoldPdf(merged.pdf);
  expect(text).not.toMatch(/JavaScript|\/JS\b|app\.alert/);
  expect(text).toMatch(/\/C1 .*\/C2 \/DeviceRGB/s);
  expect(merged.warnings.map(({ detail }) => detail)).toEqual([
    'a resource that is not of its kind was dropped: ColorSpace JS',
    'a resource that is not of its kind was dropped: ColorSpace S',
  ]);
});

it('writes nothing active, whatever a file lists as a resource', async () => {
  const keys = [
    'A',
    'AA',
    'PA',
    'Next',
    'Resources',
    'DR',
    'Font',
    'XObject',
    'Properties',
    'K',
    'P',
    'O',
    'Kids',
    'JS',
  ];
  const count = 6;
  const ref = fc.integer({ min: 0, max: count - 1 }).map((index) => `${at + index} 0 R`);
  const key = fc.constantFrom(...keys);
  const entry = fc.oneof(
    fc.tuple(key, ref).map(([name, value]) => `/${name} ${value}`),
    fc.tuple(key, key, ref).map(([name, inner, value]) => `/${name} <</${inner} ${value}>>`),
  );
  const entries = fc
    .uniqueArray(entry, { maxLength: 5, selector: (text) => text.split(' ')[0] })
    .map((list) => list.filter((text) => !text.startsWith('/AA')).join(' '));
  const annotation = fc
    .tuple(ref, entries)
    .map(([action, rest]) => `<</Subtype /Square /Rect [0 0 9 9] /AA <</PO ${action}>> ${rest}>>`);
  const kind = fc.constantFrom('JavaScript', 'Launch', 'SubmitForm', 'GoToR', 'ImportData', 'Rendition', 'Hide');
  const action = fc
    .tuple(kind, entries)
    .map(([name, rest]) =>
      `<</S /${name} /F (cmd.exe) /JS (app.alert) ${rest}>>`.replace(/\/JS \d+ 0 R|\/JS <<[^>]*>>/, ''),
    );
  const resources = fc
    .subarray(Array.from({ length: count }, (_, index) => `${at + index} 0 R`))
    .map((list) => `/Resources <<${list.map((value, index) => `/X${index} ${value}`).join(' ')} /Font <</F1 3 0 R>>>>`);
  const file = fc.tuple(fc.array(fc.oneof(annotation, action), { minLength: count, maxLength: count }), resources);
  await fc.assert(
    fc.asyncProperty(file, async ([objects, listed]) => {
      // What is no annotation is taken out of a page's list and can be reached no more.
      const annotations = objects
        .flatMap((text, index) => (text.startsWith('<</Subtype') ? [`${at + index} 0 R`] : []))
        .join(' ');
      const form = `/AcroForm <</Fields [${annotations}] /DR <</Font ${at} 0 R>>>>`;
      const active = /\/S \/(JavaScript|Launch|SubmitForm|GoToR|ImportData|Rendition|Hide)\b|app\.alert/;
      expect(await unfoldPdf(merge(page(`/Annots [${annotations}] ${listed}`, objects, form)))).not.toMatch(active);
    }),
    { numRuns: isLong ? 1000 : 15 },
  );
});

import { describe, expect, it } from 'vitest';
import { addSignatureFields, drawOverlays, type OverlayPdf, openOverlays } from '../../../src/pdf/merge/overlays.ts';
import { asArray, asDict, asList, type PdfDict, type PdfStream, resolve } from '../../../src/pdf/objects/objects.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import { MergeWarnings } from '../../../src/pdf/part/merge-warnings.ts';
import { openPart } from '../../../src/pdf/part/open-part.ts';
import { buildOverlay } from '../build-overlay.ts';
import { buildPages, firstMore } from '../build-pdf.ts';

/** A page of 200 by 100 points. */
const head = (page = '') => buildPages(1, { text: 'Head', page: () => page });
const large = '/MediaBox [0 0 400 300]';

/** Draws overlays on pages with these entries. */
function draw(pages: readonly string[], overlays: readonly OverlayPdf[], foreign = true) {
  const pdf = buildPages(pages.length, { page: (index) => pages[index] ?? '' });
  const part = openPart({ pdf, foreign }, 0, 20);
  const warnings = new MergeWarnings();
  drawOverlays([part], openOverlays(overlays, 1), warnings);
  return { pages: part.pages.map((page) => asDict(page) as PdfDict), warnings: warnings.list() };
}

/** What is written on a page, stream by stream. */
const contentsOf = (page: PdfDict | undefined) =>
  asList(page?.get('Contents')).map((stream) => Buffer.from((resolve(stream) as PdfStream).data).toString('latin1'));
const formsOf = (page: PdfDict | undefined) =>
  [...(asDict(asDict(page?.get('Resources'))?.get('XObject'))?.values() ?? [])].map(
    (form) => resolve(form) as PdfStream,
  );

describe('the place of an overlay', () => {
  const none = { fit: 'none', align: [0, 0] } as const;
  it.each<[string, string, string, Partial<OverlayPdf>, string]>([
    ['at the upper left', large, '', none, '1 0 0 1 0 200'],
    ['at the lower right', large, '', { fit: 'none', align: [1, 1] }, '1 0 0 1 200 0'],
    ['in the middle', large, '', { fit: 'none' }, '1 0 0 1 100 100'],
    ['as wide as the page, at its top', large, '', { align: [0, 0] }, '2 0 0 2 0 100'],
    ['as wide as the page, at its bottom', large, '', { align: [0, 1] }, '2 0 0 2 0 0'],
    ['not made larger', large, '', { ...none, fit: 'scale-down' }, '1 0 0 1 0 200'],
    ['made smaller', '/MediaBox [0 0 100 50]', '', { ...none, fit: 'scale-down' }, '0.5 0 0 0.5 0 0'],
    ['in its own size on a smaller page', '/MediaBox [0 0 100 50]', '', none, '1 0 0 1 0 -50'],
    ['in its area', large, '', { area: { x: 10, y: 20, width: 100, height: 100 } }, '0.5 0 0 0.5 10 205'],
    [
      'at the lower right of its area',
      large,
      '',
      { area: { x: 10, y: 20, width: 300, height: 200 }, fit: 'none', align: [1, 1] },
      '1 0 0 1 110 80',
    ],
    ['turned by a quarter', large, '', { ...none, rotate: 90 }, '0 -1 1 0 0 300'],
    ['turned by a quarter, at the lower right', large, '', { ...none, align: [1, 1], rotate: 90 }, '0 -1 1 0 300 200'],
    ['turned by a quarter to the page', large, '', { align: [0, 0], rotate: 90 }, '0 -1.5 1.5 0 0 300'],
    ['turned to the left', large, '', { ...none, rotate: -90 }, '0 1 -1 0 100 100'],
    ['turned upside down', large, '', { ...none, rotate: 180 }, '-1 0 0 -1 200 300'],
    ['turned by 30 degrees', large, '', { fit: 'none', rotate: 30 }, '0.86603 -0.5 0.5 0.86603 88.39746 156.69873'],
    ['stretched to a page of nearly its shape', '/MediaBox [0 0 200.4 100]', '', {}, '1.002 0 0 1 0 0'],
    [
      'stretched to a page of nearly its shape, which is less wide',
      '/MediaBox [0 0 199.6 100]',
      '',
      {},
      '0.998 0 0 1 0 0',
    ],
    ['not stretched to a page of another shape', '/MediaBox [0 0 201.2 100]', '', {}, '1 0 0 1 0.6 0'],
    ['not stretched in its own size', '/MediaBox [0 0 200.4 100]', '', { fit: 'none' }, '1 0 0 1 0.2 0'],
    ['not stretched upside down', '/MediaBox [0 0 200.4 100]', '', { rotate: 180 }, '-1 0 0 -1 200.2 100'],
    ['on a page of a larger unit', '/UserUnit 2', '', none, '0.5 0 0 0.5 0 50'],
    ['of a larger unit', large, '/UserUnit 2', none, '2 0 0 2 0 100'],
    ['of a unit that is not valid', large, '/UserUnit 0', none, '1 0 0 1 0 200'],
    ['on a page that is turned', `${large} /Rotate 90`, '', none, '0 1 -1 0 100 0'],
    ['that is turned itself', large, '/Rotate 90', none, '0 -1 1 0 0 300'],
    ['on a page that is cropped', '/CropBox [50 20 150 70]', '', { ...none, align: [0, 1] }, '1 0 0 1 50 20'],
    ['that is cropped itself', large, '/CropBox [50 20 150 70]', none, '1 0 0 1 -50 230'],
  ])('is %s', (_, page, own, more, matrix) => {
    const [under] = contentsOf(draw([page], [buildOverlay(head(own), { layer: 'under', ...more })]).pages[0]);
    expect(under).toBe(`/Artifact <</Type /Pagination /Subtype /Watermark>> BDC\nq ${matrix} cm /Overlay Do Q\nEMC\n`);
  });
});

describe('the content of a page', () => {
  const text = 'BT /F1 12 Tf 20 20 Td (Page 1) Tj ET';
  const drawn = (name: string) => expect.stringContaining(`/${name} Do`);

  it.each<[string, ('over' | 'under')[], unknown[]]>([
    ['over', ['over'], ['q\n', text, '\nQ\n', drawn('Overlay')]],
    ['under', ['under'], [drawn('Overlay'), text]],
    [
      'over and under',
      ['over', 'under', 'over'],
      [drawn('Overlayx'), 'q\n', text, '\nQ\n', drawn('Overlay'), drawn('Overlayxx')],
    ],
  ])('has overlays %s it', (_, layers, expected) => {
    for (const foreign of [true, false]) {
      const overlays = layers.map((layer) => buildOverlay(head(), { layer }));
      const [page] = draw([''], overlays, foreign).pages;
      expect(contentsOf(page)).toEqual(expected);
    }
  });

  it('stays unchanged on pages without an overlay', () => {
    const { pages } = draw(['', ''], [buildOverlay(head(), { pages: 'last' })]);
    expect(contentsOf(pages[0])).toEqual([text]);
    expect(formsOf(pages[0])).toEqual([]);
  });

  it.each([
    [1, undefined, undefined],
    [
      0.5,
      [
        ['ca', 0.5],
        ['CA', 0.5],
      ],
      'Transparency',
    ],
  ])('is seen through an overlay of the opacity %d', (opacity, alpha, group) => {
    const [page] = draw([''], [buildOverlay(head(), { opacity })]).pages;
    expect(contentsOf(page).at(-1)?.includes('q /Overlay gs 1 0 0 1 0 0 cm')).toBe(alpha !== undefined);
    const state = asDict(asDict(asDict(page?.get('Resources'))?.get('ExtGState'))?.get('Overlay'));
    expect(state && [...state].filter(([key]) => key !== 'Type')).toEqual(alpha);
    expect(asDict(formsOf(page)[0]?.dict.get('Group'))?.get('S')).toBe(group);
  });

  it('keeps the group of an overlay', () => {
    for (const opacity of [1, 0.5]) {
      const [page] = draw([''], [buildOverlay(head('/Group <</S /Mine>>'), { opacity })]).pages;
      expect(asDict(formsOf(page)[0]?.dict.get('Group'))?.get('S')).toBe('Mine');
    }
  });
});

describe('an overlay for pages of several sizes', () => {
  it('is the one that is closest to the size of each page', () => {
    const sizes = ['[0 0 200 100]', '[0 0 100 200]', '[0 0 400 300]'];
    const overlay = { ...buildOverlay(head()), foreign: false, pdfs: sizes.map((size) => head(`/MediaBox ${size}`)) };
    const pages = ['[0 0 210 90]', '[0 0 110 220]', '[0 0 380 310]', '[0 0 100 200] /Rotate 90', '[0 0 1000 900]'];
    const boxes = draw(
      pages.map((size) => `/MediaBox ${size}`),
      [overlay],
    ).pages.map((page) => formsOf(page).map((form) => asArray(form.dict.get('BBox'))));
    // Chromium prints a page smaller by a part of a pixel.
    expect(boxes).toEqual([
      [[0, -1, 201, 100]],
      [[0, -1, 101, 200]],
      [[0, -1, 401, 300]],
      [[0, -1, 201, 100]],
      [[0, -1, 401, 300]],
    ]);
  });

  it('is the first of those that are as close', () => {
    const sizes = ['[0 0 200 90]', '[0 0 200 110]'];
    const overlay = { ...buildOverlay(head()), foreign: false, pdfs: sizes.map((size) => head(`/MediaBox ${size}`)) };
    const [page] = draw([''], [overlay]).pages;
    expect(formsOf(page).map((form) => asArray(form.dict.get('BBox')))).toEqual([[0, -1, 201, 90]]);
  });

  it('has the box of its page if it is of a user', () => {
    const [page] = draw([''], [buildOverlay(head())]).pages;
    expect(formsOf(page).map((form) => asArray(form.dict.get('BBox')))).toEqual([[0, 0, 200, 100]]);
  });
});

describe('an overlay', () => {
  const area = (x: number, y: number, width = 10, height = 10) => ({ area: { x, y, width, height } });
  const unseen = (what: string) => [{ part: 1, code: 'overlay_unseen', detail: `it is not drawn${what}` }];
  const beyond = (pages: string, count: string) => [
    {
      part: 1,
      code: 'overlay_beyond',
      detail: `pages "${pages}" do not all exist: the document has ${count}`,
    },
  ];

  it.each<[string, string[], Partial<OverlayPdf>, object[]]>([
    ['that is just on the page', [''], area(199, 99), []],
    ['that begins outside of the page and reaches into it', [''], area(-5, -5), []],
    ['beside the page', [''], area(200, 0), unseen(' on page 1: its area is outside of the page')],
    ['below the page', [''], area(0, 100), unseen(' on page 1: its area is outside of the page')],
    [
      'below two of three pages',
      ['', large, ''],
      area(0, 100),
      unseen(' on page 1 and 1 more: its area is outside of the page'),
    ],
    ['below the second page alone', [large, ''], area(0, 100), unseen(' on page 2: its area is outside of the page')],
    ['without a width', [''], area(0, 0, 0), unseen(': its area has no size')],
    ['without a height', [''], area(0, 0, 10, 0), unseen(': its area has no size')],
    ['that cannot be seen', [''], { opacity: 0 }, unseen(': its opacity is 0')],
    ['for pages that exist', ['', ''], { pages: '1-2' }, []],
    ['for more than one page', [''], { pages: '1-2' }, beyond('1-2', '1 page')],
    ['for more than two pages', ['', ''], { pages: '2-3' }, beyond('2-3', '2 pages')],
  ])('%s is reported if it is not drawn', (_, pages, more, expected) => {
    expect(draw(pages, [buildOverlay(head(), more)]).warnings).toEqual(expected);
  });

  it('is reported with the kinds of its annotations', () => {
    const at = firstMore(1);
    const notes = ['Link', 'Widget', 'Link'].map((kind) => `<</Subtype /${kind} /Rect [0 0 9 9]>>`);
    const list = notes.map((_, index) => `${at + index} 0 R`).join(' ');
    const pdf = buildPages(1, { page: () => `/Annots [${list} <<>>]`, more: notes });
    expect(draw([''], [buildOverlay(pdf)]).warnings).toEqual([
      { part: 1, code: 'annotation_dropped', detail: 'its annotations are not drawn: Link, Widget' },
    ]);
  });

  it('is refused if its pages cannot be read', () => {
    const wrong = () => draw([''], [buildOverlay(head()), buildOverlay(head(), { pages: 'some' })]);
    expect(wrong).toThrow(MergeError);
    expect(wrong).toThrow(
      expect.objectContaining({ code: 'invalid_request', part: 2, message: '"some" is no range of pages.' }),
    );
  });
});

describe('a signature field that looks like an overlay', () => {
  /** The place of the field on the last page, and what it draws. */
  function place(page: string, own: string, more: Partial<OverlayPdf>) {
    const part = openPart({ pdf: buildPages(1, { page: () => page }), foreign: true }, 0, 20);
    const overlays = openOverlays([buildOverlay(head(own), { signatureField: 'Mine', ...more })], 1);
    addSignatureFields([part], overlays);
    drawOverlays([part], overlays, new MergeWarnings());
    const field = overlays[0]?.field;
    const drawn = resolve(field?.appearance) as PdfStream;
    return { place: field?.place, drawn: Buffer.from(drawn.data).toString(), page: contentsOf(field?.page) };
  }

  it.each<[string, string, string, Partial<OverlayPdf>, number[], string]>([
    ['upright', '', '', {}, [0, 0, 200, 100], 'q 1 0 0 1 0 0 cm'],
    [
      'in an area',
      '',
      '',
      { area: { x: 10, y: 20, width: 100, height: 50 } },
      [10, 30, 110, 80],
      'q 0.5 0 0 0.5 10 30 cm',
    ],
    ['turned', large, '', { fit: 'none', align: [0, 0], rotate: 90 }, [0, 100, 100, 300], 'q 0 -1 1 0 0 300 cm'],
    [
      'turned by 30 degrees',
      large,
      '',
      { fit: 'none', rotate: 30 },
      [88.397, 56.699, 311.603, 243.301],
      'q 0.86603 -0.5',
    ],
    [
      'cropped',
      large,
      '/CropBox [50 20 150 70]',
      { fit: 'none', align: [0, 0] },
      [0, 250, 100, 300],
      'q 1 0 0 1 -50 230 cm',
    ],
    ['transparent', '', '', { opacity: 0.5 }, [0, 0, 200, 100], 'q /Overlay gs 1 0 0 1 0 0 cm'],
  ])('is where that is: %s', (_, page, own, more, box, drawn) => {
    const found = place(page, own, more);
    expect(found.place).toEqual(box);
    expect(found.drawn.startsWith(drawn)).toBe(true);
    expect(found.page).toEqual(['BT /F1 12 Tf 20 20 Td (Page 1) Tj ET']);
  });

  it('is not added for other overlays', () => {
    const part = openPart({ pdf: buildPages(1), foreign: true }, 0, 20);
    const overlays = openOverlays([buildOverlay(head())], 1);
    addSignatureFields([part], overlays);
    expect([overlays[0]?.field, asDict(part.pages[0])?.has('Annots')]).toEqual([undefined, false]);
  });
});

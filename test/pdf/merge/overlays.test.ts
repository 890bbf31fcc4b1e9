import { describe, expect, it } from 'vitest';
import { type MergeOptions, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import type { OverlayPdf } from '../../../src/pdf/merge/overlays.ts';
import { drawSizedPages, type Picture } from '../../engine/draw-page.ts';
import { buildOverlay } from '../build-overlay.ts';
import { buildPages } from '../build-pdf.ts';
import { openPdf, readTexts } from '../read-pdf.ts';
import { checkPdf } from '../run-qpdf.ts';

const options: MergeOptions = { outline: true, producer: 'platen 0.1.0' };

/** A page of 200 by 100 points with a red square of 20 points in its upper left corner. */
const mark = (page = '', before = '') =>
  buildPages(1, { text: 'Letterhead', content: () => `${before} 1 0 0 rg 0 80 20 20 re f`, page: () => page });

const merge = (pdf: Uint8Array, overlays: OverlayPdf[]) =>
  mergePdfs([{ pdf, foreign: true }], { ...options, overlays });

/** The colour at a place from the upper left corner, as red, green and blue. */
function colourAt({ data, width }: Picture, x: number, y: number): number[] {
  const at = (Math.floor(y) * width + Math.floor(x)) * 4;
  return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
}

/** The annotations of a document with what they name, and its page labels. */
async function describePages(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const annotations = [];
  for (let page = 1; page <= document.numPages; page += 1)
    for (const { subtype, url, fieldName } of await (await document.getPage(page)).getAnnotations())
      annotations.push([subtype, url ?? fieldName]);
  return { annotations, labels: await document.getPageLabels() };
}

const red = [255, 0, 0];
const white = [255, 255, 255];

describe('drawing overlays', () => {
  it('draws one upright in the same corner of pages that are turned, cropped, and of a larger unit', async () => {
    const boxes = ['', '/Rotate 90', '/Rotate 180', '/Rotate 270', '/CropBox [50 20 150 70]', '/UserUnit 2'];
    const { pdf } = merge(buildPages(boxes.length, { page: (index) => boxes[index] ?? '' }), [buildOverlay(mark())]);
    const pages = await drawSizedPages(pdf, 1);
    const corners = pages.map((page) => {
      const scale = Math.min(page.width / 200, page.height / 100);
      const left = (page.width - 200 * scale) / 2;
      const top = (page.height - 100 * scale) / 2;
      return [colourAt(page, left + 5 * scale, top + 5 * scale), colourAt(page, left + 195 * scale, top + 95 * scale)];
    });
    expect(corners).toEqual(boxes.map(() => [red, white]));
    expect(await checkPdf(pdf)).toBe('');
  });

  it('shows a rotated overlay as it is seen', async () => {
    // Turned by a quarter clockwise, the square is in the upper right corner of 100 by 200 points.
    const { pdf } = merge(buildPages(1), [buildOverlay(mark('/Rotate 90'))]);
    const [page] = (await drawSizedPages(pdf, 1)) as [Picture];
    expect([colourAt(page, 121, 4), colourAt(page, 78, 4)]).toEqual([red, white]);
  });

  it('draws after content that leaves states open or restores too many', async () => {
    const contents = ['q 5 0 0 5 90 90 cm', 'Q Q 0 0 1 1 re W n', 'BT /F1 12 Tf 3 0 0 3 0 0 Tm'];
    const pages = buildPages(contents.length, { content: (_, index) => contents[index] ?? '' });
    const drawn = await drawSizedPages(merge(pages, [buildOverlay(mark())]).pdf, 1);
    expect(drawn.map((page) => colourAt(page, 5, 5))).toEqual(contents.map(() => red));
  });

  it('draws under the content of a page, which stays visible', async () => {
    const pages = buildPages(1, { content: () => '0 0 1 rg 0 90 10 10 re f' });
    const [under] = (await drawSizedPages(merge(pages, [buildOverlay(mark(), { layer: 'under' })]).pdf, 1)) as [
      Picture,
    ];
    expect([colourAt(under, 5, 5), colourAt(under, 15, 15)]).toEqual([[0, 0, 255], red]);
    const [over] = (await drawSizedPages(merge(pages, [buildOverlay(mark())]).pdf, 1)) as [Picture];
    expect(colourAt(over, 5, 5)).toEqual(red);
  });

  it('is placed, turned and made transparent', async () => {
    const place = { fit: 'none', align: [1, 1], area: { x: 0, y: 0, width: 400, height: 300 } } as const;
    const pages = buildPages(1, { page: () => '/MediaBox [0 0 400 300]' });
    const draw = async (more: Partial<OverlayPdf>) =>
      (await drawSizedPages(merge(pages, [buildOverlay(mark(), { ...place, ...more })]).pdf, 1))[0] as Picture;
    expect(colourAt(await draw({}), 205, 205)).toEqual(red);
    expect(colourAt(await draw({ rotate: 180 }), 395, 295)).toEqual(red);
    const [r = 0, g = 0, b = 0] = colourAt(await draw({ opacity: 0.5 }), 205, 205);
    expect([r, Math.abs(g - 128) < 3, Math.abs(b - 128) < 3]).toEqual([255, true, true]);
  });

  it('is transparent as a whole: what it draws twice shows no more than once', async () => {
    const { pdf } = merge(buildPages(1, { content: () => '' }), [
      buildOverlay(mark('', '1 0 0 rg 0 80 20 20 re f'), { opacity: 0.5 }),
    ]);
    const [r = 0, g = 0] = colourAt((await drawSizedPages(pdf, 1))[0] as Picture, 5, 5);
    expect([r, Math.abs(g - 128) < 3]).toEqual([255, true]);
  });

  it('is not cut where a printed page is smaller by a part of a pixel', () => {
    const { pdf } = merge(buildPages(1), [buildOverlay(mark(), { foreign: false })]);
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/BBox ?\[0 -1 201 100\]/);
  });

  it('chooses pages of the finished document', async () => {
    const count = async (pages: string, pageRanges?: string) => {
      const merged = mergePdfs([{ pdf: buildPages(5), foreign: true }], {
        ...options,
        ...(pageRanges !== undefined && { pageRanges }),
        overlays: [buildOverlay(mark(), { pages })],
      });
      const drawn = await drawSizedPages(merged.pdf, 1);
      const places = drawn.flatMap((page, index) => (colourAt(page, 5, 5)[1] === 0 ? [index + 1] : []));
      return { places, codes: merged.warnings.map(({ code }) => code) };
    };
    expect(await count('first')).toEqual({ places: [1], codes: [] });
    expect(await count('last')).toEqual({ places: [5], codes: [] });
    expect(await count('odd')).toEqual({ places: [1, 3, 5], codes: [] });
    expect(await count('even')).toEqual({ places: [2, 4], codes: [] });
    expect(await count('2-')).toEqual({ places: [2, 3, 4, 5], codes: [] });
    expect(await count('first', '3-')).toEqual({ places: [1], codes: [] });
    expect(await count('7-')).toEqual({ places: [], codes: [] });
    expect(await count('4-9')).toEqual({ places: [4, 5], codes: ['overlay_beyond'] });
  });

  it('takes the marks of tags out of it, and the text of the page stays', async () => {
    const tagged = mark('', '/P <</MCID 0>> BDC BT /F1 9 Tf 40 40 Td (Head) Tj ET EMC');
    const { pdf } = merge(buildPages(1), [buildOverlay(tagged)]);
    expect((await readTexts(await openPdf(pdf))).join()).toMatch(/Page 1.*Head/);
    expect(Buffer.from(pdf).includes('/MCID')).toBe(false);
  });

  it.each<[string, Partial<OverlayPdf>, string]>([
    ['no size', { area: { x: 0, y: 0, width: 0, height: 50 } }, 'it is not drawn: its area has no size'],
    ['no opacity', { opacity: 0 }, 'it is not drawn: its opacity is 0'],
    [
      'an area beside the paper',
      { area: { x: 250, y: 0, width: 50, height: 50 } },
      'it is not drawn on page 1 and 1 more: its area is outside of the page',
    ],
  ])('warns of one with %s, and leaves the pages as they were', (_, more, detail) => {
    const pages = buildPages(2);
    const { pdf, warnings } = merge(pages, [buildOverlay(mark(), more)]);
    expect(warnings).toEqual([{ part: 1, code: 'overlay_unseen', detail }]);
    expect(Buffer.from(pdf).includes('/Overlay')).toBe(false);
  });

  it('is made smaller, but not larger, to fit its area', async () => {
    const draw = async (size: string) => {
      const pages = buildPages(1, { page: () => `/MediaBox [0 0 ${size}]` });
      const { pdf } = merge(pages, [buildOverlay(mark(), { fit: 'scale-down', align: [0, 0] })]);
      return (await drawSizedPages(pdf, 1))[0] as Picture;
    };
    const small = await draw('100 50');
    expect([colourAt(small, 8, 8), colourAt(small, 12, 12)]).toEqual([red, white]);
    const large = await draw('400 200');
    expect([colourAt(large, 18, 18), colourAt(large, 22, 22)]).toEqual([red, white]);
  });

  it('keeps links, fields and labels of the pages', async () => {
    const notes = '/Annots [6 0 R 7 0 R]';
    const link = '<</Type /Annot /Subtype /Link /Rect [0 0 20 20] /A <</S /URI /URI (https://example.com/)>>>>';
    const field = '<</Type /Annot /Subtype /Widget /FT /Tx /T (city) /V (Rome) /Rect [30 0 60 20] /P 4 0 R>>';
    const pages = buildPages(1, {
      page: () => notes,
      more: [link, field],
      catalog: '/AcroForm <</Fields [7 0 R]>> /PageLabels <</Nums [0 <</S /r>>]>>',
    });
    const before = await describePages(mergePdfs([{ pdf: pages, foreign: true }], options).pdf);
    const after = await describePages(
      merge(pages, [buildOverlay(mark()), buildOverlay(mark(), { layer: 'under' })]).pdf,
    );
    expect(after).toEqual(before);
    expect(after).toEqual({
      annotations: [
        ['Link', 'https://example.com/'],
        ['Widget', 'city'],
      ],
      labels: ['i'],
    });
  });

  it('is stored once for a thousand pages', () => {
    const pages = buildPages(1000);
    const plain = mergePdfs([{ pdf: pages, foreign: true }], options).pdf.length;
    expect(merge(pages, [buildOverlay(mark(), { opacity: 0.5 })]).pdf.length - plain).toBeLessThan(60_000);
  });

  it('names an overlay that cannot be read by its place after the parts', () => {
    const broken = () => merge(buildPages(1), [buildOverlay(mark()), buildOverlay(Buffer.from('%PDF-1.7 nothing'))]);
    expect(broken).toThrow(expect.objectContaining({ code: 'pdf_invalid', part: 2 }));
  });
});

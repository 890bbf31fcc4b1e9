import { describe, expect, it } from 'vitest';
import { readDocumentFacts } from '../../../src/pdf/index.ts';
import { type MergeOptions, mergePdfs } from '../../../src/pdf/merge/merge.ts';
import type { OverlayPdf } from '../../../src/pdf/merge/overlays.ts';
import { addSignatureField } from '../../../src/pdf/merge/signature-fields.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import { readNumberTree } from '../../../src/pdf/objects/trees.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';
import { drawFirstPage } from '../../engine/draw-page.ts';
import { buildOverlay } from '../build-overlay.ts';
import { buildPages } from '../build-pdf.ts';
import { openPdf } from '../read-pdf.ts';
import { checkPdf } from '../run-qpdf.ts';

const options: MergeOptions = { outline: true, producer: 'platen 0.1.0' };
/** A page of 200 by 100 points that is red. */
const red = buildPages(1, { content: () => '1 0 0 rg 0 0 200 100 re f' });

const look = (more: Partial<OverlayPdf> = {}) =>
  buildOverlay(red, { area: { x: 100, y: 10, width: 80, height: 40 }, signatureField: 'Approval', ...more });

const merge = (pdf: Uint8Array, overlays: OverlayPdf[], more: Partial<MergeOptions> = {}) =>
  mergePdfs([{ pdf, foreign: true }], { ...options, ...more, overlays }).pdf;

/** The widgets of each page. */
async function listWidgets(pdf: Uint8Array) {
  const document = await openPdf(pdf);
  const found = [];
  for (let page = 1; page <= document.numPages; page += 1)
    for (const { subtype, fieldType, fieldName, rect } of await (await document.getPage(page)).getAnnotations())
      found.push({ page, subtype, fieldType, fieldName, rect });
  return found;
}

describe('the signature field of an overlay', () => {
  it('is an empty field on the last page, at the place of the overlay, that looks like it', async () => {
    const pdf = merge(buildPages(3), [look()]);
    const widget = { subtype: 'Widget', fieldType: 'Sig', fieldName: 'Approval', rect: [100, 50, 180, 90] };
    expect(await listWidgets(pdf)).toEqual([{ page: 3, ...widget }]);
    expect(await checkPdf(pdf)).toBe('');
    const facts = readDocumentFacts(pdf);
    expect([facts.fields, facts.signatures]).toMatchObject([[{ name: 'Approval', kind: 'signature' }], []]);
    expect(Buffer.from(pdf).includes('/Watermark')).toBe(false);
  });

  it.each(['', '/Rotate 90', '/Rotate 180', '/Rotate 270', '/CropBox [50 20 150 70]'])(
    'is upright at its place on a page with "%s"',
    async (page) => {
      const area = { x: 20, y: 10, width: 40, height: 20 };
      const pdf = merge(buildPages(1, { page: () => page }), [look({ area })]);
      const picture = await drawFirstPage(pdf, 2);
      const colours: string[] = [];
      for (const [x, y] of [
        [22, 12],
        [58, 28],
        [18, 12],
        [62, 28],
        [40, 8],
        [40, 32],
      ] as const) {
        const at = (y * 2 * picture.width + x * 2) * 4;
        colours.push([...picture.data.subarray(at, at + 3)].join());
      }
      const [inside, outside] = ['255,0,0', '255,255,255'];
      expect(colours).toEqual([inside, inside, outside, outside, outside, outside]);
    },
  );

  it('has the size of its area on a page with a larger unit', async () => {
    const area = { x: 20, y: 10, width: 40, height: 20 };
    const pdf = merge(buildPages(1, { page: () => '/UserUnit 2' }), [look({ area })]);
    expect(await listWidgets(pdf)).toMatchObject([{ rect: [10, 85, 30, 95] }]);
  });

  it('stays on the page of its number among the pages that are kept', async () => {
    const pdf = merge(buildPages(4), [look({ pages: '2' })], { pageRanges: '2-3' });
    expect((await listWidgets(pdf)).map(({ page }) => page)).toEqual([2]);
  });

  it.each<[string, Partial<OverlayPdf>, RegExp]>([
    ['several pages', { pages: '1-2' }, /on one page, and "1-2" names several/],
    ['no page', { pages: '9' }, /Page "9" does not exist/],
  ])('is refused for %s', (_, more, message) => {
    expect(() => merge(buildPages(2), [look(more)])).toThrow(message);
  });

  it('is refused for the name of another field', () => {
    expect(() => merge(buildPages(2), [look(), look()])).toThrow('has a field "Approval" already');
  });
});

describe('a signature field of a document', () => {
  const add = (catalog: PdfDict, annotations: PdfObject[] = []) => {
    const page = new PdfRef(buildDict({ Type: 'Page', Annots: annotations }));
    const part = { catalog, pages: [page] } as unknown as OpenPart;
    const request = { name: 'Approval', pages: undefined, index: 0, findPlace: () => [1, 2, 3, 4] as never };
    const { place } = addSignatureField([part], request);
    const widget = asArray(asDict(page)?.get('Annots')).at(-1) as PdfRef;
    return { page, place, widget };
  };
  const element = (S: string, ...K: PdfObject[]) => new PdfRef(buildDict({ S, K }));

  it('is the last one of its form and of its page', () => {
    const catalog = buildDict({ AcroForm: buildDict({ Fields: [7] }) });
    const { page, place, widget } = add(catalog, [8]);
    expect(asArray(asDict(catalog.get('AcroForm'))?.get('Fields'))).toEqual([7, widget]);
    expect(asArray(asDict(page)?.get('Annots'))).toEqual([8, widget]);
    expect([place, asDict(widget)?.get('Rect'), asDict(widget)?.get('F')]).toEqual([[1, 2, 3, 4], [1, 2, 3, 4], 132]);
    expect(asDict(page)?.has('Tabs')).toBe(false);
  });

  it.each<[string, PdfObject | undefined, number]>([
    ['the first key', undefined, 0],
    ['the key after the last', buildDict({ Nums: [4, 'x', 9, 'y'] }), 10],
  ])('has an element at the end of a tagged document, with %s', (_what, ParentTree, key) => {
    const top = element('Document', 3);
    const root = buildDict({ K: [element('Part'), top, 5], ParentTree });
    const { page, widget } = add(buildDict({ StructTreeRoot: root }));
    const added = asList(asDict(top)?.get('K')).at(-1) as PdfRef;
    expect(asList(asDict(top)?.get('K'))).toEqual([3, added]);
    expect(asName(asDict(added)?.get('S'))).toBe('Form');
    expect(asDict(added)?.get('P')).toBe(top);
    expect(asDict(asDict(added)?.get('K'))?.get('Obj')).toBe(widget);
    expect(readNumberTree(root.get('ParentTree')).at(-1)).toEqual([key, added]);
    expect([root.get('ParentTreeNextKey'), asDict(widget)?.get('StructParent')]).toEqual([key + 1, key]);
    expect(asDict(page)?.get('Tabs')).toBe('S');
  });

  it('has no element in a document without any', () => {
    const root = buildDict({ K: [5] });
    const { widget } = add(buildDict({ StructTreeRoot: root }));
    expect([root.has('ParentTree'), asDict(widget)?.has('StructParent')]).toEqual([false, false]);
  });

  it('may have a name that other fields have in part, or stand beside one without a name', () => {
    const fields = [new PdfRef(buildDict({ T: new PdfString('Approval2') })), new PdfRef(buildDict({}))];
    const { widget } = add(buildDict({ AcroForm: buildDict({ Fields: fields }) }));
    expect(asDict(widget)?.get('T')).toEqual(new PdfString('Approval'));
  });
});

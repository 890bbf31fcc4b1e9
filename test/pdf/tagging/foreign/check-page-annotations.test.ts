import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfString } from '../../../../src/pdf/objects/objects.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';
import { checkPageAnnotations } from '../../../../src/pdf/tagging/foreign/check-page-annotations.ts';
import { readElements } from '../../../../src/pdf/tagging/structure-elements.ts';

type Entries = Record<string, PdfObject>;

const text = (bytes: string) => new PdfString(bytes);

/** What is wrong with an annotation of a page of 200 by 100 units, the third of its file. `element` is its own in the tags. */
function check(annotation: Entries, element?: Entries): string[] {
  const page = new PdfRef(
    buildDict({ MediaBox: [0, 0, 200, 100], Annots: [null, buildDict({ StructParent: 5, ...annotation })] }),
  );
  const own = element && new PdfRef(buildDict(element));
  const tree = buildDict({ ParentTree: buildDict({ Nums: own ? [5, own] : [] }) });
  const part = { catalog: buildDict({ StructTreeRoot: tree }), pages: [page], kept: [2] } as unknown as OpenPart;
  return [...checkPageAnnotations(part, own ? readElements([own]) : [])];
}

const inForm = { S: 'Form' };
const widget = { Subtype: 'Widget', TU: text('Name') };
const link = { Subtype: 'Link', Contents: text('Home') };
const note = { Subtype: 'Text', Contents: text('Note') };

describe('an annotation with its tag and its description', () => {
  it.each<[annotation: Entries, element?: Entries]>([
    [widget, inForm],
    [{ Subtype: 'Widget' }, { S: 'Form', Alt: text('Name') }],
    [{ Subtype: 'Widget', Parent: buildDict({ T: text('a'), TU: text('Name') }) }, inForm],
    [link, { S: 'Link' }],
    [note, { S: 'Annot' }],
    [{ Subtype: 'Text' }, { S: 'Annot', Alt: text('Note') }],
    [{ Subtype: 'Unknown' }],
    [{ Subtype: 'PrinterMark' }],
    [{ Subtype: 'Text', F: 2 }],
    [{ Subtype: 'Text', Rect: [200, 0, 300, 100] }],
    [{ Subtype: 'Text', Rect: [-9, 0, 0, 100] }],
    [{ Subtype: 'Text', Rect: [0, 100, 9, 200] }],
    [{ Subtype: 'Text', Rect: [0, -9, 9, 0] }],
    [{ Subtype: 'Text', Rect: [300, 100, 200, 0] }],
  ])('is accepted: %#', (annotation, element) => {
    expect(check(annotation, element)).toEqual([]);
  });
});

describe('an annotation without its tag or its description', () => {
  it.each<[annotation: Entries, element: Entries | undefined, what: string]>([
    [widget, undefined, 'a form field that is not in a tag Form (ISO 14289-1, 7.18.4)'],
    [widget, { S: 'Span' }, 'a form field that is not in a tag Form (ISO 14289-1, 7.18.4)'],
    [{ ...widget, StructParent: null }, inForm, 'a form field that is not in a tag Form (ISO 14289-1, 7.18.4)'],
    [link, undefined, 'a link that is not in a tag Link (ISO 14289-1, 7.18.5)'],
    [note, inForm, 'an annotation of the kind Text that is not in a tag Annot (ISO 14289-1, 7.18.1)'],
    [{ Subtype: 'PrinterMark' }, inForm, 'a printer mark with a tag (ISO 14289-1, 7.18.8)'],
    [{ Subtype: 'Widget' }, inForm, 'a form field without a name for screen readers (TU) (ISO 14289-1, 7.18.1)'],
    [
      { Subtype: 'Widget', T: text('a'), Parent: buildDict({ TU: text('Name') }) },
      inForm,
      'a form field without a name for screen readers (TU) (ISO 14289-1, 7.18.1)',
    ],
    [
      { Subtype: 'Widget', TU: text(' ') },
      inForm,
      'a form field without a name for screen readers (TU) (ISO 14289-1, 7.18.1)',
    ],
    [
      { Subtype: 'Link' },
      { S: 'Link', Alt: text('Home') },
      'a link without a description (Contents) (ISO 14289-1, 7.18.5)',
    ],
    [
      { Subtype: 'Stamp' },
      { S: 'Annot' },
      'an annotation of the kind Stamp without a description (Contents) (ISO 14289-1, 7.18.1)',
    ],
  ])('is refused: %#', (annotation, element, what) => {
    expect(check(annotation, element)).toEqual([`has ${what} on page 3`]);
  });

  it.each([[[199, 0, 300, 100]], [[-9, 0, 1, 100]], [[0, 99, 9, 200]], [[0, -9, 9, 1]], [[1, 1, 0, 0]], [[0, 0]]])(
    'is refused if a part of it is on the page: %j',
    (Rect) => {
      expect(check({ Subtype: 'Text', Rect })).toHaveLength(1);
    },
  );
});

import { describe, expect, it } from 'vitest';
import { buildDict, type PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects/objects.ts';
import { detachAnnotation, pruneStructure } from '../../../src/pdf/part/prune-structure.ts';

const page = buildDict({ Type: 'Page' });
const gone = new PdfRef(null);
const element = (S: string, K: PdfObject, more = {}) => buildDict({ S, K, ...more });
const content = (Pg: PdfObject) => buildDict({ Type: 'MCR', MCID: 0, Pg });
const annotation = (Obj: PdfObject) => buildDict({ Type: 'OBJR', Obj });

describe('an annotation that is dropped', () => {
  const note = new PdfRef(buildDict({ Subtype: 'Text' }));
  const other = annotation(new PdfRef(buildDict({ Subtype: 'Link' })));

  it.each<[string, PdfDict, PdfDict]>([
    ['leaves its element', element('Annot', [0, annotation(note), other]), element('Annot', [0, other])],
    ['turns its link into text', element('Link', [0, annotation(note)]), element('Span', [0])],
    ['leaves a link that has another one', element('Link', [annotation(note), other]), element('Link', [other])],
    ['leaves an element that has only it', element('Annot', annotation(note)), element('Annot', [])],
  ])('%s', (_what, before, after) => {
    detachAnnotation(before, note);
    expect(before).toEqual(after);
  });

  it('leaves what names no object', () => {
    const link = element('Link', [other, buildDict({ Type: 'MCR' })]);
    detachAnnotation(link, null);
    detachAnnotation(link, undefined as unknown as PdfObject);
    detachAnnotation(undefined, note);
    expect(link.get('K')).toHaveLength(2);
  });
});

describe('the structure of pages that were left out', () => {
  const prune = (...kids: PdfObject[]) => {
    const tree = buildDict({ K: kids });
    pruneStructure(tree);
    return tree.get('K');
  };

  it.each<[string, PdfDict]>([
    ['content of a page', element('P', 0, { Pg: page })],
    ['content that names its page', element('P', content(page))],
    ['content of the page of its element', element('P', buildDict({ Type: 'MCR', MCID: 0 }), { Pg: page })],
    ['an annotation', element('Link', annotation(page))],
    ['an element with content', element('Div', element('P', 0, { Pg: page }))],
    ['nothing, as it was before', element('TD', [])],
  ])('keeps what has %s', (_what, kept) => {
    expect(prune(kept)).toEqual([kept]);
    expect(kept.get('K')).toBeDefined();
  });

  it.each<[string, PdfDict]>([
    ['content without a page', element('P', 0)],
    ['content of a page that is gone', element('P', [0, 1], { Pg: gone })],
    ['content that names a page that is gone', element('P', content(gone), { Pg: page })],
    ['an annotation that is gone', element('Link', annotation(gone), { Pg: page })],
    ['an element that is gone', element('Div', [gone])],
    ['an element that is dropped', element('Div', element('P', 0))],
    ['a name', element('P', 'Name', { Pg: page })],
  ])('drops what has only %s', (_what, dropped) => {
    expect(prune(dropped)).toEqual([]);
  });

  it('keeps the rest of an element', () => {
    const cell = element('P', [content(gone), content(page), 3]);
    const row = element('Div', [element('P', 0), cell]);
    expect(prune(row)).toEqual([row]);
    expect(row.get('K')).toEqual([cell]);
    expect(cell.get('K')).toEqual([content(page)]);
  });

  it('drops an element for all who refer to it', () => {
    const holder = new PdfRef(element('P', 0));
    const living = new PdfRef(element('P', 0, { Pg: page }));
    expect(prune(holder, living)).toEqual([living]);
    expect(holder.value).toBeNull();
    expect(living.value).not.toBeNull();
  });

  it('may be a ring', () => {
    const ring = element('Div', []);
    ring.set('K', [ring, element('P', 0)]);
    const [kept] = prune(ring) as PdfDict[];
    expect(kept === ring && (ring.get('K') as PdfObject[])[0] === ring).toBe(true);
    expect(ring.get('K')).toHaveLength(1);
  });
});

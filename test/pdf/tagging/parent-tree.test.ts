import { describe, expect, it } from 'vitest';
import {
  asArray,
  asDict,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '../../../src/pdf/objects/objects.ts';
import { buildNumberTree, readNumberTree } from '../../../src/pdf/objects/trees.ts';
import type { StructureNames } from '../../../src/pdf/part/structure.ts';
import { ParentTree } from '../../../src/pdf/tagging/parent-tree.ts';
import type { ContentOwner, StructureElement } from '../../../src/pdf/tagging/structure-elements.ts';
import { buildElements } from './build-elements.ts';

const rootOf = (entries: [number, PdfObject][]) => buildDict({ ParentTree: buildNumberTree(entries) });
const namesOf = (...keys: [number, number][]) => ({ keys: new Map(keys) }) as unknown as StructureNames;

/** The entries of a tree: the types of elements. */
function describeTree(root: PdfDict): [number, unknown][] {
  const show = (value: PdfObject) => asName(asDict(value)?.get('S')) ?? null;
  return readNumberTree(root.get('ParentTree')).map(([key, value]) => [
    key,
    asDict(value) === undefined ? asArray(value).map(show) : show(value),
  ]);
}

describe('the parent tree of a document', () => {
  const [one, two] = ['P', 'H1'].map((role) => buildElements([role])) as [StructureElement, StructureElement];
  const ref = new PdfRef(buildDict({ S: 'Old' }));

  it('keeps its entries, and its next key is free', () => {
    const root = rootOf([
      [7, ref],
      [2, [ref]],
    ]);
    new ParentTree(root).write(root);
    expect(describeTree(root)).toEqual([
      [2, ['Old']],
      [7, 'Old'],
    ]);
    expect(root.get('ParentTreeNextKey')).toBe(8);
  });

  it('is empty if there are no entries', () => {
    const root: PdfDict = new Map();
    new ParentTree(root).write(root);
    expect([describeTree(root), root.get('ParentTreeNextKey')]).toEqual([[], 0]);
  });

  it('names the elements of marks, with gaps for marks that belong to none', () => {
    const page = buildDict({ StructParents: 5 });
    const root = rootOf([[0, [ref, ref, ref, ref]]]);
    const tree = new ParentTree(root);
    const marks = new Map([
      [2, two],
      [0, one],
    ]);
    tree.nameContent([page], new Map([[page, marks]]), namesOf([5, 0]));
    tree.write(root);
    expect(describeTree(root)).toEqual([[0, ['P', null, 'H1']]]);
    expect([page.get('StructParents'), root.get('ParentTreeNextKey')]).toEqual([5, 1]);
  });

  it('has a new key for a page and a form that had none', () => {
    const page: PdfDict = new Map();
    const form = new PdfStream(new Map(), Buffer.alloc(0));
    const marked = new Map<ContentOwner, Map<number, StructureElement>>([
      [page, new Map([[0, one]])],
      [form, new Map([[1, two]])],
    ]);
    const root = rootOf([[3, ref]]);
    const names = namesOf([6, 3]);
    const tree = new ParentTree(root);
    tree.nameContent([page, form], marked, names);
    tree.write(root);
    expect([page.get('StructParents'), form.dict.get('StructParents')]).toEqual([7, 8]);
    expect([...names.keys]).toEqual([
      [6, 3],
      [7, 4],
      [8, 5],
    ]);
    expect(describeTree(root)).toEqual([
      [3, 'Old'],
      [4, ['P']],
      [5, [null, 'H1']],
    ]);
    expect(root.get('ParentTreeNextKey')).toBe(6);
  });

  it('forgets marks that are gone, and adds no key for a page without marks', () => {
    const [known, unknown] = [buildDict({ StructParents: 0 }), buildDict({})];
    const root = rootOf([[0, [ref]]]);
    const tree = new ParentTree(root);
    tree.nameContent([known, unknown], new Map(), namesOf([0, 0]));
    tree.write(root);
    expect(describeTree(root)).toEqual([[0, []]]);
    expect(unknown.has('StructParents')).toBe(false);
  });
});

describe('a link without an element', () => {
  const source = { readObject: () => null };
  const link = (from?: typeof source) => new PdfRef(buildDict({ Subtype: 'Link' }), from);
  const adopt = (annotations: PdfObject[], tops: StructureElement[], names = namesOf([4, 0])) => {
    const root = rootOf([[0, ref()]]);
    const tree = new ParentTree(root);
    tree.adoptLinks([new PdfRef(buildDict({ Annots: annotations }))], tops, names);
    tree.write(root);
    const keys = annotations.map((annotation) => asDict(annotation)?.get('StructParent'));
    return { keys, tree: describeTree(root), next: root.get('ParentTreeNextKey'), names: [...names.keys] };
  };
  const ref = () => new PdfRef(buildDict({ S: 'Old' }));

  it('gets one at the end of the part, and a key of the part', () => {
    const tops = [buildElements(['Div']), buildElements(['Document', ['P', 0]])];
    const found = adopt([link(source), link(source)], tops);
    expect(found).toEqual({
      keys: [5, 6],
      tree: [
        [0, 'Old'],
        [1, 'Link'],
        [2, 'Link'],
      ],
      next: 3,
      names: [
        [4, 0],
        [5, 1],
        [6, 2],
      ],
    });
    expect(tops.map(({ kids }) => kids.map((kid) => ('role' in kid ? kid.role : '')))).toEqual([
      [],
      ['P', 'Link', 'Link'],
    ]);
  });

  it('gets a key of the document if it is new', () => {
    const found = adopt([link(), link(source)], [buildElements(['Document'])]);
    expect([found.keys, found.names]).toEqual([
      [1, 5],
      [
        [4, 0],
        [5, 2],
      ],
    ]);
  });

  it('gets none if it has one, is no link, or the part has no elements', () => {
    const held = link(source);
    const top = buildElements(['Document', ['Link', 'link'], ['P', 'link']]);
    const [own, other] = top.kids as [StructureElement, StructureElement];
    own.kids = [{ object: null, annotation: asDict(held) as PdfDict }];
    const inText = link(source);
    other.kids = [{ object: null, annotation: asDict(inText) as PdfDict }];
    const note = new PdfRef(buildDict({ Subtype: 'Text' }), source);
    expect(adopt([held, note, null, inText], [top]).keys).toEqual([undefined, undefined, undefined, 5]);
    expect(adopt([link(source)], []).keys).toEqual([undefined]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  asDict,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../src/pdf/objects/objects.ts';
import type { MergePart } from '../../../src/pdf/part/merge-part.ts';
import type { OpenPart } from '../../../src/pdf/part/open-part.ts';
import { joinStructure, renameStructure, type StructureNames } from '../../../src/pdf/part/structure.ts';

const text = (bytes: string) => new PdfString(bytes);
const element = (S: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(buildDict({ Type: 'StructElem', S, ...entries }));

interface PartChoices {
  part?: Partial<MergePart>;
  catalog?: Record<string, PdfObject>;
  cut?: boolean;
  cutKeys?: number[];
}

/** A part with the entries of its structure tree; without them it has none. */
function open(
  index: number,
  tree?: Record<string, PdfObject>,
  { catalog, cutKeys, cut = false, part }: PartChoices = {},
) {
  const root = tree && { StructTreeRoot: buildDict({ K: element('Document'), ...tree }) };
  return {
    index,
    part: { pdf: new Uint8Array(), foreign: false, ...part },
    catalog: buildDict({ ...root, ...catalog }),
    cut,
    cutKeys: new Set(cutKeys),
  } as unknown as OpenPart;
}

/** Reads references and maps as plain objects; an entry P is left out. */
function show(value: PdfObject | undefined): unknown {
  if (value instanceof PdfRef) return show(value.value);
  if (value instanceof PdfString) return `(${value.bytes})`;
  if (Array.isArray(value)) return value.map(show);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].filter(([key]) => key !== 'P').map(([key, entry]) => [key, show(entry)]));
}
const join = (...parts: OpenPart[]) => show(joinStructure(parts, []).root);
const parentTree = (...entries: [number, PdfObject][]) => ({ ParentTree: buildDict({ Nums: entries.flat() }) });

const empty = { ParentTree: { Nums: [] }, ParentTreeNextKey: 0 };

describe('the structure of a document', () => {
  it.each([
    ['no part has one', [open(0), open(1)]],
    ['its tree has no elements', [{ ...open(0), catalog: buildDict({ StructTreeRoot: buildDict({}) }) }]],
  ])('is missing if %s', (_, parts) => {
    expect(joinStructure(parts, [])).toEqual({ root: undefined, names: new Map() });
  });

  it('of one part has its only element', () => {
    const kid = element('Document');
    const { root, names } = joinStructure([open(0, { K: kid })], []);
    expect(show(root)).toEqual({ Type: 'StructTreeRoot', K: { Type: 'StructElem', S: 'Document' }, ...empty });
    expect(asDict(root)?.get('K')).toBe(kid);
    expect(asDict(kid)?.get('P')).toBe(root);
    expect(names.size).toBe(1);
  });

  it('of one part has its elements as a list, without what is no element', () => {
    expect(join(open(0, { K: [element('P'), 7, element('H1')] }))).toMatchObject({
      K: [{ S: 'P' }, { S: 'H1' }],
    });
  });

  it('of several parts has one document above those of all', () => {
    const kids = [element('Document'), element('Document'), element('Sect')];
    const [one, two, foreign] = kids as [PdfRef, PdfRef, PdfRef];
    const parts = [
      open(0, { K: one }, { part: { title: 'Chapter' } }),
      open(1),
      open(2, { K: [two] }),
      open(3, { K: foreign }),
    ];
    const { root } = joinStructure(parts, []);
    expect(show(root)).toEqual({
      Type: 'StructTreeRoot',
      K: {
        Type: 'StructElem',
        S: 'Document',
        K: [
          { Type: 'StructElem', S: 'Part', T: '(Chapter)' },
          { Type: 'StructElem', S: 'Part' },
          { Type: 'StructElem', S: 'Sect' },
        ],
      },
      ...empty,
    });
    const document = asDict(root)?.get('K');
    expect(asDict(document)?.get('P')).toBe(root);
    for (const kid of kids) expect(asDict(kid)?.get('P')).toBe(document);
  });

  it("keeps the document of a user's PDF, which gets the language of its catalog", () => {
    const catalog = { Lang: text('de-CH') };
    const foreign = { part: { foreign: true, title: 'Theirs' }, catalog };
    const kids = [element('Document'), element('Document', { Lang: text('fr') })];
    expect(join(open(0, { K: element('Document') }, { catalog }), open(1, { K: kids }, foreign))).toMatchObject({
      K: {
        K: [
          { Type: 'StructElem', S: 'Part' },
          { Type: 'StructElem', S: 'Document', Lang: '(de-CH)' },
          { Type: 'StructElem', S: 'Document', Lang: '(fr)' },
        ],
      },
    });
    expect(join(open(0, { K: element('Document') }, foreign))).toMatchObject({ K: { S: 'Document' } });
    expect(show(joinStructure([open(0, { K: element('Document') }, foreign)], []).root)).not.toHaveProperty('K.Lang');
  });

  it('has no language of elements if the part drops it', () => {
    const kid = element('Document', { Lang: text('fr') });
    expect(join(open(0, { K: kid }, { part: { dropsLanguage: true } }))).not.toHaveProperty('K.Lang');
  });

  it('makes references of elements that are written in the tree', () => {
    const { root } = joinStructure([open(0, { K: [buildDict({ S: 'P' }), buildDict({ S: 'H1' })] })], []);
    const kids = asDict(root)?.get('K');
    expect(Array.isArray(kids) && kids.every((kid) => kid instanceof PdfRef)).toBe(true);
  });

  it('is without the elements of pages that were left out', () => {
    const gone = element('P', { K: [buildDict({ Type: 'MCR', MCID: 0, Pg: new PdfRef(null) })] });
    const kid = () => [element('H1'), gone];
    expect(join(open(0, { K: kid() }))).toHaveProperty('K.length', 2);
    expect(join(open(0, { K: kid() }, { cut: true }))).toMatchObject({ K: { S: 'H1' } });
  });

  it('has the name spaces of all parts', () => {
    const space = (NS: string) => buildDict({ NS: text(NS) });
    const parts = [open(0, { Namespaces: [space('a')] }), open(1, {}), open(2, { Namespaces: [space('b')] })];
    expect(join(...parts)).toMatchObject({ Namespaces: [{ NS: '(a)' }, { NS: '(b)' }] });
  });
});

describe('the parent tree', () => {
  it('has the entries of all parts with new keys, in the order of each part', () => {
    const parts = [
      open(0, parentTree([5, element('A')], [2, element('B')], [3, new PdfRef(null)])),
      open(1, parentTree([0, element('C')], [7, [element('D')]])),
    ];
    const { root, names } = joinStructure(parts, []);
    expect(show(root)).toMatchObject({
      ParentTree: { Nums: [0, { S: 'B' }, 1, { S: 'A' }, 2, { S: 'C' }, 3, [{ S: 'D' }]] },
      ParentTreeNextKey: 4,
    });
    expect(parts.map((part) => names.get(part)?.keys)).toEqual([
      new Map([
        [2, 0],
        [5, 1],
      ]),
      new Map([
        [0, 2],
        [7, 3],
      ]),
    ]);
  });

  it('is without the keys of what was left out', () => {
    const part = open(0, parentTree([0, element('A')], [1, element('B')]), { cutKeys: [0] });
    expect(join(part)).toMatchObject({ ParentTree: { Nums: [0, { S: 'B' }] }, ParentTreeNextKey: 1 });
  });

  it('is without dropped annotations, which leave their elements', () => {
    const note = new PdfRef(buildDict({ Subtype: 'Text' }));
    const holder = element('Link', { K: [0, buildDict({ Type: 'OBJR', Obj: note })] });
    const tree = () => parentTree([0, holder], [1, element('B')]);
    const part = open(0, tree());
    const other = open(1, tree());
    const dropped = [{ part: other, annotation: note, key: 1 }];
    expect(show(joinStructure([part], dropped).root)).toHaveProperty('ParentTreeNextKey', 2);
    expect(show(joinStructure([part], [{ part, annotation: note, key: undefined }]).root)).toHaveProperty(
      'ParentTreeNextKey',
      2,
    );
    expect(show(joinStructure([part], [{ part, annotation: note, key: 0 }]).root)).toMatchObject({
      ParentTree: { Nums: [0, { S: 'B' }] },
    });
    expect(show(holder)).toEqual({ Type: 'StructElem', S: 'Span', K: [0] });
  });
});

describe('the names of a structure', () => {
  const numbered = (number: number) => new PdfRef(buildDict({ S: `E${number}` }), undefined, number);
  const idTree = (...entries: [string, PdfObject][]) => ({
    IDTree: buildDict({ Names: entries.flatMap(([name, value]) => [text(name), value]) }),
  });

  it('are numbers of elements in the order of the file, for identifiers of pages', () => {
    const tree = idTree(['node9', numbered(8)], ['node7', numbered(12)], ['node5', numbered(3)], ['gone', null]);
    const part = open(4, tree);
    const { root, names } = joinStructure([part], []);
    expect(names.get(part)?.ids).toEqual(
      new Map([
        ['node5', '5.1'],
        ['node9', '5.2'],
        ['node7', '5.3'],
      ]),
    );
    expect(show(root)).toMatchObject({
      IDTree: { Names: ['(5.1)', { S: 'E3' }, '(5.2)', { S: 'E8' }, '(5.3)', { S: 'E12' }] },
    });
  });

  it("are the identifiers of users' PDFs, with a number if another part has them", () => {
    const foreign = { part: { foreign: true } };
    const parts = [
      open(0, idTree(['b', numbered(1)], ['a', numbered(9)], ['a', numbered(2)]), foreign),
      open(1, idTree(['a', numbered(3)], ['c', numbered(4)]), foreign),
    ];
    const { root, names } = joinStructure(parts, []);
    expect(parts.map((part) => [...(names.get(part)?.ids ?? [])])).toEqual([
      [
        ['b', 'b'],
        ['a', 'a'],
      ],
      [
        ['a', 'a-2'],
        ['c', 'c'],
      ],
    ]);
    expect(show(root)).toMatchObject({
      IDTree: { Names: ['(a)', { S: 'E9' }, '(a-2)', { S: 'E3' }, '(b)', { S: 'E1' }, '(c)', { S: 'E4' }] },
    });
  });

  it('of roles are changed if another part means something else', () => {
    const parts = [
      open(0, { RoleMap: buildDict({ Note: 'P', Box: 'Div', Odd: 7 }) }),
      open(1, { RoleMap: buildDict({ Note: 'P', Box: 'Sect', New: 'Span' }) }),
    ];
    const { root, names } = joinStructure(parts, []);
    expect(show(root)).toMatchObject({ RoleMap: { Note: 'P', Box: 'Div', 'Box-2': 'Sect', New: 'Span' } });
    expect(show(root)).not.toHaveProperty('RoleMap.Odd');
    expect(parts.map((part) => names.get(part)?.roles)).toEqual([new Map(), new Map([['Box', 'Box-2']])]);
  });

  it('of classes are changed if another part has them', () => {
    const shared = new PdfRef(buildDict({ O: 'Layout' }));
    const parts = [
      open(0, { ClassMap: buildDict({ A: buildDict({ O: 'Table' }), B: shared }) }),
      open(1, { ClassMap: buildDict({ A: buildDict({ O: 'List' }), B: shared }) }),
    ];
    const { root, names } = joinStructure(parts, []);
    expect(show(root)).toMatchObject({ ClassMap: { A: { O: 'Table' }, B: { O: 'Layout' }, 'A-2': { O: 'List' } } });
    const classes = asDict(asDict(root)?.get('ClassMap'));
    expect([...(classes?.values() ?? [])].every((value) => value instanceof PdfRef)).toBe(true);
    expect(parts.map((part) => names.get(part)?.classes)).toEqual([new Map(), new Map([['A', 'A-2']])]);
  });
});

describe('an object that refers to the structure', () => {
  const names: StructureNames = {
    keys: new Map([[3, 30]]),
    ids: new Map([['a', 'x']]),
    roles: new Map([['Box', 'Box-2']]),
    classes: new Map([['C', 'C-2']]),
  };
  const none: StructureNames = { keys: new Map(), ids: new Map(), roles: new Map(), classes: new Map() };
  const rename = (entries: Record<string, PdfObject>, by: StructureNames | undefined) => {
    const dict: PdfDict = buildDict(entries);
    renameStructure(dict, by);
    return show(dict);
  };

  it.each<[string, Record<string, PdfObject>, unknown]>([
    ['key', { StructParent: 3 }, { StructParent: 30 }],
    ['keys of its content', { StructParents: 3, Type: 'Page' }, { StructParents: 30, Type: 'Page' }],
    ['identifier', { S: 'Note', P: null, ID: text('a') }, { S: 'Note', ID: '(x)' }],
    ['role', { S: 'Box', P: null }, { S: 'Box-2' }],
    ['role of an element with a type', { Type: 'StructElem', S: 'Box' }, { Type: 'StructElem', S: 'Box-2' }],
    ['class', { S: 'Note', P: null, C: 'C' }, { S: 'Note', C: 'C-2' }],
    ['classes', { S: 'Note', P: null, C: ['D', 'C', 0] }, { S: 'Note', C: ['D', 'C-2', 0] }],
    ['header cells', { O: 'Table', Headers: [text('b'), text('a'), 7] }, { O: 'Table', Headers: ['(b)', '(x)', 7] }],
  ])('gets its new %s', (_, entries, expected) => {
    expect(rename(entries, names)).toEqual(expected);
  });

  it.each<[string, Record<string, PdfObject>]>([
    ['an identifier of another object', { ID: text('a'), S: 'Note' }],
    ['an identifier of an action', { ID: text('a'), Type: 'Page' }],
    ['an unknown identifier', { ID: text('b'), S: 'Note', P: null }],
    ['the kind of an action', { S: 'Box' }],
    ['a class of another object', { P: null, C: 'C' }],
    ['header cells without an owner', { Headers: [text('a')] }],
  ])('keeps %s', (_, entries) => {
    expect(rename(entries, names)).toEqual(show(buildDict(entries)));
  });

  it.each<[string, StructureNames | undefined]>([
    ['of an untagged part', undefined],
    ['without such a key', none],
  ])('loses a key %s', (_, by) => {
    expect(rename({ StructParent: 3, StructParents: 4, Type: 'Page' }, by)).toEqual({ Type: 'Page' });
    const entries = { Type: 'StructElem', S: 'Box', P: null, C: 'C', ID: text('a') };
    expect(rename(entries, by)).toEqual(show(buildDict(entries)));
  });

  it('gets new roles without new classes, and new classes without new roles', () => {
    const entries = { S: 'Box', P: null, C: 'C' };
    expect(rename(entries, { ...none, roles: names.roles })).toEqual({ S: 'Box-2', C: 'C' });
    expect(rename(entries, { ...none, classes: names.classes })).toEqual({ S: 'Box', C: 'C-2' });
  });
});

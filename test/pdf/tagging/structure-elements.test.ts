import { describe, expect, it } from 'vitest';
import { buildDict, type PdfObject, PdfRef, PdfStream, PdfString } from '../../../src/pdf/objects/objects.ts';
import {
  changeRole,
  type ElementKid,
  isContent,
  isElement,
  isStandardType,
  type MarkedContent,
  mapRoles,
  noteContent,
  readAlternative,
  readElements,
  type StructureElement,
  unwrapGroup,
  walkStructure,
  wrapKids,
  writeElements,
} from '../../../src/pdf/tagging/structure-elements.ts';

const page = buildDict({ Type: 'Page' });
const tag = (S: string, K?: PdfObject, more: Record<string, PdfObject | undefined> = {}) =>
  new PdfRef(buildDict({ S, K, ...more }));
const read = (...top: PdfObject[]) => readElements(top);

function show(kid: ElementKid): string {
  if (!isElement(kid)) return `${kid.mcid ?? (kid.annotation ? 'annotation' : 'other')}`;
  return kid.role + (kid.kids.length > 0 ? `[${kid.kids.map(show).join(' ')}]` : '');
}

describe('the elements of a structure tree', () => {
  it('are read with all that is in them, each once', () => {
    const shared = tag('P');
    const tree = tag('Document', [tag('Sect', [shared, tag('Span', 3)]), shared, 4, null, buildDict({ Type: 'X' })]);
    expect(read(tree, tree, null, buildDict({ K: 1 })).map(show)).toEqual(['Document[Sect[other Span[3]] P 4 other]']);
    const [top] = read(tree) as [StructureElement];
    for (const kid of top.kids.filter(isElement)) expect(kid.parent).toBe(top);
    expect(top.parent).toBeUndefined();
  });

  it.each<[string, PdfObject, string[]]>([
    ['one', tag('P'), ['P']],
    ['two levels', tag('Div', [tag('P'), tag('Span', 1)]), ['Div[P Span[1]]']],
    ['a mark', tag('P', buildDict({ Type: 'MCR', MCID: 5 })), ['P[5]']],
    ['an annotation', tag('Link', buildDict({ Type: 'OBJR', Obj: buildDict({}) })), ['Link[annotation]']],
    ['an annotation that is gone', tag('Link', buildDict({ Type: 'OBJR', Obj: new PdfRef(null) })), ['Link[other]']],
    ['what is no element', buildDict({ K: tag('P') }), []],
    ['nothing', null, []],
  ])('may be %s', (_what, object, shown) => {
    expect(read(object).map(show)).toEqual(shown);
  });

  it('may be in rings', () => {
    const ring = tag('Div');
    (ring.value as Map<string, PdfObject>).set('K', [ring, tag('P', ring)]);
    expect(read(ring).map(show)).toEqual(['Div[other P[other]]']);
  });

  it('have marks of their page, of another one or of a form', () => {
    const other = buildDict({ Type: 'Page' });
    const form = new PdfStream(new Map(), Buffer.from(''));
    const own = buildDict({ Type: 'MCR', MCID: 1 });
    const marks = [
      0,
      own,
      buildDict({ Type: 'MCR', MCID: 2, Pg: other }),
      buildDict({ Type: 'MCR', MCID: 3, Stm: new PdfRef(form) }),
    ];
    const [element] = read(tag('P', marks, { Pg: page })) as [StructureElement];
    const owners = element.kids.filter(isContent).map(({ owner }) => owner);
    const places: unknown[] = [page, other, form];
    expect(owners.map((owner) => places.indexOf(owner))).toEqual([0, 0, 1, 2]);
    expect(own.get('Pg')).toBe(page);
    expect(element.kids[0]).toEqual({ object: buildDict({ Type: 'MCR', Pg: page, MCID: 0 }), mcid: 0, owner: page });
    const noted: MarkedContent = new Map();
    noteContent([element], noted);
    expect([
      ...(noted.get(page)?.keys() ?? []),
      ...(noted.get(other)?.keys() ?? []),
      ...(noted.get(form)?.keys() ?? []),
    ]).toEqual([0, 1, 2, 3]);
    expect(noted.get(page)?.get(1)).toBe(element);
  });

  it('have marks without a page', () => {
    const [element] = read(tag('P', 6)) as [StructureElement];
    expect(element.kids).toEqual([{ object: 6, mcid: 6 }]);
    const noted: MarkedContent = new Map();
    noteContent([element], noted);
    expect(noted.size).toBe(0);
  });

  it('have the standard roles that theirs are mapped to, in 16 steps at most', () => {
    const roles = buildDict({ Mine: 'Yours', Yours: 'P', Ring: 'Ring' });
    for (let step = 0; step < 20; step++) roles.set(`R${step}`, `R${step + 1}`);
    const roleOf = (name: string) => readElements([tag(name)], roles)[0]?.role;
    expect(['Mine', 'P', 'Other', 'Ring', 'R0', 'R4', 'R5'].map(roleOf)).toEqual([
      'P',
      'P',
      'Other',
      'Ring',
      'R16',
      'R20',
      'R20',
    ]);
  });

  it('are walked in their order', () => {
    const tops = read(tag('Document', [tag('A', tag('B')), 1, tag('C')]), tag('D'));
    expect([...walkStructure(tops)].map(({ role }) => role)).toEqual(['Document', 'A', 'B', 'C', 'D']);
  });

  it('are written with their kids and parents', () => {
    const elements = [...walkStructure(read(tag('Div', [tag('P', 1), tag('H', [1, 2]), tag('L', [])])))];
    const [top, text, heading, list] = elements as [
      StructureElement,
      StructureElement,
      StructureElement,
      StructureElement,
    ];
    list.kids = [];
    writeElements(elements);
    expect(top.dict.get('K')).toEqual([text.ref, heading.ref, list.ref]);
    expect([text.dict.get('K'), heading.dict.get('K'), list.dict.has('K')]).toEqual([1, [1, 2], false]);
    expect([text, heading, list].every(({ dict }) => dict.get('P') === top.ref)).toBe(true);
  });
});

describe('elements that change', () => {
  const above = () =>
    read(
      tag(
        'Table',
        [tag('Div', [tag('TR'), tag('TR')]), tag('Div', [tag('TR'), 1]), tag('Sect', tag('TR')), tag('Div')],
        { Pg: page },
      ),
    )[0] as StructureElement;

  it('are wrapped', () => {
    const table = above();
    const wrapped = wrapKids('TBody', table, table.kids.slice(0, 1));
    expect([show(wrapped), wrapped.parent]).toEqual(['TBody[Div[TR TR]]', table]);
    expect(wrapped.dict).toEqual(buildDict({ Type: 'StructElem', S: 'TBody', Pg: page }));
    expect((table.kids[0] as StructureElement).parent).toBe(wrapped);
  });

  it('are taken out of a group that means nothing', () => {
    const table = above();
    const shown = table.kids.map((kid) =>
      unwrapGroup(table, kid, (role) => role === 'TR')
        .map(show)
        .join(' '),
    );
    expect(shown).toEqual(['TR TR', 'Div[TR 1]', 'Sect[TR]', 'Div']);
    const [first] = unwrapGroup(table, table.kids[0] as ElementKid, () => true) as [StructureElement];
    expect(first.parent).toBe(table);
    expect(unwrapGroup(table, table.kids[0] as ElementKid, () => false)).toEqual([table.kids[0]]);
    const content = { object: 1 };
    expect(unwrapGroup(table, content, () => true)).toEqual([content]);
  });

  it('have another role', () => {
    const table = above();
    changeRole(table, 'Div');
    expect([table.role, table.dict.get('S')]).toEqual(['Div', 'Div']);
  });
});

describe('the text of an element', () => {
  it.each<[Record<string, string>, string | undefined]>([
    [{ Alt: ' a ' }, 'a'],
    [{ ActualText: 'b' }, 'b'],
    [{ Alt: 'a', ActualText: 'b' }, 'a'],
    [{ Alt: ' ', ActualText: 'b' }, 'b'],
    [{ Alt: '' }, undefined],
    [{}, undefined],
  ])('of %j is %j', (texts, expected) => {
    const entries = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, new PdfString(text)]));
    expect(readAlternative(read(tag('Figure', undefined, entries))[0] as StructureElement)).toBe(expected);
  });
});

describe('standard types', () => {
  it('are those of PDF 1.7', () => {
    expect(['P', 'H6', 'Warichu', 'Form', 'Aside', ''].map(isStandardType)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('are what others are mapped to', () => {
    const roles = buildDict({ Known: 'P' });
    mapRoles(read(...['P', 'Aside', 'Title', 'Strong', 'Known', 'constructor'].map((name) => tag(name))), roles);
    expect(roles).toEqual(buildDict({ Known: 'P', Aside: 'Div', Title: 'P', Strong: 'Span', constructor: 'Span' }));
  });
});

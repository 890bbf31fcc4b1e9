import { describe, expect, it } from 'vitest';
import {
  asDict,
  asList,
  asName,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../../src/pdf/objects/objects.ts';
import { adaptStructure } from '../../../../src/pdf/tagging/second/adapt-structure.ts';
import { type StructureElement, walkStructure } from '../../../../src/pdf/tagging/structure-elements.ts';

/** An element as a list: its type and its kids; a mark is a number. */
type Tree = [type: string, ...kids: (Tree | number)[]];

function build([type, ...kids]: Tree): PdfRef {
  return new PdfRef(
    buildDict({ Type: 'StructElem', S: type, K: kids.map((kid) => (typeof kid === 'number' ? kid : build(kid))) }),
  );
}

/** A tree as its objects say. Throws if an element does not name the one that holds it. */
function describeTree(object: PdfObject, parent?: PdfDict): Tree | number {
  if (typeof object === 'number') return object;
  const dict = asDict(object) as PdfDict;
  if (parent !== undefined && asDict(dict.get('P')) !== parent) throw new Error('an element names another one');
  return [asName(dict.get('S')) ?? '', ...asList(dict.get('K')).map((kid) => describeTree(kid, dict))];
}

function adapt(...tops: Tree[]) {
  const root = new PdfRef(buildDict({ Type: 'StructTreeRoot', K: tops.map(build) }));
  const top = adaptStructure(root);
  const dict = asDict(root) as PdfDict;
  return { root: dict, top, tree: describeTree(dict.get('K') ?? null) };
}

/** The types of elements, each with whether it is of the namespace of PDF 2.0. */
function listSpaces(root: PdfDict, top: StructureElement) {
  const [space] = asList(root.get('Namespaces'));
  return [...walkStructure([top])].map(({ role, dict }) => [
    role,
    dict.has('NS') ? dict.get('NS') === space : undefined,
  ]);
}

describe('a structure of PDF/UA-2', () => {
  it.each<[string, Tree[], Tree]>([
    ['one Document', [['Document', ['P', 0]]], ['Document', ['P', 0]]],
    ['one element of another type', [['Sect', ['P', 0]]], ['Document', ['Sect', ['P', 0]]]],
    [
      'two elements',
      [
        ['Part', ['P', 0]],
        ['Part', ['H1', 1]],
      ],
      ['Document', ['Part', ['P', 0]], ['Part', ['H1', 1]]],
    ],
    ['nothing', [], ['Document']],
  ])('has one Document at its top, of %s', (_, tops, expected) => {
    const { root, top, tree } = adapt(...tops);
    expect(tree).toEqual(expected);
    expect([top.role, top.parent, root.get('K')]).toEqual(['Document', undefined, top.ref]);
  });

  it('has a Document that names the root if it is new', () => {
    const { root, top } = adapt(['P', 0]);
    expect([asDict(top.dict.get('P')), asName(top.dict.get('Type'))]).toEqual([root, 'StructElem']);
  });

  it('has the namespace of PDF 2.0 for the types that it knows', () => {
    const { root, top } = adapt(['Document', ['P', ['Em', 0]], ['Code', 1], ['Aside', ['P', 2]]]);
    const [space, ...more] = asList(root.get('Namespaces'));
    expect(more).toEqual([]);
    expect(asDict(space)).toEqual(buildDict({ Type: 'Namespace', NS: new PdfString('http://iso.org/pdf2/ssn') }));
    expect(listSpaces(root, top)).toEqual([
      ['Document', true],
      ['P', true],
      ['Em', true],
      ['Code', undefined],
      ['Aside', true],
      ['P', true],
    ]);
  });

  it('has links inside of headings, and paragraphs around text', () => {
    expect(adapt(['Document', 0, ['Link', ['H1', 1]]]).tree).toEqual([
      'Document',
      ['P', 0],
      ['NonStruct', ['H1', ['Link', 1]]],
    ]);
  });
});

describe('a ruby of PDF/UA-2', () => {
  it.each<[string, Tree, Tree[]]>([
    ['with a base and its text', ['Ruby', 0, ['RT', 1]], [['Ruby', ['RB', 0], ['RT', 1]]]],
    [
      'with two pairs',
      ['Ruby', 0, ['RT', 1], 2, 3, ['RT', 4]],
      [
        ['Ruby', ['RB', 0], ['RT', 1]],
        ['Ruby', ['RB', 2, 3], ['RT', 4]],
      ],
    ],
    [
      'with text after its pairs',
      ['Ruby', 0, ['RT', 1], ['Em', 2], 3],
      [
        ['Ruby', ['RB', 0], ['RT', 1]],
        ['Span', ['Em', 2], 3],
      ],
    ],
    [
      'with parentheses',
      ['Ruby', 0, ['RP', 1], ['RT', 2], ['RP', 3]],
      [
        ['Ruby', ['RB', 0, ['Span', 1]], ['RT', 2]],
        ['Span', ['Span', 3]],
      ],
    ],
    ['with its text in a group', ['Ruby', 0, ['NonStruct', ['RT', 1]]], [['Ruby', ['RB', 0], ['RT', 1]]]],
    [
      'with its text and parentheses in a group',
      ['Ruby', 0, ['NonStruct', ['RP', 1], ['RT', 2]]],
      [['Ruby', ['RB', 0, ['Span', 1]], ['RT', 2]]],
    ],
    ['without text', ['Ruby', 0, ['Em', 1]], [['Span', 0, ['Em', 1]]]],
    ['without anything', ['Ruby'], [['Span']]],
    ['with a base of elements', ['Ruby', ['Em', 0], ['RT', 1]], [['Ruby', ['RB', ['Em', 0]], ['RT', 1]]]],
  ])('%s has one base and one text', (_, ruby, expected) => {
    expect(adapt(['Document', ['P', 8, ruby, 9]]).tree).toEqual(['Document', ['P', 8, ...expected, 9]]);
  });
});

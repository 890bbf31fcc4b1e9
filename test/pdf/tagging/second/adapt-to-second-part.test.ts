import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  asString,
  type PdfDict,
  resolve,
} from '../../../../src/pdf/objects/objects.ts';
import { PdfFile } from '../../../../src/pdf/objects/pdf-file.ts';
import { readNameTree, readNumberTree } from '../../../../src/pdf/objects/trees.ts';
import { buildTagged, firstFree, type Outline, type Spec, TaggedFacts } from '../tagged-pdf.ts';

const options = { outline: true, producer: 'test', metadata: { title: 'Title' }, conformance: { pdfUa: 2 } } as const;

function write(specs: readonly Spec[], more: Parameters<typeof buildTagged>[1] = {}): Uint8Array {
  return mergePdfs([{ pdf: buildTagged(specs, more), foreign: false }], options).pdf;
}

const adapt = (specs: readonly Spec[], more: Parameters<typeof buildTagged>[1] = {}) =>
  new TaggedFacts(write(specs, more));
const outlineOf = (...specs: Spec[]): Outline[] => adapt(specs).outline;
const namespaceOf = (element: PdfDict | undefined) => asString(asDict(element?.get('NS'))?.get('NS'));

describe('a document of PDF/UA-2', () => {
  it('is PDF 2.0 without a dictionary of properties', () => {
    const file = new PdfFile(write([['P', 0]]));
    expect(file.version).toBe('2.0');
    expect(file.trailer.has('Info')).toBe(false);
  });

  it('has one Document of the namespace of PDF 2.0, and its types in that as far as it has them', () => {
    const facts = adapt([
      ['P', 0, ['Strong', 1]],
      ['Code', 2],
    ]);
    const space = 'http://iso.org/pdf2/ssn';
    expect(asArray(facts.root.get('Namespaces')).map((each) => asString(asDict(each)?.get('NS')))).toEqual([space]);
    const types = ['Document', 'P', 'Strong', 'Code'];
    expect(types.map((type) => namespaceOf(facts.find(type)[0]))).toEqual([space, space, space, undefined]);
  });

  it('holds other parts of ours as parts', () => {
    const pdf = buildTagged([['P', 0]]);
    const two = new TaggedFacts(
      mergePdfs(
        [
          { pdf, foreign: false },
          { pdf, foreign: false },
        ],
        options,
      ).pdf,
    );
    expect(two.outline).toEqual([
      ['Part', ['P', 0]],
      ['Part', ['P', 0]],
    ]);
  });
});

describe('text in a document', () => {
  it('gets a paragraph where no element is one', () => {
    expect(outlineOf(['NonStruct', 0], ['NonStruct', ['NonStruct', 1], ['Strong', 2]])).toEqual([
      ['P', 0],
      ['P', ['NonStruct', 1], ['Strong', 2]],
    ]);
    expect(outlineOf(['Art', 0, ['P', 1]], ['Div', ['Em', 2], ['H1', 3]])).toEqual([
      ['Art', ['P', 0], ['P', 1]],
      ['Div', ['P', ['Em', 2]], ['H1', 3]],
    ]);
  });

  it('stays where it may be', () => {
    const specs: Spec[] = [
      ['Link', 0, 'link'],
      ['Table', ['TR', ['TH', 1], ['TH', ['NonStruct', 2]]]],
      ['Code', 3],
    ];
    expect(outlineOf(...specs)).toEqual([
      ['Link', 0, 'Link'],
      ['Table', ['TR', ['TH', 1], ['TH', ['NonStruct', 2]]]],
      ['Code', 3],
    ]);
  });

  it('is named in the parent tree with its paragraph', () => {
    const facts = adapt([['Art', 0, ['P', 1]]]);
    const [[, marks] = [0, null]] = readNumberTree(facts.root.get('ParentTree'));
    expect(asArray(marks).map((element) => asDict(element))).toEqual(facts.find('P'));
  });
});

describe('an element that may not be where it is', () => {
  it.each<[string, Spec, Outline]>([
    ['a paragraph in a heading', ['H1', ['P', 0]], ['H1', ['NonStruct', 0]]],
    ['blocks in an emphasis', ['Strong', ['H1', 0], ['P', 1]], ['NonStruct', ['H1', 0], ['P', 1]]],
    ['an article in an article', ['Art', ['Art', ['P', 0]]], ['Art', ['Sect', ['P', 0]]]],
    ['a second label in an item', ['L', ['LI', ['LBody', ['Lbl', 0]]]], ['L', ['LI', ['LBody', ['Span', 0]]]]],
    ['a caption in a paragraph', ['P', ['NonStruct', ['Caption', 0]]], ['P', ['NonStruct', ['NonStruct', 0]]]],
  ])('becomes another one: %s', (_what, spec, expected) => {
    expect(outlineOf(spec)).toEqual([expected]);
  });

  it('is a section if it has a caption, which is its first or its last element', () => {
    const alt = { entries: '/Alt (A)' };
    expect(outlineOf(['Div', ['Figure', alt, 0], ['Caption', 1]])).toEqual([['Sect', ['Figure', 0], ['Caption', 1]]]);
    expect(outlineOf(['Div', ['Figure', alt, 0], ['Caption', 1], ['P', 2]])).toEqual([
      ['Div', ['Figure', 0], ['P', 1], ['P', 2]],
    ]);
  });

  it('is a link around a heading, which goes into that', () => {
    expect(outlineOf(['Link', ['H1', 0], ['P', 1], 'link'])).toEqual([
      ['NonStruct', ['H1', ['Link', 0, 'Link']], ['P', 1]],
    ]);
  });
});

describe('a ruby', () => {
  it('has one base and one text', () => {
    expect(outlineOf(['P', ['Ruby', 0, ['RT', 1], 2, ['RT', 3], 4]])).toEqual([
      ['P', ['Ruby', ['RB', 0], ['RT', 1]], ['Ruby', ['RB', 2], ['RT', 3]], ['Span', 4]],
    ]);
    expect(outlineOf(['P', ['Ruby', 0]])).toEqual([['P', ['Span', 0]]]);
  });
});

describe('a list with labels', () => {
  const numberingOf = (entries: string) =>
    asList(
      adapt([['L', { entries }, ['LI', ['Lbl', 0], ['LBody', ['P', 1]]]]])
        .find('L')[0]
        ?.get('A'),
    ).map((each) => asName(asDict(each)?.get('ListNumbering')));

  it('says of which kind they are', () => {
    expect(numberingOf('')).toEqual(['Ordered']);
    expect(numberingOf('/A [<</O /List /ListNumbering /Disc>>]')).toEqual(['Disc']);
  });
});

describe('a place that something leads to', () => {
  const facts = (target: string) =>
    adapt(
      [
        ['P', 0],
        ['H1', { entries: '/ID (h)' }, 1],
      ],
      {
        catalog: `/Names <</Dests <</Names [(a) [3 0 R /XYZ 0 90 0]]>>>> /Outlines ${firstFree} 0 R`,
        more: [
          `<</Type /Outlines /First ${firstFree + 1} 0 R /Last ${firstFree + 1} 0 R>>`,
          `<</Title (One) /Parent ${firstFree} 0 R ${target}>>`,
        ],
      },
    );
  const elementOf = (action: PdfDict | undefined) => {
    const [element, ...view] = asArray(action?.get('SD'));
    return [asName(asDict(element)?.get('S')), ...view.map((item) => resolve(item))];
  };
  const readAction = ({ catalog }: TaggedFacts) =>
    asDict(asDict(asDict(catalog.get('Outlines'))?.get('First'))?.get('A'));

  it('is the element that begins there, beside the page', () => {
    const action = readAction(facts('/Dest [3 0 R /XYZ 0 90 0]'));
    expect(elementOf(action)).toEqual(['P', 'XYZ', 0, 90, 0]);
    expect(asName(asDict(asArray(action?.get('D'))[0])?.get('Type'))).toBe('Page');
  });

  it('is an element also where it has a name', () => {
    const named = facts('/Dest (a)');
    expect(elementOf(readAction(named))).toEqual(['P', 'XYZ', 0, 90, 0]);
    const [[, place] = ['', null]] = readNameTree(asDict(named.catalog.get('Names'))?.get('Dests'));
    expect(elementOf(asDict(place))).toEqual(['P', 'XYZ', 0, 90, 0]);
  });

  it('is the document if no page after it has content', () => {
    const empty = adapt([['P']], { catalog: '/Names <</Dests <</Names [(a) [3 0 R /Fit]]>>>>' });
    const [[, place] = ['', null]] = readNameTree(asDict(empty.catalog.get('Names'))?.get('Dests'));
    expect(elementOf(asDict(place))).toEqual(['Document', 'Fit']);
  });
});

describe('what is read out of the page', () => {
  it('has no characters of private use, and attached files are described', () => {
    const specs: Spec[] = [['P', ['Figure', { entries: '/Alt <FEFFE0010041>' }, 0]]];
    const file = { name: 'a.csv', type: 'text/csv', bytes: Buffer.from('1') };
    const part = { pdf: buildTagged(specs), foreign: false };
    const facts = new TaggedFacts(mergePdfs([part], { ...options, attachments: [file] }).pdf);
    expect(asString(facts.find('Figure')[0]?.get('Alt'))).toBe('A');
    const [[, attached] = ['', null]] = readNameTree(asDict(facts.catalog.get('Names'))?.get('EmbeddedFiles'));
    expect(asString(asDict(attached)?.get('Desc'))).toBe('a.csv');
  });
});

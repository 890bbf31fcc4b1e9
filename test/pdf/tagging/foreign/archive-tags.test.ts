import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { buildPdf } from '../../build-pdf.ts';

/** What a page of a user that claims PDF/A-2a is like. Its only character is of private use. */
interface Source {
  content?: string;
  /** Entries of the only tag below Document, and of the root of the tree. */
  tag?: string;
  root?: string;
  properties?: string;
}

const show = 'BT /F1 12 Tf (A) Tj ET';

function build({ content = '', tag = '/S /P', root = '', properties = '' }: Source): Buffer {
  return buildPdf([
    `<</Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 5 0 R /Metadata 11 0 R>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
    `<</Type /Page /Parent 2 0 R /StructParents 0 /Contents 4 0 R
      /Resources <</Font <</F1 8 0 R>> /Properties <<${properties}>>>>>>`,
    { dict: '', data: content },
    `<</Type /StructTreeRoot /K 6 0 R /ParentTree <</Nums [0 [7 0 R]]>> ${root}>>`,
    '<</Type /StructElem /S /Document /P 5 0 R /K [7 0 R]>>',
    `<</Type /StructElem /P 6 0 R /Pg 3 0 R /K [0] ${tag}>>`,
    `<</Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 65 /LastChar 65
      /Widths [500] /Encoding <</Differences [65 /a]>> /CharProcs <</a 9 0 R>> /Resources <<>> /ToUnicode 10 0 R>>`,
    { dict: '', data: '500 0 d0 0 0 9 9 re f' },
    { dict: '', data: '1 beginbfchar\n<41> <E000>\nendbfchar' },
    {
      dict: '/Type /Metadata /Subtype /XML',
      data: '<rdf:Description pdfaid:part="2" pdfaid:conformance="A"/>',
    },
  ]);
}

const archive = (source: Source, level: 'A' | 'U' = 'A') =>
  mergePdfs([{ pdf: build(source), foreign: true }], {
    outline: true,
    producer: 'test',
    conformance: { pdfA: { part: 2, level } },
  }).pdf;

describe('a tagged PDF of a user in an archive of level A', () => {
  it.each<[string, Source, string]>([
    [
      'a tag that is not mapped',
      { tag: '/S /Own' },
      'the tag Own is not mapped to a standard one (ISO 19005-2, 6.7.3.4)',
    ],
    [
      'a tag that is mapped in a circle',
      { tag: '/S /Own', root: '/RoleMap <</Own /Other /Other /Own>>' },
      'the tag Own is mapped in a circle (ISO 19005-2, 6.7.3.4)',
    ],
    [
      'a tag whose name is not UTF-8',
      { tag: '/S /Own#C3', root: '/RoleMap <</Own#C3 /P>>' },
      'UTF-8 (ISO 19005-2, 6.1.8)',
    ],
    ['a language of a tag', { tag: '/S /P /Lang (de/AT)' }, 'the language de/AT of a tag (ISO 19005-2, 6.7.4)'],
    [
      'a language of a mark',
      { content: '/Span <</Lang (de_AT)>> BDC EMC' },
      'page 1: the language de_AT of a mark (ISO 19005-2, 6.7.4)',
    ],
    [
      'a language of a mark by name',
      { content: '/Span /P1 BDC EMC', properties: '/P1 <</Lang (de_AT)>>' },
      'the language de_AT of a mark',
    ],
    [
      'a character of private use without a text',
      { content: `/P <</MCID 0>> BDC ${show} EMC` },
      'characters of private use without ActualText (ISO 19005-2, 6.2.11.7.3)',
    ],
    [
      'one behind a mark with a text',
      { content: `/Span <</ActualText (a)>> BDC EMC ${show}` },
      'characters of private use without ActualText',
    ],
  ])('is refused for %s', (_what, source, message) => {
    expect(() => archive(source)).toThrow(
      expect.objectContaining({ code: 'not_conforming', part: 0, message: expect.stringContaining(message) }),
    );
  });

  it.each<[string, Source]>([
    ['languages', { tag: '/S /P /Lang (de-AT)', content: '/Span <</Lang (en)>> BDC EMC /Span <</Lang ()>> BDC EMC' }],
    ['tags that are mapped', { tag: '/S /Own', root: '/RoleMap <</Own /P>>' }],
    ['private use with a text of its mark', { content: `/Span <</ActualText (a)>> BDC /P BMC ${show} EMC EMC` }],
    [
      'private use with a text by name',
      { content: `/Span /P1 BDC ${show} EMC`, properties: '/P1 <</ActualText (a)>>' },
    ],
    ['private use with a text of its tag', { content: `/P <</MCID 0>> BDC ${show} EMC`, tag: '/S /P /ActualText (a)' }],
  ])('may have %s', (_what, source) => {
    expect(archive(source).length).toBeGreaterThan(0);
  });

  it('is not asked for a text of private use on other levels', () => {
    expect(archive({ content: show }, 'U').length).toBeGreaterThan(0);
  });
});

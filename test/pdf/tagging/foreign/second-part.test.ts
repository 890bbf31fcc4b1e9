import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../../src/pdf/merge/merge.ts';
import { asDict, asString, type PdfDict } from '../../../../src/pdf/objects/objects.ts';
import { MergeError } from '../../../../src/pdf/part/merge-error.ts';
import { buildTagged, firstFree, type Spec, TaggedFacts } from '../tagged-pdf.ts';

const newer = 'http://iso.org/pdf2/ssn';
const named = (namespace: string) => ({ entries: `/NS <</Type /Namespace /NS (${namespace})>>` });

/** A PDF of a user that claims a part of PDF/UA, with its own types by the standard ones. */
function build(specs: readonly Spec[], { part = 2, roles = '', text = '' } = {}): Buffer {
  const pdf = buildTagged(specs, {
    catalog: `/Metadata ${firstFree} 0 R`,
    more: [{ dict: '/Type /Metadata /Subtype /XML', data: `<rdf:Description pdfuaid:part="${part}"/>` }],
  });
  // Objects stay at their offsets.
  const replace = (from: string, to: string) =>
    Buffer.from(pdf.toString('latin1').replace(from, to.padEnd(from.length)), 'latin1');
  if (text !== '') return replace('<0001> <001A> <0061>', `<0001> <001A> <${text}>`);
  return roles === '' ? pdf : replace('/Type /StructTreeRoot /K', `/RoleMap<<${roles}>>/K`);
}

const merge = (pdfs: readonly Buffer[], pdfUa: 1 | 2 = 2) =>
  new TaggedFacts(
    mergePdfs(
      pdfs.map((pdf) => ({ pdf, foreign: true })),
      { outline: true, producer: 'test', conformance: { pdfUa }, metadata: { title: 'T' } },
    ).pdf,
  );

/** What is said of a PDF. */
function listDetails(pdf: Buffer, pdfUa: 1 | 2 = 2): string[] {
  try {
    merge([pdf], pdfUa);
    return [];
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    return error.faults.map(({ detail }) => detail);
  }
}

const namespaceOf = (element: PdfDict | undefined) => asString(asDict(element?.get('NS'))?.get('NS'));

describe("a user's PDF in a document of PDF/UA-2", () => {
  it.each([1, 2])('may claim part %i', (part) => {
    const specs: Spec[] = [
      ['H1', 0],
      ['P', 1, ['Strong', named(newer), 2]],
    ];
    const facts = merge([build(specs, { part })]);
    expect(facts.outline).toEqual([
      ['H1', 0],
      ['P', 1, ['Strong', 2]],
    ]);
    expect(['Document', 'H1', 'Strong'].map((type) => namespaceOf(facts.find(type)[0]))).toEqual([newer, newer, newer]);
  });

  it('is a document in the whole', () => {
    const specs: Spec[] = [['P', 0]];
    expect(merge([build(specs), build(specs, { part: 1 })]).outline).toEqual([
      ['Document', ['P', 0]],
      ['Document', ['P', 0]],
    ]);
  });

  it('has the standard types that its own ones are mapped to', () => {
    expect(merge([build([['Own', ['P', 0]]], { roles: '/Own/Sect' })]).outline).toEqual([['Sect', ['P', 0]]]);
  });

  it('keeps types of PDF 2.0, whether they are mapped for older readers or not', () => {
    const specs: Spec[] = [['P', ['Em', named(newer), 0]]];
    for (const roles of ['', '/Em/Span']) expect(merge([build(specs, { roles })]).outline).toEqual([['P', ['Em', 0]]]);
  });

  it.each<[string, Buffer, string]>([
    [
      'without a claim',
      build([['P', 0]], { part: 3 }),
      'does not claim to be PDF/UA-2 or PDF/UA-1 (ISO 14289-2, clause 5)',
    ],
    [
      'with footnotes',
      build([['P', 0, ['FENote', named(newer), 1]]]),
      'page 1: the tag FENote cannot be carried over (ISO 14289-2, 8.2.5)',
    ],
    [
      'with notes of part 1',
      build([['P', 0, ['Note', { entries: '/ID (n)' }, 1]]], { part: 1 }),
      'page 1: the tag Note cannot be carried over (ISO 14289-2, 8.2.5)',
    ],
    [
      'with formulas',
      build([['P', ['Formula', { entries: '/Alt (x)' }, 0]]], { part: 1 }),
      'page 1: the tag Formula cannot be carried over (ISO 14289-2, 8.2.5)',
    ],
    [
      'with types of another namespace',
      build([['P', ['math', named('http://www.w3.org/1998/Math/MathML'), 0]]], { roles: '/math/P' }),
      'page 1: the tag P is of the namespace "http://www.w3.org/1998/Math/MathML" (ISO 14289-2, 8.2.4)',
    ],
  ])('is refused %s', (_what, pdf, detail) => {
    expect(listDetails(pdf)).toEqual([detail]);
  });

  it('is refused for a character of private use that nothing stands for', () => {
    expect(listDetails(build([['P', 0]], { text: 'E000' }))).toEqual([expect.stringContaining('U+E000')]);
  });

  it('is not one of PDF/UA-1 if it claims PDF/UA-2 alone', () => {
    expect(listDetails(build([['P', 0]]), 1)).toEqual(['does not claim to be PDF/UA-1 (ISO 14289-1, clause 5)']);
  });
});

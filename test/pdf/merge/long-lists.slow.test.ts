import { describe, expect, it } from 'vitest';
import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { MergeError } from '../../../src/pdf/part/merge-error.ts';
import { buildPdf } from '../build-pdf.ts';

/** More than a call can have as arguments. */
const count = 150_000;
const repeat = (text: string) => `[${text.repeat(count)}]`;

interface Lists {
  fields?: string;
  annotations?: string;
  tops?: string;
  kids?: string;
  page?: string;
}

/** A tagged PDF of one page whose objects hold long lists. */
function build({ fields = '[]', annotations = '[]', tops = '5 0 R', kids = '[]', page = '' }: Lists): Buffer {
  return buildPdf([
    `<</Type /Catalog /Pages 2 0 R /Lang (en) /MarkInfo <</Marked true>> /StructTreeRoot 4 0 R /Metadata 6 0 R
      /AcroForm <</Fields ${fields}>>>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 200 100]>>',
    `<</Type /Page /Parent 2 0 R /Annots ${annotations} /Resources <<>> ${page}>>`,
    `<</Type /StructTreeRoot /K ${tops} /ParentTree <</Nums []>>>>`,
    `<</Type /StructElem /S /Document /P 4 0 R /K ${kids}>>`,
    { dict: '/Type /Metadata /Subtype /XML', data: '<rdf:Description pdfuaid:part="1"/>' },
  ]);
}

describe("a list of 150,000 in a user's PDF", () => {
  it.each<[name: string, lists: Lists]>([
    ['fields', { fields: repeat('<<>>') }],
    ['annotations', { annotations: repeat('null ') }],
    ['elements at the top', { tops: repeat('<</S/P>>') }],
    ['elements in an element', { kids: repeat('<</S/P>>') }],
    ['anything on a page', { page: `/PieceInfo ${repeat('0 ')}` }],
  ])('is read: %s', (_name, lists) => {
    const merge = (conformance: { pdfUa?: 1 }) =>
      mergePdfs([{ pdf: build(lists), foreign: true }], {
        outline: true,
        producer: 'test',
        metadata: { title: 'T' },
        conformance,
      });
    expect(merge({}).pdf.length).toBeGreaterThan(0);
    try {
      merge({ pdfUa: 1 });
    } catch (error) {
      expect(error).toBeInstanceOf(MergeError);
    }
  });
});

import { mergePdfs } from '../../../src/pdf/merge/merge.ts';
import { buildPdf, type TestObject } from '../build-pdf.ts';

/** What a page of a user consists of. */
export interface Source {
  content?: string | Buffer;
  resources?: string;
  page?: string;
  catalog?: string;
  /** Entries of the content stream. */
  dict?: string;
  /** From object 5. */
  more?: TestObject[];
}

/** One page that a user brings, of 200 by 100 units. */
export function buildPage({
  content = '',
  resources = '',
  page = '',
  catalog = '',
  dict = '',
  more = [],
}: Source): Buffer {
  return buildPdf([
    `<</Type /Catalog /Pages 2 0 R ${catalog}>>`,
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    `<</Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources <<${resources}>> ${page}>>`,
    { dict, data: content },
    ...more,
  ]);
}

/** The page as PDF/A-2b. Throws MergeError if it cannot be. */
export function archivePage(source: Source): Uint8Array {
  const conformance = { pdfA: { part: 2, level: 'B' } } as const;
  return mergePdfs([{ pdf: buildPage(source), foreign: true }], { outline: true, producer: 'test', conformance }).pdf;
}

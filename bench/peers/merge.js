import { PDFDocument } from '@cantoo/pdf-lib';

/** One PDF of several, as pdf-lib does it: the pages alone, without outline and tags. */
export async function merge(pdfs) {
  const whole = await PDFDocument.create();
  for (const bytes of pdfs) {
    const source = await PDFDocument.load(bytes);
    for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
  }
  return whole.save();
}

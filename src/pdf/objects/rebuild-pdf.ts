import { asDict, asNumber, PdfDamage, PdfRef, unlessDamaged } from './objects.ts';
import { readPages, TooManyPages } from './page-tree.ts';
import { PdfFile } from './pdf-file.ts';
import { writePdf } from './write-pdf.ts';

/** More pages than any document may have; merging applies the limit of a request. */
const pageLimit = 100_000;

/** What our own reader finds without a cross-reference, as a file. */
export function rebuildPdf(pdf: Uint8Array): Uint8Array | undefined {
  const rebuild = () => {
    const file = new PdfFile(pdf, true);
    const info = asDict(file.trailer.get('Info')) ?? new Map();
    return writePdf({ version: file.version, catalog: new PdfRef(file.catalog, file), info: new PdfRef(info, file) });
  };
  return unlessDamaged(rebuild, () => undefined);
}

/** Whether the strict reader finds as many pages as the page tree counts, so that none was lost with its object. */
export function isWhole(pdf: Uint8Array): boolean {
  try {
    const file = new PdfFile(pdf);
    const count = asNumber(asDict(file.catalog.get('Pages'))?.get('Count')) ?? 0;
    return readPages(file, pageLimit).length >= count;
  } catch (error) {
    if (error instanceof PdfDamage) return false;
    // Merging refuses it for that.
    if (error instanceof TooManyPages) return true;
    throw error;
  }
}

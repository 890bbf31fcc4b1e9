import { PdfDamage, type PdfRef } from './objects.ts';
import { readPages } from './page-tree.ts';
import { PdfFile } from './pdf-file.ts';

const pageLimit = 100_000;

/** The pages of a PDF that our Chromium printed; none where it is damaged, which merging tells. */
export function openPrinted(pdf: Uint8Array): PdfRef[] {
  try {
    return readPages(new PdfFile(pdf), pageLimit);
  } catch (error) {
    if (error instanceof PdfDamage) return [];
    throw error;
  }
}

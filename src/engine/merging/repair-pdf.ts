import { asDict, asNumber, PdfDamage, PdfEncrypted, PdfRef } from '../pdf/objects.ts';
import { readPages } from '../pdf/page-tree.ts';
import { PdfFile } from '../pdf/pdf-file.ts';
import { writePdf } from '../pdf/write-pdf.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { runQpdf } from './run-qpdf.ts';

/** More pages than any document may have; the merger counts them. */
const pageLimit = 100_000;

/**
 * Rewrites a PDF for the strict reader: decrypts one that opens without a password, mends any other. Undefined if that
 * fails, or if pages would be missing. The PDF is hostile: call this only in a process that may be killed.
 */
export async function repairPdf(pdf: Uint8Array, damage: PdfDamage): Promise<Uint8Array | undefined> {
  const tries = [
    () => (damage instanceof PdfEncrypted ? runQpdf(pdf, ['--decrypt']) : undefined),
    () => rewritePdf(pdf),
    () => rebuildPdf(pdf),
  ];
  for (const attempt of tries) {
    const repaired = await attempt();
    if (repaired !== undefined && isWhole(repaired)) return repaired;
  }
  return undefined;
}

/** What our own reader finds without a cross-reference, as a file. */
function rebuildPdf(pdf: Uint8Array): Uint8Array | undefined {
  try {
    const file = new PdfFile(pdf, true);
    const info = asDict(file.trailer.get('Info')) ?? new Map();
    return writePdf({ version: file.version, catalog: new PdfRef(file.catalog, file), info: new PdfRef(info, file) });
  } catch (error) {
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

/** Whether the strict reader finds as many pages as the page tree counts, so that none was lost with its object. */
function isWhole(pdf: Uint8Array): boolean {
  try {
    const file = new PdfFile(pdf);
    const count = asNumber(asDict(file.catalog.get('Pages'))?.get('Count')) ?? 0;
    return readPages(file, pageLimit).length >= count;
  } catch (error) {
    if (error instanceof PdfDamage) return false;
    throw error;
  }
}

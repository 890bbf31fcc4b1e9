import { asDict, PdfDamage, PdfEncrypted, PdfRef } from '../pdf/objects.ts';
import { PdfFile } from '../pdf/pdf-file.ts';
import { writePdf } from '../pdf/write-pdf.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * Rewrites a PDF for the strict reader: decrypts one that opens without a password, rebuilds the cross-reference and the
 * lengths of any other. Undefined if that fails. The PDF is hostile: call this only in a process that may be killed.
 */
export async function repairPdf(pdf: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const file = new PdfFile(pdf, true);
    const info = asDict(file.trailer.get('Info')) ?? new Map();
    return writePdf({ version: file.version, catalog: new PdfRef(file.catalog, file), info: new PdfRef(info, file) });
  } catch (error) {
    if (error instanceof PdfEncrypted) return await runQpdf(pdf, ['--decrypt']);
    if (error instanceof PdfDamage) return undefined;
    throw error;
  }
}

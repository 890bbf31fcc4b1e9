import { isWhole, type PdfDamage, PdfEncrypted, rebuildPdf } from '../../pdf/index.ts';
import { rewritePdf } from './rewrite-pdf.ts';
import { runQpdf } from './run-qpdf.ts';

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

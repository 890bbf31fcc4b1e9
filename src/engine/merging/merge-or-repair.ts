import {
  type MergedPdf,
  MergeError,
  type MergeOptions,
  type MergePart,
  type MergeWarning,
  mergePdfs,
  PdfDamage,
  PdfEncrypted,
} from '../../pdf/index.ts';
import { repairPdf } from './repair-pdf.ts';

/** Merges as `mergePdfs` does, but repairs each foreign PDF that cannot be read, once. */
export async function mergeOrRepair(parts: readonly MergePart[], options: MergeOptions): Promise<MergedPdf> {
  const tried = [...parts];
  const overlays = [...(options.overlays ?? [])];
  const repaired = new Map<number, MergeWarning[]>();
  for (;;) {
    try {
      const merged = mergePdfs(tried, overlays.length > 0 ? { ...options, overlays } : options);
      return { ...merged, warnings: [...[...repaired.values()].flat(), ...merged.warnings] };
    } catch (error) {
      if (!(error instanceof MergeError) || error.code !== 'pdf_invalid') throw error;
      const { part: index = -1 } = error;
      const part = tried[index];
      const overlay = overlays[index - tried.length];
      const { foreign = false, pdf = undefined } = part ?? { foreign: overlay?.foreign, pdf: overlay?.pdfs[0] };
      if (pdf === undefined || !foreign || repaired.has(index)) throw error;
      if (!(error.cause instanceof PdfDamage)) throw error;
      const found = await repairPdf(pdf, error.cause);
      if (found === undefined) throw error;
      if (part) tried[index] = { ...part, pdf: found.pdf, original: pdf };
      else if (overlay) overlays[index - tried.length] = { ...overlay, pdfs: [found.pdf] };
      const lost = found.lostPages.map((page) => describeLostPage(page, index));
      repaired.set(index, [describeRepair(error, index), ...lost]);
    }
  }
}

function describeLostPage(page: number, part: number): MergeWarning {
  return { part, code: 'pdf_repaired', detail: `page ${page}: the repair lost some of its content` };
}

function describeRepair({ message, cause }: MergeError, part: number): MergeWarning {
  if (cause instanceof PdfEncrypted) {
    return { part, code: 'encryption_dropped', detail: 'its encryption was dropped: it opens without a password' };
  }
  return { part, code: 'pdf_repaired', detail: `it was repaired: ${cause instanceof Error ? cause.message : message}` };
}

import { type MergedPdf, type MergeOptions, mergePdfs } from '../merge/merge.ts';
import { MergeError } from '../merge/merge-error.ts';
import type { MergePart } from '../merge/merge-part.ts';
import { repairPdf } from './repair-pdf.ts';

/** Merges as `mergePdfs` does, but repairs each foreign PDF that cannot be read, once. */
export async function mergeOrRepair(
  parts: readonly MergePart[],
  options: MergeOptions,
  pageLimit?: number,
): Promise<MergedPdf> {
  const tried = [...parts];
  const repaired = new Set<number>();
  for (;;) {
    try {
      return mergePdfs(tried, options, pageLimit);
    } catch (error) {
      if (!(error instanceof MergeError) || error.code !== 'pdf_invalid') throw error;
      const part = tried[error.part];
      if (part === undefined || !part.foreign || repaired.has(error.part)) throw error;
      repaired.add(error.part);
      const pdf = await repairPdf(part.pdf);
      if (pdf === undefined) throw error;
      tried[error.part] = { ...part, pdf };
    }
  }
}

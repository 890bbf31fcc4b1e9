import { type BindOptions, type BoundPdf, bind, countPages } from './bind.ts';
import { BindError } from './bind-error.ts';
import type { BindPart } from './bind-part.ts';
import { repairPdf } from './repair-pdf.ts';

/** Binds as `bind` does, but gives each foreign PDF that cannot be read one chance of being repaired. */
export async function bindOrRepair(
  parts: readonly BindPart[],
  options: BindOptions,
  mostPages?: number,
): Promise<BoundPdf> {
  const tried = [...parts];
  const repaired = new Set<number>();
  for (;;) {
    try {
      return bind(tried, options, mostPages);
    } catch (error) {
      if (!(error instanceof BindError) || error.code !== 'pdf_invalid') throw error;
      const part = tried[error.part];
      if (part === undefined || !part.foreign || repaired.has(error.part)) throw error;
      repaired.add(error.part);
      const pdf = await repairPdf(part.pdf);
      if (pdf === undefined) throw error;
      tried[error.part] = { ...part, pdf };
    }
  }
}

/** Counts as `countPages` does, but gives the PDF one chance of being repaired. */
export async function countOrRepair(pdf: Uint8Array): Promise<number> {
  try {
    return countPages(pdf);
  } catch (error) {
    const repaired = error instanceof BindError ? await repairPdf(pdf) : undefined;
    if (repaired === undefined) throw error;
    return countPages(repaired);
  }
}

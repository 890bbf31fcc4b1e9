import { asArray, asDict, asNumber, PdfDamage, type PdfDict, PdfRef } from '../pdf/objects.ts';
import { readPages, TooManyPages } from '../pdf/page-tree.ts';
import { PdfFile } from '../pdf/pdf-file.ts';
import { explainDamage, MergeError } from './merge-error.ts';
import type { MergePart } from './merge-part.ts';
import { readPageRanges } from './page-ranges.ts';

/** A part while it is merged. */
export interface OpenPart {
  index: number;
  part: MergePart;
  file: PdfFile;
  catalog: PdfDict;
  /** The pages that stay, in order. */
  pages: PdfRef[];
  /** Indexes in the file of the pages that stay. */
  kept: number[];
  /** Whether pages were left out. */
  cut: boolean;
  /** Keys in the parent tree (StructParent and StructParents) of what was left out. */
  cutKeys: Set<number>;
}

/**
 * Opens a part and leaves out the pages that are not wanted: references to them and to what stands on them become null.
 * Throws MergeError.
 */
export function openPart(part: MergePart, index: number, pageLimit: number): OpenPart {
  try {
    const file = new PdfFile(part.pdf);
    const { catalog } = file;
    const all = readPages(file, part.pageRanges === undefined ? pageLimit : Math.max(pageLimit, 10_000));
    const kept = part.pageRanges === undefined ? [...all.keys()] : readPageRanges(part.pageRanges, all.length);
    if (kept === undefined || kept.length === 0) {
      const message = `None of the ${all.length} pages is among the pages ${part.pageRanges}.`;
      throw new MergeError('pdf_invalid', index, message);
    }
    if (kept.length > pageLimit) throw new TooManyPages();
    const pages = kept.map((page) => all[page] as PdfRef);
    const opened = {
      index,
      part,
      file,
      catalog,
      pages,
      kept,
      cut: pages.length < all.length,
      cutKeys: new Set<number>(),
    };
    if (opened.cut) leaveOut(opened, all);
    return opened;
  } catch (error) {
    if (error instanceof TooManyPages)
      throw new MergeError('too_many_pages', index, 'The document has too many pages.');
    if (error instanceof PdfDamage) throw explainDamage(error, index);
    throw error;
  }
}

function leaveOut(opened: OpenPart, all: readonly PdfRef[]): void {
  const staying = new Set(opened.pages);
  const annotations = new Set(opened.pages.flatMap((page) => asArray(asDict(page)?.get('Annots'))));
  for (const page of all) {
    if (staying.has(page)) continue;
    for (const annotation of asArray(asDict(page)?.get('Annots'))) {
      if (annotations.has(annotation)) continue;
      opened.cutKeys.add(asNumber(asDict(annotation)?.get('StructParent')) ?? -1);
      if (annotation instanceof PdfRef) annotation.value = null;
    }
    opened.cutKeys.add(asNumber(asDict(page)?.get('StructParents')) ?? -1);
    page.value = null;
  }
}

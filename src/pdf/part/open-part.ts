import {
  asArray,
  asDict,
  asName,
  asNumber,
  PdfDamage,
  type PdfDict,
  type PdfObject,
  PdfRef,
  resolve,
} from '../objects/objects.ts';
import { readPages, TooManyPages } from '../objects/page-tree.ts';
import { PdfFile } from '../objects/pdf-file.ts';
import { explainDamage, MergeError } from './merge-error.ts';
import type { MergePart } from './merge-part.ts';
import { fitPages } from './page-box.ts';
import { explainRanges, readPageRanges } from './page-ranges.ts';
import { type TrimmedPage, trimPages } from './trimmed-sheets.ts';
import { widenClips } from './widen-clip.ts';

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
  /** Pages of the whole document, before that is cut, that come before it. */
  before: number;
  /** Indexes in the whole document, before that is cut, of the pages that stay. */
  numbers: number[];
  /** Whether pages were left out. */
  cut: boolean;
  /** Keys in the parent tree (StructParent and StructParents) of what was left out. */
  cutKeys: Set<number>;
  /** The pages that are to be trimmed. */
  trimmed: TrimmedPage[];
  /** What other readers take otherwise, in words. */
  oddities: string[];
  /** The file specifications of notes that were dropped, each with the note in words. */
  noteFiles: { file: PdfDict; note: string }[];
}

/**
 * Opens a part and leaves out the pages that are not wanted: references to them and to what is on them become null.
 * `before` is the number of pages before it. `prepare` is called while it has all of its pages. Throws MergeError.
 */
export function openPart(
  part: MergePart,
  index: number,
  pageLimit: number,
  before = 0,
  prepare?: (whole: OpenPart) => void,
): OpenPart {
  try {
    const file = new PdfFile(part.pdf);
    const { catalog } = file;
    const oddities: string[] = [];
    const limit = part.pageRanges === undefined ? pageLimit : Math.max(pageLimit, 10_000);
    const all = readPages(file, limit, (oddity) => oddities.push(oddity));
    const kept = part.pageRanges === undefined ? [...all.keys()] : readPageRanges(part.pageRanges, all.length);
    if (kept === undefined || kept.length === 0) {
      throw new MergeError('invalid_request', index, explainRanges('PDF', part.pageRanges, all.length));
    }
    if (kept.length > pageLimit) throw new TooManyPages();
    const opened: OpenPart = {
      index,
      part,
      file,
      catalog,
      pages: all,
      kept: [...all.keys()],
      before,
      numbers: [],
      cut: false,
      cutKeys: new Set<number>(),
      trimmed: [],
      oddities,
      noteFiles: [],
    };
    if (part.hasBleeds && !part.foreign) widenClips(all);
    prepare?.(opened);
    keepPages(opened, kept);
    if (part.sizes) fitPages(catalog, opened.pages, part.sizes);
    if (part.trimmed) opened.trimmed = trimPages(opened.pages, part.trimmed);
    return { ...opened, numbers: kept.map((_, page) => before + page) };
  } catch (error) {
    if (error instanceof TooManyPages)
      throw new MergeError('too_many_pages', index, 'The document has too many pages.');
    if (error instanceof PdfDamage) throw explainDamage(error, index);
    throw error;
  }
}

/** Leaves out all pages of a part but those at the given places among the ones that it still has. */
export function keepPages(opened: OpenPart, places: readonly number[]): void {
  const all = opened.pages;
  if (places.length === all.length) return;
  const pick = <T>(list: readonly T[]) => places.flatMap((place) => list.slice(place, place + 1));
  Object.assign(opened, { pages: pick(all), kept: pick(opened.kept), numbers: pick(opened.numbers), cut: true });
  const staying = new Set(opened.pages);
  const annotations = new Set(opened.pages.flatMap((page) => asArray(asDict(page)?.get('Annots'))));
  const cutKey = (key: PdfObject | undefined) => {
    const number = asNumber(key);
    if (number !== undefined) opened.cutKeys.add(number);
  };
  for (const page of all) {
    if (staying.has(page)) continue;
    for (const annotation of asArray(asDict(page)?.get('Annots'))) {
      if (annotations.has(annotation)) continue;
      cutKey(asDict(annotation)?.get('StructParent'));
      if (annotation instanceof PdfRef && isAnnotation(annotation)) annotation.value = null;
    }
    cutKey(asDict(page)?.get('StructParents'));
    page.value = null;
  }
}

/** Whether an object of a page's list of annotations is one. A damaged list may name the page itself, or its content. */
export function isAnnotation(object: PdfObject): boolean {
  const value = resolve(object);
  return value instanceof Map && asName(value.get('Subtype')) !== undefined && asName(value.get('Type')) !== 'Page';
}

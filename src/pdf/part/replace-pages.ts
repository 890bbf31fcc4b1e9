import { decodeContents, decodeStream } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { asDict, asName, type PdfDict, PdfRef, PdfStream, resolve } from '../objects/objects.ts';
import { openPrinted, readPages } from '../objects/page-tree.ts';
import { PdfFile } from '../objects/pdf-file.ts';
import { writePdf } from '../objects/write-pdf.ts';

/** Bytes of a page's content that are decoded. */
const contentLimit = 64 * 1024 * 1024;

const pageLimit = 100_000;

/** A mark of content that belongs to an element, as Chromium writes it. */
const mark = /\/(\w+) <<\/MCID (\d+) >>BDC/g;

/** Pages of our Chromium that replace those at some places of another PDF. */
interface Replacement {
  pdf: Uint8Array;
  places: readonly number[];
}

/**
 * Replaces what pages draw by what other pages of the same document draw, both printed by our Chromium: they differ in backgrounds and in margin boxes
 * alone, so links, places and tags are those of either. Returns the places of pages that were not replaced, because they differ in more.
 */
export function replacePages(
  pdf: Uint8Array,
  replacements: readonly Replacement[],
): { pdf: Uint8Array; missed: number[] } {
  const file = new PdfFile(pdf);
  const pages = readPages(file, pageLimit);
  const missed: number[] = [];
  for (const { pdf: other, places } of replacements) {
    const others = openPrinted(other);
    for (const [index, place] of places.entries()) {
      const [page, replacing] = [asDict(pages[place]), asDict(others[index])];
      if (!page || !replacing || !replacePage(page, replacing)) missed.push(place);
    }
  }
  const info = file.trailer.get('Info');
  const written = writePdf({
    version: file.version,
    catalog: new PdfRef(file.catalog, file),
    info: info instanceof PdfRef ? info : undefined,
  });
  return { pdf: written, missed };
}

function replacePage(page: PdfDict, other: PdfDict): boolean {
  if (String(resolve(page.get('MediaBox'))) !== String(resolve(other.get('MediaBox')))) return false;
  const [before, after] = [readContent(page), readContent(other)];
  const content = matchMarks(before, after);
  if (content === undefined || (content !== after && hasMarkedForms(other))) return false;
  page.set('Contents', new PdfRef(new PdfStream(new Map(), Buffer.from(content, 'latin1'))));
  page.set('Resources', other.get('Resources') ?? new Map());
  return true;
}

function readContent(page: PdfDict): string {
  return decodeContents(listContents(page), { bytes: contentLimit }).toString('latin1');
}

/**
 * Content with the marks of elements of other content. The background of a page belongs to the root element, if it has any, so it is the first
 * mark of one of them alone. Undefined if they differ in more.
 */
function matchMarks(before: string, after: string): string | undefined {
  const [wanted, found] = [[...before.matchAll(mark)], [...after.matchAll(mark)]];
  const isSame = (one: typeof found, other: typeof found) =>
    one.length === other.length && one.every(([, tag], index) => tag === other[index]?.[1]);
  if (isSame(wanted, found)) return after;
  const renumber = (step: number) =>
    after.replace(mark, (_, tag: string, number: string) => `/${tag} <</MCID ${Number(number) + step} >>BDC`);
  const isPainted = ([first]: typeof found) => first?.[1] === 'Document';
  if (isPainted(found) && isSame(wanted, found.slice(1)))
    return renumber(-1).replace(/\/\w+ <<\/MCID -1 >>BDC/, '/Artifact BMC');
  // An element without content keeps its mark.
  if (isPainted(wanted) && isSame(wanted.slice(1), found)) return `${wanted[0]?.[0]}\nEMC\n${renumber(1)}`;
  return undefined;
}

/** Whether forms of a page have content that belongs to elements. */
function hasMarkedForms(page: PdfDict): boolean {
  const forms = asDict(asDict(page.get('Resources'))?.get('XObject'))?.values() ?? [];
  return [...forms].some((form) => {
    const stream = resolve(form);
    if (!(stream instanceof PdfStream) || asName(stream.dict.get('Subtype')) !== 'Form') return false;
    return decodeStream(stream, { bytes: contentLimit }).includes('/MCID');
  });
}

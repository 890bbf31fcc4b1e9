import { type Heading, listHeadings, type PartPlace } from '../../pdf/index.ts';
import { choosePaper, type PageOptions } from '../page/open/page-settings.ts';
import { buildMergePart, mergeForeignPart } from './merge-parts.ts';
import type { ReadyPart } from './prepare-parts.ts';
import type { RenderJob } from './render-job.ts';
import type { RenderedPart } from './render-part.ts';

/** An entry of a contents page. */
export interface ContentsEntry {
  title: string;
  place: PartPlace;
  kids: ContentsEntry[];
}

/** Levels of a contents page that names none. */
export const defaultTocDepth = 3;

/** Pages of a part to look through. Merging refuses far fewer, and names the part. */
const pageLimit = 100_000;

/** The margins of contents, unless the options name others, and the lines for each inch between them. */
const designMargin = '20mm';
const linesPerInch = 25.4 / 8;
/** Lines that the title takes. */
const titleLines = 2;

/**
 * The entries of a contents page: what the outline of the document has, down to a depth. A single entry at the top is the title of the
 * document, and those below it are listed without it. `parts` has a hole for each contents page.
 */
export async function listContentsEntries(
  job: RenderJob,
  parts: readonly (RenderedPart | undefined)[],
  depth = defaultTocDepth,
): Promise<ContentsEntry[]> {
  const entries: ContentsEntry[] = [];
  for (const [index, part] of parts.entries()) {
    if (part === undefined) continue;
    const own = part.title === undefined ? depth + 1 : depth;
    const pdf = part.foreign ? { pdf: await mergeForeignPart(job, part, true), foreign: true } : buildMergePart(part);
    const kids = listHeadings(pdf, own, pageLimit).map((heading) => locate(heading, index));
    if (part.title === undefined) entries.push(...kids);
    else entries.push({ title: part.title, place: { part: index, page: 0 }, kids });
  }
  const [first] = entries;
  const listed = entries.length === 1 && first && first.kids.length > 0 ? first.kids : entries;
  return cut(listed, depth);
}

/** The places of entries in their order, as they are written. */
export function listEntryPlaces(entries: readonly ContentsEntry[]): PartPlace[] {
  return entries.flatMap(({ place, kids }) => [place, ...listEntryPlaces(kids)]);
}

/** How many pages contents probably have, by the headings in the text of the documents and the paper of the options. */
export function guessTocPages(ready: readonly ReadyPart[], options: PageOptions, depth = defaultTocDepth): number {
  let lines = titleLines;
  for (const { source, title } of ready) {
    if (title !== undefined) lines += 1;
    if (source.kind !== 'document') continue;
    for (const [, level] of source.html.matchAll(/<h([1-6])\b/gi)) if (Number(level) <= depth) lines += 1;
  }
  const { height, margin } = choosePaper({ margin: designMargin, ...options });
  const linesPerPage = Math.floor((height - margin.top - margin.bottom) * linesPerInch);
  return Math.ceil(lines / Math.max(1, linesPerPage));
}

function locate({ title, page, y, kids }: Heading, part: number): ContentsEntry {
  return { title, place: { part, page, y }, kids: kids.map((kid) => locate(kid, part)) };
}

function cut(entries: readonly ContentsEntry[], depth: number): ContentsEntry[] {
  return entries.map((entry) => ({ ...entry, kids: depth > 1 ? cut(entry.kids, depth - 1) : [] }));
}

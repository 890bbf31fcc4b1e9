import { repairContent } from '../../content/repair-content.ts';
import { decodeContents, hasTextFilters } from '../../objects/decode-stream.ts';
import { listContents } from '../../objects/drawings.ts';
import {
  asDict,
  asList,
  PdfDamage,
  type PdfDict,
  PdfRef,
  PdfStream,
  resolve,
  unlessDamaged,
} from '../../objects/objects.ts';
import type { PdfFile } from '../../objects/pdf-file.ts';
import type { MergeWarnings } from '../../part/merge-warnings.ts';
import type { OpenPart } from '../../part/open-part.ts';
import { readEdges } from '../../part/page-box.ts';
import { repairStreams, StreamRepair } from './repair-streams.ts';

/**
 * Repairs the content of the pages of a foreign PDF, so that every reader can decode it, and warns of losses, because such a page would be
 * blank in silence. Throws PdfDamage for a page that cannot be decoded at all, so that the file is repaired. After a repair that is a
 * warning, as content is that can be decoded in part, which no repair brings back.
 */
export function checkContents(opened: OpenPart, warnings: MergeWarnings): void {
  const { part, index, file, pages, kept, oddities } = opened;
  if (!part.foreign) return;
  const warn = (detail: string) => warnings.add(index, 'pdf_repaired', detail);
  for (const oddity of oddities) warn(oddity);
  const repair = new StreamRepair();
  for (const [at, ref] of pages.entries()) {
    const page = asDict(ref) as PdfDict;
    const number = (kept[at] ?? 0) + 1;
    if (readEdges(page.get('MediaBox')) === undefined) warn(`page ${number} has no size`);
    const missing = keepContents(page, (content) => content !== undefined);
    if (missing !== undefined) warn(`page ${number}: ${missing} missing`);
    const unreadable = keepContents(page, (content) => content !== undefined && hasTextFilters(content.dict));
    if (unreadable !== undefined) warn(`page ${number}: ${unreadable} not readable: its filter is unknown`);
    const contents = listContents(page);
    const extents = contents.map((stream) => repair.repair(stream));
    const isNothing = extents.includes('nothing');
    if (isNothing && part.original === undefined) {
      const damage = new PdfDamage(`page ${number} does not unfold`);
      damage.source = file;
      throw damage;
    }
    const isSound = repairSyntax(page, file, repair);
    if (isNothing) {
      warn(`page ${number} cannot be read, so that some of it may be missing`);
    } else if (extents.includes('part')) {
      warn(`page ${number} is damaged, so that some of it may be missing or wrong`);
    } else if (!isSound) warn(`page ${number}: its content breaks the syntax of PDF, and was repaired`);
  }
  repairStreams(opened, repair, warn);
}

/** Drops what a page names as its content, but for what is kept. Returns how much was dropped, in words; undefined for nothing. */
function keepContents(page: PdfDict, isKept: (content: PdfStream | undefined) => boolean): string | undefined {
  const named = asList(page.get('Contents'));
  const found = named.filter((content) => {
    const stream = resolve(content);
    return isKept(stream instanceof PdfStream ? stream : undefined);
  });
  if (found.length === named.length) return undefined;
  if (found.length === 0) page.delete('Contents');
  else page.set('Contents', found);
  return found.length === 0 ? 'its content is' : 'some of its content is';
}

/** Whether the content of a page keeps the syntax. One that does not is replaced; one that cannot be decoded is left to viewers. */
function repairSyntax(page: PdfDict, file: PdfFile, { budget }: StreamRepair): boolean {
  const contents = listContents(page);
  const repaired = unlessDamaged(
    () => repairContent(decodeContents(contents, budget)),
    () => undefined,
  );
  if (repaired === undefined) return true;
  page.set('Contents', new PdfRef(new PdfStream(new Map(), repaired), file));
  return false;
}

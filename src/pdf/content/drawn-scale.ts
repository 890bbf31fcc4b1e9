import { decodeContents } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import { asDict, type PdfRef, unlessDamaged } from '../objects/objects.ts';

/** Bytes of a page's content that are decoded, and characters of it that are searched: all of it has the same scale. */
const contentLimit = 64 * 1024 * 1024;
const searchLimit = 32 * 1024;

/** The scales, the same in both directions, of what a page draws (ISO 32000-2, 8.3.4). */
export function readScales(page: PdfRef | undefined): number[] {
  const found = new Set<number>();
  for (const [, across = '', down = ''] of readContent(page).matchAll(/^([\d.]+) 0 0 ([\d.]+) \S+ \S+ cm$/gm))
    if (across === down) found.add(Number(across));
  return [...found];
}

/**
 * The scale of the document on a page that Chromium printed; undefined if its content starts in another way. The content begins with a
 * clip to its area and a move to the corner of that, at the scale of the document; elements with another scale come later.
 */
export function readDocumentScale(page: PdfRef | undefined): number | undefined {
  const start = /^(\S+) (\S+) \S+ \S+ re\nW\* n\nq\n([\d.]+) 0 0 \3 \1 \2 cm$/m.exec(readContent(page));
  return start === null ? undefined : Number(start[3]);
}

function readContent(page: PdfRef | undefined): string {
  return unlessDamaged(
    () => decodeContents(listContents(asDict(page)), { bytes: contentLimit }).toString('latin1', 0, searchLimit),
    // Merging reads the same content and reports the damage.
    () => '',
  );
}

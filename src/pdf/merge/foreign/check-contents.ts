import { constants, inflateRawSync, inflateSync } from 'node:zlib';
import { listFilters } from '../../objects/decode-stream.ts';
import { listContents, listDrawings } from '../../objects/drawings.ts';
import { asDict, asList, PdfDamage, type PdfDict, type PdfStream } from '../../objects/objects.ts';
import type { MergeWarnings } from '../../part/merge-warnings.ts';
import type { OpenPart } from '../../part/open-part.ts';

/** Bytes of a stream in which its first piece of text must be. */
const probeBytes = 512;

/** Bytes that a stream, and the contents of a part, may unfold to while they are looked at. What is beyond is not looked at. */
const streamLimit = 64 * 1024 * 1024;
const unfoldLimit = 512 * 1024 * 1024;

/** How far a stream can be unfolded. */
type Extent = 'whole' | 'part' | 'nothing';

/**
 * Checks that the content of the pages of a foreign PDF can be decoded, because a page that cannot would be blank in
 * silence. Throws PdfDamage, so that the file is repaired; of one that was repaired already it is a warning, as it is of what can be
 * decoded in part, which no repair brings back.
 */
export function checkContents({ part, index, file, pages, kept, oddities }: OpenPart, warnings: MergeWarnings): void {
  if (!part.foreign) return;
  for (const oddity of oddities) warnings.add(index, 'pdf_repaired', oddity);
  const probe = new UnfoldProbe();
  for (const [at, page] of pages.entries()) {
    const number = (kept[at] ?? 0) + 1;
    const missing = describeMissing(asDict(page));
    if (missing !== undefined) warnings.add(index, 'pdf_repaired', `page ${number}: ${missing}`);
    const extents = listContents(asDict(page)).map((stream) => probe.measure(stream));
    if (extents.includes('nothing')) {
      if (part.original === undefined) {
        const damage = new PdfDamage(`page ${number} does not unfold`);
        damage.source = file;
        throw damage;
      }
      warnings.add(index, 'pdf_repaired', `page ${number} cannot be read, so that some of it may be missing`);
    } else if (extents.includes('part')) {
      warnings.add(index, 'pdf_repaired', `page ${number} is damaged, so that some of it may be missing or wrong`);
    }
  }
  const drawn = listDrawings(pages).flatMap(({ contents }) => contents);
  if (drawn.some((stream) => !probe.knows(stream) && probe.measure(stream) !== 'whole')) {
    warnings.add(
      index,
      'pdf_repaired',
      'a drawing on the pages is damaged, so that some of it may be missing or wrong',
    );
  }
}

/** What a page names as its content and does not have, in words; undefined for a page that has it all, or names none. */
function describeMissing(page: PdfDict | undefined): string | undefined {
  const named = asList(page?.get('Contents'));
  const found = listContents(page).length;
  if (found >= named.length) return undefined;
  return found === 0 ? 'its content is missing' : 'some of its content is missing';
}

/** Unfolds streams that zlib packed, each once; other filters are left to viewers. */
class UnfoldProbe {
  readonly #extents = new Map<PdfStream, Extent>();
  #bytesLeft = unfoldLimit;

  knows(stream: PdfStream): boolean {
    return this.#extents.has(stream);
  }

  measure(stream: PdfStream): Extent {
    const known = this.#extents.get(stream) ?? this.#unfold(stream);
    this.#extents.set(stream, known);
    return known;
  }

  #unfold({ dict, data }: PdfStream): Extent {
    const [first] = listFilters(dict);
    if ((first !== 'FlateDecode' && first !== 'Fl') || data.length === 0) return 'whole';
    const maxOutputLength = Math.min(this.#bytesLeft, streamLimit);
    if (maxOutputLength > 0) {
      try {
        this.#bytesLeft -= inflateSync(data, { maxOutputLength }).length;
        return 'whole';
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ERR_BUFFER_TOO_LARGE') this.#bytesLeft -= maxOutputLength;
        else if (begins(data)) return code === 'Z_BUF_ERROR' && lacksOnlySum(data, maxOutputLength) ? 'whole' : 'part';
      }
    }
    return begins(data) ? 'whole' : 'nothing';
  }
}

/** Whether only the checksum is cut off, which some programs forget and no viewer asks for (RFC 1950, 2.2). */
function lacksOnlySum(data: Uint8Array, maxOutputLength: number): boolean {
  try {
    return inflateRawSync(data.subarray(2), { maxOutputLength }).length > 0;
  } catch {
    return false;
  }
}

/** Whether a stream begins with something. */
function begins(data: Uint8Array): boolean {
  try {
    const probe = data.subarray(0, probeBytes);
    const whole = data.length <= probeBytes;
    return inflateSync(probe, { finishFlush: constants.Z_SYNC_FLUSH }).length > 0 || whole;
  } catch {
    return false;
  }
}

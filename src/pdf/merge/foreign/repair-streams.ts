import { asDict, asName, type PdfDict, type PdfObject, PdfRef, PdfStream } from '../../objects/objects.ts';
import { type Extent, salvageStream } from '../../objects/salvage-stream.ts';
import type { OpenPart } from '../../part/open-part.ts';

/** Bytes that a stream, and all streams of a part, may unfold to while they are looked at. What is beyond is not looked at. */
const streamLimit = 64 * 1024 * 1024;
const unfoldLimit = 512 * 1024 * 1024;

/** Pages that a warning names. */
const pageLimit = 5;

/** Entries that lead away from what an object shows, or that no part of a merged document keeps. */
const otherWays = new Set([
  ...['Parent', 'P', 'Pg', 'Obj', 'Dest', 'A', 'AA', 'PA', 'First', 'Last', 'Next', 'Prev', 'Popup', 'IRT', 'B'],
  ...['PieceInfo', 'Thumb', 'Metadata', 'StructParents', 'RichMediaContent', 'Sound', 'Movie', '3DD'],
]);

/** Repairs streams, each once. */
export class StreamRepair {
  /** What contents may unfold to once more. */
  readonly budget = { bytes: unfoldLimit };
  readonly #extents = new Map<PdfStream, Extent>();
  #bytesLeft = unfoldLimit;

  /** How far the stream could be decoded. It is sound afterwards. */
  repair(stream: PdfStream): Extent {
    const known = this.#extents.get(stream);
    if (known !== undefined) return known;
    const limit = Math.min(this.#bytesLeft, streamLimit);
    const { extent, read } = limit > 0 ? salvageStream(stream, limit) : { extent: 'whole' as const, read: 0 };
    this.#bytesLeft -= read;
    this.#extents.set(stream, extent);
    return extent;
  }

  knows(stream: PdfStream): boolean {
    return this.#extents.has(stream);
  }
}

/** Repairs all streams that pages show, and those that the document has. Warns of what is lost, with its pages. */
export function repairStreams(
  { pages, kept, catalog }: OpenPart,
  repair: StreamRepair,
  warn: (detail: string) => void,
): void {
  const damaged = new Set<PdfStream>();
  const look = (stream: PdfStream) => {
    if (!repair.knows(stream) && repair.repair(stream) !== 'whole') damaged.add(stream);
  };
  const seen = new Set<PdfObject>();
  for (const page of pages) walkStreams(page, seen, look);
  const names = asDict(catalog.get('Names'));
  const others = [names?.get('EmbeddedFiles'), ...['AF', 'AcroForm', 'OutputIntents'].map((key) => catalog.get(key))];
  for (const other of others) walkStreams(other ?? null, seen, look);
  if (damaged.size === 0) return;
  const numbers = new Map([...damaged].map((stream) => [stream, [] as number[]]));
  for (const [at, page] of pages.entries()) {
    walkStreams(page, new Set(), (stream) => numbers.get(stream)?.push((kept[at] ?? 0) + 1));
  }
  for (const [stream, list] of numbers) {
    const place = list.length === 0 ? '' : `${namePages(list)}: `;
    warn(`${place}${nameStream(stream)} is damaged, so that some of it may be missing or wrong`);
  }
}

function namePages(numbers: readonly number[]): string {
  if (numbers.length === 1) return `page ${numbers[0]}`;
  const more = numbers.length - pageLimit;
  return `pages ${numbers.slice(0, pageLimit).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** What a stream is, for people. */
function nameStream({ dict }: PdfStream): string {
  if (asName(dict.get('Subtype')) === 'Image') return 'a picture';
  if (asName(dict.get('Subtype')) === 'Form' || dict.has('PatternType')) return 'a drawing';
  if (asName(dict.get('Type')) === 'EmbeddedFile') return 'an attached file';
  return 'a font or another resource';
}

/** Calls `take` with each stream that an object leads to and that was not seen before. Other pages are not entered. */
function walkStreams(root: PdfObject, seen: Set<PdfObject>, take: (stream: PdfStream) => void): void {
  const waiting: PdfObject[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const value = next instanceof PdfRef ? next.value : next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    // It is looked at from itself.
    if (next !== root && value instanceof Map && asName(value.get('Type')) === 'Page') continue;
    seen.add(value);
    if (value instanceof PdfRef) waiting.push(value);
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (value instanceof Map || value instanceof PdfStream) {
      if (value instanceof PdfStream) take(value);
      const dict = asDict(value) as PdfDict;
      for (const [key, entry] of dict) if (!otherWays.has(key)) waiting.push(entry);
    }
  }
}

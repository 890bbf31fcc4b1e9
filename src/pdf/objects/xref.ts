import { decodeStream, type InflateBudget } from './decode-stream.ts';
import type { ObjectReader } from './object-reader.ts';
import { asArray, asNumber, PdfDamage, type PdfDict, type PdfObject, PdfStream } from './objects.ts';

/** Where an object is: at a byte of the file, or as one of those in an object stream. */
export type XrefEntry = { offset: number; generation: number } | { stream: number; index: number };

/** The cross-reference of a file: its objects by number (undefined is a free one) and the newest trailer. */
interface Xref {
  entries: Map<number, XrefEntry | undefined>;
  trailer: PdfDict;
}

/** The highest object number (ISO 32000-1, annex C). */
export const objectNumberLimit = 8_388_607;
const sectionLimit = 4096;
/** Rows of all cross-reference streams, those of known objects included: each may name the same ones again. */
const rowLimit = 2_000_000;

interface RowBudget {
  left: number;
}

/**
 * Reads the cross-reference from its newest section back to the oldest: tables, streams, and both at once in hybrid files
 * (ISO 32000-2, 7.5.4 and 7.5.8). Throws PdfDamage.
 */
export function readXref(
  reader: ObjectReader,
  budget: InflateBudget,
  readStream: (reader: ObjectReader) => PdfObject,
): Xref {
  const entries: Xref['entries'] = new Map();
  const rows: RowBudget = { left: rowLimit };
  let trailer: PdfDict | undefined;
  const seen = new Set<number>();
  const waiting = [findStart(reader)];
  for (let offset = waiting.pop(); offset !== undefined; offset = waiting.pop()) {
    if (seen.has(offset)) continue;
    if (seen.size > sectionLimit || offset < 0 || offset >= reader.bytes.length) {
      throw new PdfDamage('a broken chain of cross-references');
    }
    seen.add(offset);
    reader.position = offset;
    reader.skipSpace();
    const section = reader.takeWord('xref')
      ? readTable(reader, entries)
      : readXrefStream(readStream(reader), budget, entries, rows);
    trailer ??= section;
    const previous = asNumber(section.get('Prev'));
    if (previous !== undefined) waiting.push(previous);
    // The stream of a hybrid section counts before what is older.
    const hybrid = asNumber(section.get('XRefStm'));
    if (hybrid !== undefined) waiting.push(hybrid);
  }
  if (trailer === undefined) throw new PdfDamage('no trailer');
  return { entries, trailer };
}

function findStart(reader: ObjectReader): number {
  const tail = Math.max(0, reader.bytes.length - 2048);
  const at = reader.bytes.lastIndexOf('startxref');
  if (at < tail) throw new PdfDamage('its end is missing');
  reader.position = at + 9;
  return reader.readCount();
}

function readTable(reader: ObjectReader, entries: Xref['entries']): PdfDict {
  for (;;) {
    reader.skipSpace();
    if (reader.takeWord('trailer')) break;
    const first = reader.readCount();
    const count = reader.readCount();
    if (count < 0) throw new PdfDamage('a broken cross-reference table');
    for (let number = first; number < first + count; number++) {
      const offset = reader.readCount();
      const generation = reader.readCount();
      reader.skipSpace();
      const used = reader.takeWord('n');
      if (generation < 0 || number > objectNumberLimit || (!used && !reader.takeWord('f'))) {
        throw new PdfDamage('a broken cross-reference table');
      }
      if (!entries.has(number)) entries.set(number, used && offset > 0 ? { offset, generation } : undefined);
    }
  }
  const trailer = reader.readObject();
  if (!(trailer instanceof Map)) throw new PdfDamage('a broken trailer');
  return trailer;
}

function readXrefStream(stream: PdfObject, budget: InflateBudget, entries: Xref['entries'], rows: RowBudget): PdfDict {
  if (!(stream instanceof PdfStream) || stream.dict.get('Type') !== 'XRef') throw new PdfDamage('no cross-reference');
  const widths = asArray(stream.dict.get('W')).map((width) => asNumber(width) ?? -1);
  const [kindWidth = -1, firstWidth = -1, secondWidth = -1] = widths;
  const width = kindWidth + firstWidth + secondWidth;
  if ([kindWidth, firstWidth, secondWidth].some((bytes) => bytes < 0 || bytes > 8) || width < 1)
    throw new PdfDamage('a broken cross-reference stream');
  const data = decodeStream(stream, budget);
  const size = asNumber(stream.dict.get('Size')) ?? 0;
  const index = asArray(stream.dict.get('Index')).map((number) => asNumber(number) ?? -1);
  const sections = index.length > 0 ? index : [0, size];
  let position = 0;
  for (let i = 0; i + 1 < sections.length; i += 2) {
    const first = sections[i] as number;
    const count = sections[i + 1] as number;
    for (let number = first; number < first + count && position + width <= data.length; number++) {
      const kind = kindWidth === 0 ? 1 : readBytes(data, position, kindWidth);
      const field = readBytes(data, position + kindWidth, firstWidth);
      const other = readBytes(data, position + kindWidth + firstWidth, secondWidth);
      position += width;
      rows.left -= 1;
      if (number < 0 || number > objectNumberLimit || rows.left < 0) {
        throw new PdfDamage('a broken cross-reference stream');
      }
      if (entries.has(number)) continue;
      if (kind === 1 && field > 0) entries.set(number, { offset: field, generation: other });
      else if (kind === 2) entries.set(number, { stream: field, index: other });
      else entries.set(number, undefined);
    }
  }
  return stream.dict;
}

function readBytes(data: Buffer, position: number, width: number): number {
  let value = 0;
  for (let i = 0; i < width; i++) value = value * 256 + (data[position + i] as number);
  return value;
}

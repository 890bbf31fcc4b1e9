import { decodeStream, type InflateBudget } from './decode-stream.ts';
import { ObjectReader } from './object-reader.ts';
import {
  asDict,
  asName,
  asNumber,
  PdfDamage,
  type PdfDict,
  PdfEncrypted,
  type PdfObject,
  PdfRef,
  PdfStream,
  unlessDamaged,
} from './objects.ts';
import { scanObjects, scanTrailers } from './scan-objects.ts';
import { readXref, type XrefEntry } from './xref.ts';

// Object streams hold a few hundred kilobytes of text; a file that unfolds to more than this is an attack.
const inflateLimit = 256 * 1024 * 1024;

interface OpenObjectStream {
  reader: ObjectReader;
  numbers: number[];
  offsets: number[];
}

/**
 * A PDF to read from. Objects are read on demand. A damaged file throws PdfDamage and an encrypted one PdfEncrypted, also later
 * while objects are read. With `rebuild` objects are found without the cross-reference, and broken ones read as null.
 */
export class PdfFile {
  readonly trailer: PdfDict;
  readonly version: string;
  /** What was wrong in the objects that were read so far and could be read nevertheless, in words. */
  readonly oddities = new Set<string>();
  readonly #reader: ObjectReader;
  #entries = new Map<number, XrefEntry | undefined>();
  readonly #refs = new Map<number, PdfRef>();
  readonly #objectStreams = new Map<number, OpenObjectStream>();
  readonly #reading = new Set<number>();
  readonly #rebuilt: boolean;
  readonly #budget: InflateBudget = { bytes: inflateLimit };

  constructor(pdf: Uint8Array, rebuild = false) {
    const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    // Offsets count from the header, and other bytes may stand before it.
    const start = whole.subarray(0, 1024).indexOf('%PDF-');
    if (start < 0) throw new PdfDamage('no PDF header');
    const bytes = whole.subarray(start);
    this.version = /^%PDF-(\d\.\d)/.exec(bytes.toString('latin1', 0, 16))?.[1] ?? '1.4';
    this.#rebuilt = rebuild;
    this.#reader = this.#openReader(bytes);
    if (rebuild) {
      this.#entries = scanObjects(bytes);
      this.trailer = this.#rebuildTrailer();
    } else {
      const xref = readXref(this.#reader, this.#budget, (reader) => this.#readIndirect(reader));
      this.#entries = xref.entries;
      this.trailer = xref.trailer;
      this.#checkSize();
    }
    if (this.trailer.has('Encrypt')) throw new PdfEncrypted('it is encrypted');
  }

  get catalog(): PdfDict {
    const catalog = asDict(this.trailer.get('Root'));
    if (catalog === undefined) throw new PdfDamage('no catalog');
    return catalog;
  }

  readObject(number: number): PdfObject {
    const entry = this.#entries.get(number);
    if (entry === undefined) return null;
    // Refused: a stream whose length is in itself or at the end of a long chain, and an object stream inside itself.
    if (this.#reading.has(number) || this.#reading.size > 16) throw new PdfDamage('an object that needs itself');
    this.#reading.add(number);
    try {
      if ('stream' in entry) return this.#readFromObjectStream(number, entry.stream, entry.index);
      const reader = this.#openReader(this.#reader.bytes, entry.offset);
      return this.#readIndirect(reader, number);
    } catch (error) {
      if (!(error instanceof PdfDamage)) throw error;
      error.source ??= this;
      if (this.#rebuilt) return null;
      throw error;
    } finally {
      this.#reading.delete(number);
    }
  }

  #openReader(bytes: Buffer, position = 0): ObjectReader {
    const findRef = (number: number, generation: number) => this.#findRef(number, generation);
    return new ObjectReader(bytes, findRef, position, (oddity) => this.oddities.add(oddity));
  }

  /** Readers ignore objects beyond the size that the trailer names (ISO 32000-2, table 15), or look for all objects themselves. */
  #checkSize(): void {
    const size = this.trailer.get('Size');
    let objects = 0;
    for (const [number, entry] of this.#entries) if (entry !== undefined && number >= objects) objects = number + 1;
    if (typeof size !== 'number') this.oddities.add('the trailer does not say how many objects there are');
    else if (objects > size) this.oddities.add(`the trailer counts ${size} objects, and there are ${objects}`);
  }

  #findRef(number: number, generation: number): PdfRef | null {
    const entry = this.#entries.get(number);
    // A trailer is read before its objects are known, so a number without an entry may still get one; if not, it reads as null.
    if (entry !== undefined && generation !== generationOf(entry)) {
      if (this.#rebuilt) return null;
      throw new PdfDamage(`object ${number} has another generation than a reference to it`);
    }
    const known = this.#refs.get(number);
    if (known !== undefined) return known;
    const ref = new PdfRef(undefined, this, number);
    this.#refs.set(number, ref);
    return ref;
  }

  #readIndirect(reader: ObjectReader, expected?: number): PdfObject {
    const number = reader.readCount();
    const generation = reader.readCount();
    reader.skipSpace();
    if (number < 0 || generation < 0 || !reader.takeWord('obj') || (expected ?? number) !== number) {
      const what = expected === undefined ? 'the cross-reference' : `object ${expected}`;
      throw new PdfDamage(`${what} is not where it should be`);
    }
    reader.skipSpace();
    if (reader.takeWord('endobj')) return null;
    const object = reader.readObject();
    reader.skipSpace();
    if (object instanceof Map && reader.takeWord('stream')) return this.#readStreamData(reader, object);
    this.#takeEnd(reader);
    return object;
  }

  #readStreamData(reader: ObjectReader, dict: PdfDict): PdfStream {
    const { bytes } = reader;
    // Some programs put white space before the end of the line; without a line end it belongs to the data.
    let end = reader.position;
    while (bytes[end] === 0x20 || bytes[end] === 0x09) end++;
    if (bytes[end] === 13 || bytes[end] === 10) reader.position = end;
    if (bytes[reader.position] === 13) reader.position++;
    if (bytes[reader.position] === 10) reader.position++;
    const start = reader.position;
    const length = asNumber(dict.get('Length')) ?? -1;
    const last = this.#isStreamEnd(reader, start, length) ? start + length : this.#findStreamEnd(bytes, start);
    return new PdfStream(dict, bytes.subarray(start, last));
  }

  #isStreamEnd(reader: ObjectReader, start: number, length: number): boolean {
    if (!Number.isInteger(length) || length < 0 || start + length > reader.bytes.length) return false;
    reader.position = start + length;
    reader.skipSpace();
    // Some files lack one of the two words behind a stream.
    if (reader.takeWord('endstream')) {
      reader.skipSpace();
      this.#takeEnd(reader);
      return true;
    }
    const end = start + length;
    const isEnd = reader.takeWord('endobj') && findNextObject(reader.bytes, start, end) === end;
    if (isEnd) this.oddities.add('a stream lacks the word endstream');
    return isEnd;
  }

  #takeEnd(reader: ObjectReader): void {
    if (!reader.takeWord('endobj')) this.oddities.add('an object lacks the word endobj');
  }

  #findStreamEnd(bytes: Buffer, start: number): number {
    if (!this.#rebuilt) throw new PdfDamage('a stream with a wrong length');
    const found = bytes.indexOf('endstream', start);
    const whole = found < 0 ? bytes.length : found;
    const end = Math.min(whole, findNextObject(bytes, start, whole));
    if (end === bytes.length) return end;
    const space = bytes[end - 1] === 10 ? (bytes[end - 2] === 13 ? 2 : 1) : bytes[end - 1] === 13 ? 1 : 0;
    return Math.max(start, end - space);
  }

  #readFromObjectStream(number: number, container: number, index: number): PdfObject {
    const open = this.#objectStreams.get(container) ?? this.#openObjectStream(container);
    const slot = open.numbers[index] === number ? index : open.numbers.indexOf(number);
    if (slot < 0) throw new PdfDamage(`object ${number} is not in its stream`);
    open.reader.position = open.offsets[slot] as number;
    return open.reader.readObject();
  }

  #openObjectStream(container: number): OpenObjectStream {
    const stream = this.#findRef(container, generationOf(this.#entries.get(container)))?.value;
    if (!(stream instanceof PdfStream) || asName(stream.dict.get('Type')) !== 'ObjStm') {
      throw new PdfDamage('no object stream');
    }
    const data = decodeStream(stream, this.#budget);
    const reader = this.#openReader(data);
    const first = asNumber(stream.dict.get('First')) ?? -1;
    const count = asNumber(stream.dict.get('N')) ?? -1;
    const open: OpenObjectStream = { reader, numbers: [], offsets: [] };
    for (let i = 0; i < count && reader.position < first; i++) {
      open.numbers.push(reader.readCount());
      open.offsets.push(first + reader.readCount());
    }
    this.#objectStreams.set(container, open);
    return open;
  }

  /**
   * Finds a trailer that leads to a catalog, and the objects in object streams on the way. A file without a trailer was cut off:
   * what is left is not what its author made.
   */
  #rebuildTrailer(): PdfDict {
    const trailers = scanTrailers(this.#reader.bytes, (number) => this.#findRef(number, 0));
    for (const [number, entry] of [...this.#entries]) {
      const dict = asDict(this.readObject(number));
      const type = asName(dict?.get('Type'));
      if (type === 'XRef' && dict !== undefined && entry !== undefined && 'offset' in entry) {
        trailers.push({ offset: entry.offset, trailer: dict });
      } else if (type === 'ObjStm') this.#noteObjectStream(number);
    }
    // Updates are added at the end, so the last one is the newest.
    const newest = trailers.sort((a, b) => b.offset - a.offset).map(({ trailer }) => trailer);
    const encrypted = newest.find((trailer) => trailer.has('Encrypt'));
    const trailer = encrypted ?? newest.find((candidate) => asDict(candidate.get('Root'))?.has('Pages'));
    const info = newest.find((candidate) => asDict(candidate.get('Info')) !== undefined)?.get('Info');
    const found = trailer ?? this.#findCatalog();
    return info === undefined || found.has('Info') ? found : new Map([...found, ['Info', info]]);
  }

  /** A trailer for a file that has none: the last catalog is its root. */
  #findCatalog(): PdfDict {
    for (const number of [...this.#entries.keys()].sort((a, b) => b - a)) {
      const ref = this.#findRef(number, generationOf(this.#entries.get(number)));
      if (ref && asName(asDict(ref)?.get('Type')) === 'Catalog') return new Map([['Root', ref]]);
    }
    throw new PdfDamage('no trailer');
  }

  #noteObjectStream(container: number): void {
    const numbers = unlessDamaged(
      () => this.#openObjectStream(container).numbers,
      // Only the objects of a stream that cannot be opened are lost.
      () => [],
    );
    for (const [index, number] of numbers.entries()) {
      if (!this.#entries.has(number)) this.#entries.set(number, { stream: container, index });
    }
  }
}

const objectHead = /[\r\n](?:endobj\s+)?\d{1,7} \d{1,5} obj\b/;
/** Bytes that are read as text together. */
const pieceSize = 1 << 16;
const headSize = 64;

/** Where the next object begins, with the end of the one before; `end` if none does before that. */
function findNextObject(bytes: Buffer, start: number, end: number): number {
  for (let from = start; from < end; from += pieceSize) {
    const piece = bytes.toString('latin1', from, Math.min(end, from + pieceSize + headSize));
    const found = objectHead.exec(piece);
    if (found !== null) return from + found.index + 1;
  }
  return end;
}

function generationOf(entry: XrefEntry | undefined): number {
  return entry !== undefined && 'generation' in entry ? entry.generation : 0;
}

import { decodeStream, type InflateBudget } from './filters.ts';
import { ObjectReader } from './object-reader.ts';
import { asDict, asName, asNumber, PdfDamage, type PdfDict, type PdfObject, PdfRef, PdfStream } from './objects.ts';
import { readXref, type XrefEntry } from './xref.ts';

// Object streams hold text of a few hundred kilobytes; a file that unfolds to more than this is an attack.
const inflateLimit = 256 * 1024 * 1024;

interface OpenObjectStream {
  reader: ObjectReader;
  numbers: number[];
  offsets: number[];
}

/**
 * A PDF to read from. Objects are read when asked for. It is strict: anything but a sound file, or an encrypted one, throws
 * PdfDamage, also later while reading objects.
 */
export class PdfFile {
  readonly trailer: PdfDict;
  readonly version: string;
  readonly #reader: ObjectReader;
  #entries = new Map<number, XrefEntry | undefined>();
  readonly #refs = new Map<number, PdfRef>();
  readonly #objectStreams = new Map<number, OpenObjectStream>();
  readonly #reading = new Set<number>();
  readonly #budget: InflateBudget = { bytes: inflateLimit };

  constructor(pdf: Uint8Array) {
    const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    // Offsets count from the header, which may stand after some other bytes.
    const start = whole.subarray(0, 1024).indexOf('%PDF-');
    if (start < 0) throw new PdfDamage('no PDF header');
    const bytes = whole.subarray(start);
    this.version = /^%PDF-(\d\.\d)/.exec(bytes.toString('latin1', 0, 16))?.[1] ?? '1.4';
    this.#reader = new ObjectReader(bytes, (number, generation) => this.#findRef(number, generation));
    const { entries, trailer } = readXref(this.#reader, this.#budget, (reader) => this.#readIndirect(reader));
    this.#entries = entries;
    this.trailer = trailer;
    if (trailer.has('Encrypt')) throw new PdfDamage('encrypted');
  }

  get catalog(): PdfDict {
    const catalog = asDict(this.trailer.get('Root'));
    if (catalog === undefined) throw new PdfDamage('no catalog');
    return catalog;
  }

  readObject(number: number): PdfObject {
    const entry = this.#entries.get(number);
    if (entry === undefined) return null;
    // A stream whose length is said by itself, or an object stream inside itself.
    if (this.#reading.has(number)) throw new PdfDamage('an object that needs itself');
    this.#reading.add(number);
    try {
      if ('stream' in entry) return this.#readFromObjectStream(number, entry.stream, entry.index);
      const reader = new ObjectReader(this.#reader.bytes, (n, g) => this.#findRef(n, g), entry.offset);
      return this.#readIndirect(reader, number);
    } catch (error) {
      if (error instanceof PdfDamage) error.source ??= this;
      throw error;
    } finally {
      this.#reading.delete(number);
    }
  }

  #findRef(number: number, generation: number): PdfRef | null {
    const entry = this.#entries.get(number);
    // A trailer is read before its objects are known, so a number without an entry may get one yet; else it reads as null.
    if (entry !== undefined && generation !== ('generation' in entry ? entry.generation : 0)) return null;
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
      throw new PdfDamage(`object ${expected ?? ''} is not where it should be`);
    }
    reader.skipSpace();
    if (reader.takeWord('endobj')) return null;
    const object = reader.readObject();
    if (!(object instanceof Map)) return object;
    reader.skipSpace();
    return reader.takeWord('stream') ? this.#readStreamData(reader, object) : object;
  }

  #readStreamData(reader: ObjectReader, dict: PdfDict): PdfStream {
    const { bytes } = reader;
    if (bytes[reader.position] === 13) reader.position++;
    if (bytes[reader.position] === 10) reader.position++;
    const start = reader.position;
    const length = asNumber(dict.get('Length')) ?? -1;
    if (!Number.isInteger(length) || length < 0 || start + length > bytes.length) {
      throw new PdfDamage('a stream with a wrong length');
    }
    reader.position = start + length;
    while (bytes[reader.position] === 13 || bytes[reader.position] === 10 || bytes[reader.position] === 32) {
      reader.position++;
    }
    if (!reader.takeWord('endstream')) throw new PdfDamage('a stream with a wrong length');
    return new PdfStream(dict, bytes.subarray(start, start + length));
  }

  #readFromObjectStream(number: number, container: number, index: number): PdfObject {
    const open = this.#objectStreams.get(container) ?? this.#openObjectStream(container);
    const slot = open.numbers[index] === number ? index : open.numbers.indexOf(number);
    if (slot < 0) throw new PdfDamage(`object ${number} is not in its stream`);
    open.reader.position = open.offsets[slot] as number;
    return open.reader.readObject();
  }

  #openObjectStream(container: number): OpenObjectStream {
    const stream = this.#findRef(container, 0)?.value;
    if (!(stream instanceof PdfStream) || asName(stream.dict.get('Type')) !== 'ObjStm') {
      throw new PdfDamage('no object stream');
    }
    const data = decodeStream(stream, this.#budget);
    const reader = new ObjectReader(data, (number, generation) => this.#findRef(number, generation));
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
}

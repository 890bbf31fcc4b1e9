import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { collectObjects, type VisitDict } from './collect-objects.ts';
import { type CheckDict, type NumberOf, ObjectWriter } from './object-writer.ts';
import { buildDict, type PdfDict, type PdfRef, PdfStream, PdfString } from './objects.ts';

/** The content of a file. */
interface PdfContent {
  /** The header's version, such as "1.7". */
  version: string;
  catalog: PdfRef;
  info: PdfRef | undefined;
  /** Called with each dictionary of an object read from a file before it is written; may change it. */
  visit?: VisitDict;
  /** Called with each dictionary as it is written, new ones included; throws where it must not be. */
  check?: CheckDict | undefined;
}

// Larger streams compress better, but a reader unfolds the whole stream for one object.
const objectsPerStream = 250;
const deflateLevel = 6;
/** Samples that show whether a large stream compresses, and the bytes of each. */
const sampleCount = 8;
const sampleSize = 16 * 1024;
/** The part of their size that the samples must come below. */
const worthRatio = 0.99;

const streamEnd = Buffer.from('\nendstream\nendobj\n', 'latin1');
/** Bytes that are gathered before they are hashed and kept. */
const gatheringSize = 1 << 16;

/**
 * Writes a file of all that the catalog and the info dictionary lead to: objects in object streams, a cross-reference
 * stream, and an identifier from the content, so that the same content is the same bytes (ISO 32000-2, 7.5.7 and 14.4).
 */
export function writePdf(content: PdfContent): Buffer {
  const roots = [content.catalog, ...(content.info ? [content.info] : [])];
  const { objects, numberOf } = collectObjects(roots, content.visit);
  const file = new FileBytes(`%PDF-${content.version}\n%\xe2\xe3\xcf\xd3\n`, objects.length, numberOf, content.check);
  const writer = new ObjectWriter(numberOf, content.check);
  let numbers: number[] = [];
  let offsets: number[] = [];
  for (const ref of objects) {
    const { value } = ref;
    if (value instanceof PdfStream) {
      file.addStream(numberOf(ref), compress(value));
      continue;
    }
    numbers.push(numberOf(ref));
    offsets.push(writer.length);
    writer.writeObject(value);
    writer.writeText('\n');
    if (numbers.length < objectsPerStream) continue;
    file.addObjectStream(numbers, offsets, writer.take());
    numbers = [];
    offsets = [];
  }
  if (numbers.length > 0) file.addObjectStream(numbers, offsets, writer.take());
  return file.finish({ Root: content.catalog, Info: content.info });
}

/** Compresses a stream that has no filter yet. Metadata stays readable. */
function compress(stream: PdfStream): PdfStream {
  if (stream.dict.has('Filter') || stream.data.length < 64 || stream.dict.get('Type') === 'Metadata') return stream;
  if (!isCompressible(stream.data)) return stream;
  const data = deflateSync(stream.data, { level: deflateLevel });
  if (data.length >= stream.data.length) return stream;
  const dict = new Map(stream.dict);
  dict.delete('DecodeParms');
  return new PdfStream(dict.set('Filter', 'FlateDecode'), data);
}

/**
 * Whether compressing is worth its time, judged by samples of a large stream: noise, such as raw pixels of a scan, takes 20 ms for each
 * megabyte and stays as large.
 */
function isCompressible(data: Uint8Array): boolean {
  if (data.length < sampleCount * sampleSize * 8) return true;
  const distance = Math.floor(data.length / sampleCount);
  const samples = Array.from({ length: sampleCount }, (_, at) =>
    data.subarray(at * distance, at * distance + sampleSize),
  );
  const sampled = Buffer.concat(samples);
  return deflateSync(sampled, { level: 1 }).length < sampled.length * worthRatio;
}

/** The bytes of a file while it is written, and its cross-reference. */
class FileBytes {
  readonly #chunks: Uint8Array[] = [];
  #gathering = Buffer.allocUnsafeSlow(gatheringSize);
  #gathered = 0;
  readonly #hash = createHash('sha256');
  /** Type and two fields of each object (ISO 32000-2, 7.5.8.3); object 0 is the head of the free ones. */
  readonly #rows: [number, number, number][] = [[0, 0, 65535]];
  #length = 0;
  #next: number;

  readonly #writer: ObjectWriter;

  constructor(header: string, objects: number, numberOf: NumberOf, check: CheckDict | undefined) {
    this.#next = objects + 1;
    this.#writer = new ObjectWriter(numberOf, check);
    this.#append(Buffer.from(header, 'latin1'));
  }

  addStream(number: number, stream: PdfStream): void {
    this.#rows[number] = [1, this.#length, 0];
    stream.dict.set('Length', stream.data.length);
    this.#writer.writeText(`${number} 0 obj\n`);
    this.#writer.writeObject(stream);
    this.#writer.writeText('stream\n');
    this.#append(Buffer.from(this.#writer.take()));
    this.#append(stream.data);
    this.#append(streamEnd);
  }

  addObjectStream(numbers: readonly number[], offsets: readonly number[], objects: Buffer): void {
    const container = this.#next++;
    let index = '';
    for (const [place, number] of numbers.entries()) {
      this.#rows[number] = [2, container, place];
      index += `${number} ${offsets[place]} `;
    }
    const dict = buildDict({ Type: 'ObjStm', N: numbers.length, First: index.length, Filter: 'FlateDecode' });
    const data = deflateSync(Buffer.concat([Buffer.from(index, 'latin1'), objects]), { level: deflateLevel });
    this.addStream(container, new PdfStream(dict, data));
  }

  finish(trailer: Record<string, PdfRef | undefined>): Buffer {
    this.#flush();
    const start = this.#length;
    const number = this.#next++;
    this.#rows[number] = [1, start, 0];
    const offsetWidth = start < 1 << 16 ? 2 : start < 1 << 24 ? 3 : 4;
    const width = 1 + offsetWidth + 2;
    const id = new PdfString(this.#hash.copy().digest().subarray(0, 16).toString('latin1'));
    const dict: PdfDict = buildDict({
      Type: 'XRef',
      Size: this.#rows.length,
      W: [1, offsetWidth, 2],
      ...trailer,
      ID: [id, id],
      Filter: 'FlateDecode',
      DecodeParms: buildDict({ Predictor: 12, Columns: width }),
    });
    const data = deflateSync(packRows(this.#rows, offsetWidth), { level: 9 });
    this.addStream(number, new PdfStream(dict, data));
    this.#append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    this.#flush();
    return Buffer.concat(this.#chunks, this.#length);
  }

  /** Small pieces are gathered, because hashing and joining each would cost more than all other writing. */
  #append(piece: Uint8Array): void {
    this.#length += piece.length;
    if (piece.length > gatheringSize / 4) {
      this.#flush();
      this.#push(piece);
      return;
    }
    if (this.#gathered + piece.length > this.#gathering.length) {
      this.#flush();
      this.#gathering = Buffer.allocUnsafeSlow(gatheringSize);
    }
    this.#gathering.set(piece, this.#gathered);
    this.#gathered += piece.length;
  }

  #flush(): void {
    if (this.#gathered === 0) return;
    this.#push(this.#gathering.subarray(0, this.#gathered));
    this.#gathering = this.#gathering.subarray(this.#gathered);
    this.#gathered = 0;
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#hash.update(chunk);
  }
}

/** The rows of a cross-reference stream, each as its difference from the row above (PNG filter Up). */
function packRows(rows: readonly [number, number, number][], offsetWidth: number): Buffer {
  const data = Buffer.alloc(rows.length * (1 + 1 + offsetWidth + 2));
  let [kindAbove, firstAbove, secondAbove] = [0, 0, 0];
  let at = 0;
  for (const [kind, first, second] of rows) {
    data[at++] = 2;
    // A byte takes the lowest eight bits of a number, also of a negative one.
    data[at++] = kind - kindAbove;
    for (let shift = (offsetWidth - 1) * 8; shift >= 0; shift -= 8)
      data[at++] = (first >>> shift) - (firstAbove >>> shift);
    data[at++] = (second >> 8) - (secondAbove >> 8);
    data[at++] = second - secondAbove;
    [kindAbove, firstAbove, secondAbove] = [kind, first, second];
  }
  return data;
}

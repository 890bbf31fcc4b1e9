import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from './objects.ts';

/** The object number of a reference; 0 if its object does not exist. */
export type NumberOf = (ref: PdfRef) => number;

/** Called with each dictionary as it is written; throws where it must not be. */
export type CheckDict = (dict: PdfDict) => void;

const writtenNames = new Map<string, string>();
const writtenNameLimit = 10_000;

/**
 * Writes objects in the syntax of ISO 32000-2, 7.3 into bytes that grow. Not into strings: joining a hundred thousand small
 * ones costs more than all other writing.
 */
export class ObjectWriter {
  length = 0;
  /** Most files are small, and each has several writers: what is not written to is garbage all the same. */
  #bytes = Buffer.allocUnsafe(1 << 12);
  readonly #numberOf: NumberOf;
  readonly #check: CheckDict | undefined;

  constructor(numberOf: NumberOf, check?: CheckDict) {
    this.#numberOf = numberOf;
    this.#check = check;
  }

  /** What was written since the last call; valid until the next write. */
  take(): Buffer {
    const written = this.#bytes.subarray(0, this.length);
    this.length = 0;
    return written;
  }

  /** Writes an object; of a stream, its dictionary. */
  writeObject(object: PdfObject): void {
    if (typeof object === 'string') this.writeText(escapeName(object));
    else if (typeof object === 'number') this.#writeNumber(object);
    else if (object instanceof PdfRef) this.#writeRef(object);
    else if (object instanceof Map) this.#writeDict(object);
    else if (Array.isArray(object)) this.#writeArray(object);
    else if (object instanceof PdfString) this.#writeString(object.bytes);
    else if (object instanceof PdfStream) this.#writeDict(object.dict);
    else this.writeText(String(object));
  }

  /** Writes text of one byte a character. */
  writeText(text: string): void {
    this.#grow(text.length);
    const bytes = this.#bytes;
    let position = this.length;
    for (let i = 0; i < text.length; i++) bytes[position++] = text.charCodeAt(i);
    this.length = position;
  }

  #writeDict(dict: PdfDict): void {
    this.#check?.(dict);
    this.writeText('<<');
    for (const [key, value] of dict) {
      // An entry of null means the same as no entry.
      if (value === null || (value instanceof PdfRef && this.#numberOf(value) === 0)) continue;
      this.writeText(escapeName(key));
      this.#separate(value);
      this.writeObject(value);
    }
    this.writeText('>>');
  }

  #writeArray(array: PdfObject[]): void {
    this.writeText('[');
    for (let i = 0; i < array.length; i++) {
      const value = array[i] as PdfObject;
      if (i > 0) this.#separate(value);
      this.writeObject(value);
    }
    this.writeText(']');
  }

  /** White space is needed only before what does not begin with a delimiter. */
  #separate(next: PdfObject): void {
    if (typeof next !== 'number' && typeof next !== 'boolean' && next !== null && !(next instanceof PdfRef)) return;
    this.#grow(1);
    this.#bytes[this.length++] = 0x20;
  }

  #writeRef(ref: PdfRef): void {
    const number = this.#numberOf(ref);
    if (number > 0) this.#writeCount(number);
    this.writeText(number > 0 ? ' 0 R' : 'null');
  }

  #writeNumber(number: number): void {
    if (Number.isInteger(number) && number >= 0 && number <= 2_147_483_647) this.#writeCount(number);
    else this.writeText(formatNumber(number));
  }

  #writeCount(number: number): void {
    let digits = 1;
    for (let limit = 10; number >= limit; limit *= 10) digits++;
    this.#grow(digits);
    let rest = number;
    for (let position = this.length + digits - 1; position >= this.length; position--) {
      const tens = (rest / 10) | 0;
      this.#bytes[position] = 0x30 + rest - tens * 10;
      rest = tens;
    }
    this.length += digits;
  }

  #writeString(bytes: string): void {
    if (/^[\x20-\x7e]*$/.test(bytes)) this.writeText(`(${bytes.replace(/[\\()]/g, '\\$&')})`);
    else this.writeText(`<${Buffer.from(bytes, 'latin1').toString('hex')}>`);
  }

  #grow(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.length + more));
    this.#bytes.copy(larger, 0, 0, this.length);
    this.#bytes = larger;
  }
}

function formatNumber(number: number): string {
  // Readers hold whole numbers in 32 bits (ISO 32000-1, annex C).
  if (Number.isInteger(number)) return String(Math.max(-2_147_483_648, Math.min(2_147_483_647, number)));
  if (!Number.isFinite(number)) return '0';
  const text = String(number);
  if (text.includes('e')) return number.toFixed(10).replace(/\.?0+$/, '');
  return text.startsWith('0.') ? text.slice(1) : text.replace('-0.', '-.');
}

function escapeName(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = `/${name.replace(/[^\x21-\x7e]|[#()<>[\]{}/%]/g, (character) => {
    return `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  })}`;
  if (writtenNames.size < writtenNameLimit && name.length < 64) writtenNames.set(name, written);
  return written;
}

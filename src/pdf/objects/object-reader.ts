import { PdfDamage, type PdfDict, type PdfObject, type PdfRef, PdfString } from './objects.ts';

// Real files nest far less, and the stack holds far more.
const depthLimit = 200;
const powers = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/** Names read before, so that the few hundred names of a file become strings once and not at each use. */
const knownNames: (string | undefined)[] = new Array(2048).fill(undefined);

/** Reads objects from bytes, one after another from `position`. Throws PdfDamage. */
export class ObjectReader {
  readonly bytes: Buffer;
  position: number;
  readonly #findRef: (number: number, generation: number) => PdfRef | null;

  readonly #report: (oddity: string) => void;

  /** `report` is called with what other readers take otherwise, in words. */
  constructor(
    bytes: Buffer,
    findRef: (number: number, generation: number) => PdfRef | null,
    position = 0,
    report: (oddity: string) => void = () => {},
  ) {
    this.bytes = bytes;
    this.#report = report;
    this.#findRef = findRef;
    this.position = position;
  }

  readObject(depth = 0): PdfObject {
    this.skipSpace();
    const bytes = this.bytes;
    const byte = bytes[this.position] ?? -1;
    if (byte === 0x2f) return this.readName();
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || byte === 0x2e)
      return this.#readNumberOrRef();
    if (byte === 0x3c) return bytes[this.position + 1] === 0x3c ? this.#readDict(depth + 1) : this.#readHexString();
    if (byte === 0x28) return this.#readLiteralString();
    if (byte === 0x5b) return this.#readArray(depth + 1);
    if (this.takeWord('true')) return true;
    if (this.takeWord('false')) return false;
    if (this.takeWord('null')) return null;
    throw new PdfDamage(`no object at byte ${this.position}`);
  }

  /** Moves over white space and comments. */
  skipSpace(): void {
    const bytes = this.bytes;
    let position = this.position;
    for (;;) {
      const byte = bytes[position];
      if (byte === undefined) break;
      if (byte === 0x25) {
        while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position++;
      } else if (byteKinds[byte] !== white) break;
      else position++;
    }
    this.position = position;
  }

  /** Whether the whole word is here. If so, moves behind it. */
  takeWord(word: string): boolean {
    const bytes = this.bytes;
    for (let i = 0; i < word.length; i++) if (bytes[this.position + i] !== word.charCodeAt(i)) return false;
    const next = bytes[this.position + word.length];
    if (next !== undefined && byteKinds[next] === regular) return false;
    this.position += word.length;
    return true;
  }

  /** Reads a whole number of digits only, after white space; -1 if there is none. */
  readCount(): number {
    this.skipSpace();
    const bytes = this.bytes;
    const start = this.position;
    let value = 0;
    let byte = bytes[this.position] ?? 0;
    while (byte >= 0x30 && byte <= 0x39) {
      value = value * 10 + byte - 0x30;
      byte = bytes[++this.position] ?? 0;
    }
    return this.position === start ? -1 : value;
  }

  readName(): string {
    const bytes = this.bytes;
    const start = this.position + 1;
    let end = start;
    let hash = 0;
    let escaped = false;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] as number;
      if (byteKinds[byte] !== regular) break;
      if (byte === 0x23) escaped = true;
      hash = (hash * 31 + byte) & 0xffffff;
    }
    this.position = end;
    if (escaped) {
      const text = bytes.toString('latin1', start, end);
      return text.replace(/#([0-9A-Fa-f]{2})/g, (_: string, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    }
    const slot = hash & 2047;
    const known = knownNames[slot];
    if (known !== undefined && known.length === end - start) {
      let i = 0;
      while (i < known.length && known.charCodeAt(i) === bytes[start + i]) i++;
      if (i === known.length) return known;
    }
    const name = bytes.toString('latin1', start, end);
    if (name.length < 64) knownNames[slot] = name;
    return name;
  }

  #readDict(depth: number): PdfDict {
    if (depth > depthLimit) throw new PdfDamage('objects nested too deep');
    const bytes = this.bytes;
    const dict: PdfDict = new Map();
    this.position += 2;
    for (;;) {
      this.skipSpace();
      const byte = bytes[this.position];
      if (byte === 0x2f) {
        const key = this.readName();
        const value = this.readObject(depth);
        if (dict.has(key) && dict.get(key) !== value) this.#report(`a dictionary has two entries ${key}`);
        dict.set(key, value);
      } else if (byte === 0x3e && bytes[this.position + 1] === 0x3e) {
        this.position += 2;
        return dict;
      } else throw new PdfDamage(`a broken dictionary at byte ${this.position}`);
    }
  }

  #readArray(depth: number): PdfObject[] {
    if (depth > depthLimit) throw new PdfDamage('objects nested too deep');
    const array: PdfObject[] = [];
    this.position++;
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.position] === 0x5d) {
        this.position++;
        return array;
      }
      array.push(this.readObject(depth));
    }
  }

  #readNumberOrRef(): PdfObject {
    const bytes = this.bytes;
    const start = this.position;
    const value = this.#readNumber();
    // Only a plain whole number can begin a reference, and most numbers are followed by no digit.
    if (bytes[start] === 0x2b || bytes[start] === 0x2d || !Number.isInteger(value)) return value;
    let position = this.position;
    if (byteKinds[bytes[position] ?? 0x25] !== white) return value;
    while (byteKinds[bytes[position] ?? 0x25] === white) position++;
    let generation = 0;
    const digits = position;
    for (let byte = bytes[position] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[++position] ?? 0) {
      generation = generation * 10 + byte - 0x30;
    }
    if (position === digits || position - digits > 5 || byteKinds[bytes[position] ?? 0x25] !== white) return value;
    while (byteKinds[bytes[position] ?? 0x25] === white) position++;
    if (bytes[position] !== 0x52) return value;
    const next = bytes[position + 1];
    if (next !== undefined && byteKinds[next] === regular) return value;
    this.position = position + 1;
    return this.#findRef(value, generation);
  }

  #readNumber(): number {
    const bytes = this.bytes;
    const start = this.position;
    let position = start;
    const sign = bytes[position] === 0x2d ? -1 : 1;
    if (bytes[position] === 0x2d || bytes[position] === 0x2b) position++;
    let digits = 0;
    let fraction = -1;
    let value = 0;
    for (; position < bytes.length; position++) {
      const byte = bytes[position] as number;
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + byte - 0x30;
        digits++;
        if (fraction >= 0) fraction++;
      } else if (byte === 0x2e && fraction < 0) fraction = 0;
      else break;
    }
    const next = bytes[position];
    if (digits === 0 || (next !== undefined && byteKinds[next] === regular)) {
      throw new PdfDamage(`a broken number at byte ${start}`);
    }
    this.position = position;
    if (fraction <= 0) return sign * value;
    // The division of exact numbers rounds correctly; JavaScript reads longer ones.
    if (digits <= 15) return (sign * value) / (powers[fraction] as number);
    return Number(bytes.toString('latin1', start, position));
  }

  #readHexString(): PdfString {
    const end = this.bytes.indexOf(0x3e, this.position);
    if (end < 0) throw new PdfDamage('a string without an end');
    const digits = this.bytes.toString('latin1', this.position + 1, end).replace(/[\0\t\n\f\r ]+/g, '');
    if (/[^0-9A-Fa-f]/.test(digits)) throw new PdfDamage(`a broken string at byte ${this.position}`);
    this.position = end + 1;
    // A missing last digit is 0, and one too many is left out.
    return new PdfString(Buffer.from(`${digits}0`, 'hex').toString('latin1'));
  }

  #readLiteralString(): PdfString {
    const bytes = this.bytes;
    const start = this.position + 1;
    let open = 1;
    let position = start;
    for (; position < bytes.length; position++) {
      const byte = bytes[position];
      if (byte === 0x5c) position++;
      else if (byte === 0x28) open++;
      else if (byte === 0x29 && --open === 0) break;
    }
    if (open !== 0) throw new PdfDamage('a string without an end');
    this.position = position + 1;
    return new PdfString(unescapeLiteral(bytes.toString('latin1', start, position)));
  }
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a literal string (ISO 32000-2, 7.3.4.2). */
function unescapeLiteral(text: string): string {
  return text.replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))|\r\n?/g, (_, octal?: string, character?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
    if (character === undefined) return '\n';
    if (character[0] === '\r' || character === '\n') return '';
    return escapes[character] ?? character;
  });
}

export const regular = 0;
export const white = 1;
export const delimiter = 2;

/** The kind of each byte (ISO 32000-2, 7.2.3): regular, white space or delimiter. */
export const byteKinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) byteKinds[byte] = white;
for (const character of '()<>[]{}/%') byteKinds[character.charCodeAt(0)] = delimiter;

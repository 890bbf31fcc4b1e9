import { delimiter, byteKinds as kinds, regular, white } from '../objects/object-reader.ts';
import { PdfDamage } from '../objects/objects.ts';

/** An operator as one number, so that a stream of many thousand makes no strings. No operator has more than three letters. */
export function codeOf(operator: string): number {
  return [...operator].reduce((code, letter) => (code << 8) | letter.charCodeAt(0), 0);
}

/** Words of regular characters that are operands (ISO 32000-2, 7.3.2), by their first three letters. */
const constants = new Set(['true', 'false', 'null'].map((word) => codeOf(word.slice(0, 3))));
const inlineImage = codeOf('BI');

/**
 * Reads the operations of a content stream one after another (ISO 32000-2, 7.8.2). Operands are skipped and not read. Throws
 * PdfDamage for a string or an inline image without an end.
 */
export class OperationReader {
  /** The operator, as `codeOf` makes it. */
  operator = 0;
  /** Where the first operand begins, or the operator without one. */
  start = 0;
  /** Where the operator ends; of an inline image, where its EI ends. */
  end = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Moves to the next operation. False at the end of the stream. */
  next(): boolean {
    const bytes = this.#bytes;
    let position = this.end;
    let start = -1;
    let depth = 0;
    while (position < bytes.length) {
      const byte = bytes[position] as number;
      const kind = kinds[byte];
      if (kind === white) {
        position++;
        continue;
      }
      if (byte === 0x25) {
        position = skipComment(bytes, position);
        continue;
      }
      const at = position;
      if (start < 0) start = at;
      if (kind === delimiter) {
        if (byte === 0x28) position = skipString(bytes, at);
        else if (byte === 0x2f) position = skipWord(bytes, at + 1);
        else if (byte === 0x3c && bytes[at + 1] !== 0x3c) position = skipHexString(bytes, at);
        else {
          if (byte === 0x5b || byte === 0x3c) depth++;
          else if (byte === 0x5d || byte === 0x3e) depth--;
          position += byte === 0x3c || byte === 0x3e ? 2 : 1;
        }
        continue;
      }
      position = skipWord(bytes, at);
      if (depth > 0 || isNumber(byte)) continue;
      const code = readCode(bytes, at, position);
      if (constants.has(code)) continue;
      this.operator = code;
      this.start = start;
      this.end = code === inlineImage ? skipInlineImage(bytes, position) : position;
      return true;
    }
    this.end = position;
    return false;
  }
}

/** An operation with its operator in letters. */
export type Operation = { operator: string } & Pick<OperationReader, 'start' | 'end'>;

/** The operations of a content stream in order, for those who need not be quick. Throws as `OperationReader` does. */
export function* readOperations(bytes: Buffer): Generator<Operation> {
  for (const reader = new OperationReader(bytes); reader.next(); ) {
    const { operator: code, start, end } = reader;
    const letters = [code >> 16, (code >> 8) & 255, code & 255].filter((letter) => letter > 0);
    yield { operator: String.fromCharCode(...letters), start, end };
  }
}

/** The first three letters of a word as one number. */
function readCode(bytes: Buffer, from: number, to: number): number {
  let code = 0;
  for (let at = from; at < to && at < from + 3; at++) code = (code << 8) | (bytes[at] as number);
  return code;
}

function isNumber(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b;
}

function skipWord(bytes: Buffer, from: number): number {
  let position = from;
  while (position < bytes.length && kinds[bytes[position] as number] === regular) position++;
  return position;
}

function skipComment(bytes: Buffer, from: number): number {
  let position = from;
  while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position++;
  return position;
}

function skipString(bytes: Buffer, from: number): number {
  let open = 0;
  for (let position = from; position < bytes.length; position++) {
    const byte = bytes[position];
    if (byte === 0x5c) position++;
    else if (byte === 0x28) open++;
    else if (byte === 0x29 && --open === 0) return position + 1;
  }
  throw new PdfDamage('a string without an end');
}

function skipHexString(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0x3e, from);
  if (end < 0) throw new PdfDamage('a string without an end');
  return end + 1;
}

/** How many bytes behind an EI are looked at: those of content are text. */
const probeBytes = 16;

/** The end of an inline image (ISO 32000-2, 8.9.7): the first separate EI that content follows. */
function skipInlineImage(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf('EI', from); at >= 0; at = bytes.indexOf('EI', at + 1)) {
    const end = at + 2;
    if (kinds[bytes[at - 1] ?? 0] !== white || kinds[bytes[end] ?? 32] !== white) continue;
    if (bytes.subarray(end, end + probeBytes).every((byte) => kinds[byte] === white || (byte > 31 && byte < 127)))
      return end;
  }
  throw new PdfDamage('an inline image without an end');
}

import { listFilters } from '../objects/decode-stream.ts';
import { type PdfDict, type PdfObject, PdfString } from '../objects/objects.ts';
import { readOperands } from './read-operands.ts';

const largestInteger = 2 ** 31 - 1;
const longestString = 32_767;
const longestName = 127;
const [largestReal, leastReal] = [3.403e38, 1.175e-38];

/** What readers of archives need not support, in words with its clause. */
export interface PdfExcess {
  what: string;
  clause: string;
}

/**
 * What in a dictionary that is about to be written readers of archives need not support; undefined if there is nothing (ISO 19005-2,
 * 6.1.7.2 and 6.1.13).
 */
export function findExcess(dict: PdfDict): PdfExcess | undefined {
  for (const name of listFilters(dict)) {
    if (name === 'LZWDecode' || name === 'LZW' || name === 'Crypt')
      return { what: `the filter ${name}`, clause: '6.1.7.2' };
  }
  for (const [key, value] of dict) {
    const what = key.length > longestName ? 'a name that is too long' : findLarge(value);
    if (what !== undefined) return { what, clause: '6.1.13' };
  }
  return undefined;
}

function findLarge(value: PdfObject): string | undefined {
  if (typeof value === 'string') return value.length > longestName ? 'a name that is too long' : undefined;
  if (value instanceof PdfString) return value.bytes.length > longestString ? 'a string that is too long' : undefined;
  if (typeof value === 'number') {
    const size = Math.abs(value);
    const isOut = Number.isInteger(value) ? size > largestInteger : size > largestReal || size < leastReal;
    return isOut ? `the number ${value}` : undefined;
  }
  // Dictionaries and streams in an array are looked at by themselves.
  return Array.isArray(value) ? value.map(findLarge).find((what) => what !== undefined) : undefined;
}

/** Finds what is too large, or is no whole string, among the operands from `start` to `at` of content. Throws PdfDamage. */
export function findOperandExcess(content: Buffer, start: number, at: number): PdfExcess | undefined {
  const shape = readShape(content, start, at);
  if (shape.isOdd) return { what: 'a hexadecimal string with an odd number of digits', clause: '6.1.6' };
  if (!shape.isLong) return undefined;
  const what = readOperands(content, { start, at }).map(findLargeOperand).find(Boolean);
  return what === undefined ? undefined : { what, clause: '6.1.13' };
}

/** Dictionaries in content are not written by themselves. */
function findLargeOperand(value: PdfObject): string | undefined {
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, entry]) => [findLarge(key), findLargeOperand(entry)]);
    return parts.find((what) => what !== undefined);
  }
  return Array.isArray(value) ? value.map(findLargeOperand).find((what) => what !== undefined) : findLarge(value);
}

/** More digits than those of a number that is surely allowed. */
const manyDigits = 10;
const [opening, closing, string, backslash, endOfString] = [0x3c, 0x3e, 0x28, 0x5c, 0x29];

/** Whether operands may exceed a limit, and whether a hexadecimal string is odd. Most operands are not read for that. */
function readShape(content: Buffer, start: number, end: number): { isLong: boolean; isOdd: boolean } {
  let digits = 0;
  let isLong = end - start > longestName;
  for (let at = start; at < end; at++) {
    const byte = content[at] as number;
    digits = byte >= 0x30 && byte <= 0x39 ? digits + 1 : 0;
    if (digits >= manyDigits) isLong = true;
    if (byte === string) at = skipString(content, at, end);
    else if (byte === opening && content[at + 1] === opening) at++;
    else if (byte === opening) {
      const close = content.indexOf(closing, at);
      const hexDigits = content.toString('latin1', at + 1, close).replace(/[\0\t\n\f\r ]+/g, '');
      if (hexDigits.length % 2 === 1) return { isLong, isOdd: true };
      at = close;
    }
  }
  return { isLong, isOdd: false };
}

/** The place of the bracket that ends a string. */
function skipString(content: Buffer, start: number, end: number): number {
  let open = 0;
  for (let at = start; at < end; at++) {
    const byte = content[at];
    if (byte === backslash) at++;
    else if (byte === string) open++;
    else if (byte === endOfString && --open === 0) return at;
  }
  return end;
}

/** Whether the bytes of a name are UTF-8, as those of fonts, inks and tags must be (ISO 19005-2, 6.1.8). */
export function isUtf8Name(name: string): boolean {
  const bytes = Buffer.from(name, 'latin1');
  return bytes.equals(Buffer.from(bytes.toString('utf8'), 'utf8'));
}

import { listFilters } from '../objects/decode-stream.ts';
import { type PdfDict, type PdfObject, PdfString } from '../objects/objects.ts';

const largestInteger = 2 ** 31 - 1;
const longestString = 32_767;
const longestName = 127;
const [largestReal, leastReal] = [3.403e38, 1.175e-38];

/**
 * What in a dictionary that is about to be written readers of archives need not hold, in words with its clause; undefined if
 * nothing is (ISO 19005-2, 6.1.7.2 and 6.1.13).
 */
export function findExcess(dict: PdfDict): { what: string; clause: string } | undefined {
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

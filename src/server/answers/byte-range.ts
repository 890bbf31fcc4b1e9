import type { ByteRange } from '../../jobs/index.ts';
import { RequestError } from './problems.ts';

/**
 * The bytes that a Range header asks for (RFC 9110, section 14.2), of a body of `size` bytes. Undefined for the whole: without a
 * header, for other units, for several ranges, and for what is no range. Throws `range_not_satisfiable` where no byte is in it.
 */
export function readByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const range =
    first === ''
      ? { first: Math.max(0, size - Number(last)), last: size - 1 }
      : { first: Number(first), last: Math.min(size - 1, last === '' ? Number.POSITIVE_INFINITY : Number(last)) };
  if (range.first <= range.last) return range;
  throw new RequestError('range_not_satisfiable', `the PDF has ${size} bytes`);
}

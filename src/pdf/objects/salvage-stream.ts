import { constants, deflateSync, inflateRawSync, inflateSync } from 'node:zlib';
import { decodeLzw } from './decode-lzw.ts';
import { isFlate, isLzw, listFilters, readEarlyChange, readParameters } from './decode-stream.ts';
import { decodeAscii85, decodeHex, decodeRunLength, type ReportFault } from './decode-text.ts';
import { asArray, asNumber, PdfDamage, type PdfDict, type PdfStream } from './objects.ts';

/** How far a stream can be decoded. */
export type Extent = 'whole' | 'part' | 'nothing';

/** The bytes behind a filter. */
interface Decoded {
  bytes: Buffer;
  /** Whether the filter failed after these bytes. */
  isBroken?: boolean;
  /** Whether the checksum is cut off and nothing else, which some programs forget and no viewer asks for (RFC 1950, 2.2). */
  lacksSum?: boolean;
}

/**
 * Decodes a stream up to `limit` bytes, which `read` counts. If a filter fails, the bytes before the fault become the data of the
 * stream, so that every reader can decode it. Filters of pictures and unknown ones are not looked at.
 */
export function salvageStream(stream: PdfStream, limit: number): { extent: Extent; read: number } {
  const { dict, data } = stream;
  const filters = listFilters(dict);
  let bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  for (const [stage, name] of filters.entries()) {
    const parameters = readParameters(dict, stage);
    const decoded = bytes.length === 0 ? undefined : decode(name, bytes, parameters, limit);
    if (decoded === undefined) break;
    bytes = decoded.bytes;
    const isLast = stage + 1 === filters.length;
    if (decoded.isBroken || decoded.lacksSum) {
      pack(stream, stage, bytes);
      const rest = isLast || bytes.length === 0 ? 'whole' : salvageStream(stream, limit).extent;
      if (decoded.isBroken) return { extent: bytes.length === 0 ? 'nothing' : 'part', read: bytes.length };
      return { extent: rest, read: bytes.length };
    }
    if (isLast || (asNumber(parameters?.get('Predictor')) ?? 1) !== 1) return { extent: 'whole', read: bytes.length };
  }
  return { extent: 'whole', read: 0 };
}

/** Undefined for filters that are not looked at, and for data beyond the limit. */
function decode(
  name: string | undefined,
  data: Buffer,
  parameters: PdfDict | undefined,
  limit: number,
): Decoded | undefined {
  if (isFlate(name)) return inflate(data, limit);
  let isBroken = false;
  const report: ReportFault = () => {
    isBroken = true;
  };
  const finish = (bytes: Buffer) => ({ bytes, isBroken });
  try {
    if (isLzw(name)) return finish(decodeLzw(data, readEarlyChange(parameters), limit, report));
    if (name === 'ASCIIHexDecode' || name === 'AHx') return finish(decodeHex(data, report));
    if (name === 'ASCII85Decode' || name === 'A85') return finish(decodeAscii85(data, report));
    if (name === 'RunLengthDecode' || name === 'RL') return finish(decodeRunLength(data, limit, report));
  } catch (error) {
    if (!(error instanceof PdfDamage)) throw error;
  }
  return undefined;
}

function inflate(data: Buffer, maxOutputLength: number): Decoded | undefined {
  try {
    return { bytes: inflateSync(data, { maxOutputLength }) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
  }
  const begun = inflateBegin(data, maxOutputLength);
  if (begun !== undefined) return { bytes: begun, ...(isSumCut(data) ? { lacksSum: true } : { isBroken: true }) };
  // Node gives nothing of data that is broken, so the longest beginning that it reads is searched for.
  let longest: Buffer = Buffer.alloc(0);
  let [whole, broken] = [0, data.length];
  while (broken - whole > 1) {
    const middle = (whole + broken) >> 1;
    const bytes = inflateBegin(data.subarray(0, middle), maxOutputLength);
    if (bytes === undefined) broken = middle;
    else [longest, whole] = [bytes, middle];
  }
  return { bytes: longest, isBroken: true };
}

/** What the beginning of packed data has; undefined if it is broken. */
function inflateBegin(data: Buffer, maxOutputLength: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

function isSumCut(data: Buffer): boolean {
  try {
    inflateRawSync(data.subarray(2));
    return true;
  } catch {
    return false;
  }
}

/** Replaces the data of a stream by `bytes`, packed, which the filters up to a stage decode. */
function pack(stream: PdfStream, stage: number, bytes: Buffer): void {
  const { dict } = stream;
  const rest = listFilters(dict).slice(stage + 1);
  const parameters = [readParameters(dict, stage) ?? null, ...asArray(dict.get('DecodeParms')).slice(stage + 1)];
  dict.set('Filter', rest.length === 0 ? 'FlateDecode' : ['FlateDecode', ...rest.map((name) => name ?? null)]);
  dict.set('DecodeParms', rest.length === 0 ? (parameters[0] ?? null) : parameters);
  stream.data = deflateSync(bytes);
}

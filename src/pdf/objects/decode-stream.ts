import { inflateSync } from 'node:zlib';
import { decodeLzw } from './decode-lzw.ts';
import { decodeAscii85, decodeHex, decodeRunLength } from './decode-text.ts';
import { asArray, asDict, asName, asNumber, PdfDamage, type PdfDict, type PdfStream } from './objects.ts';

const newline = Buffer.from('\n');

/** How many more bytes the streams of a file may unfold to. */
export interface InflateBudget {
  bytes: number;
}

/**
 * The bytes of a stream without its filters. Knows those that structure and content are packed with: FlateDecode with its
 * predictors, LZWDecode, ASCIIHexDecode, ASCII85Decode and RunLengthDecode (ISO 32000-2, 7.4). Throws PdfDamage for others and
 * beyond the budget.
 */
export function decodeStream(stream: PdfStream, budget: InflateBudget): Buffer {
  const { dict, data: packed } = stream;
  let data = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  for (const [index, name] of listFilters(dict).entries()) {
    const parameters = readParameters(dict, index);
    if (isFlate(name)) data = undoPredictor(inflate(data, budget), parameters);
    else if (isLzw(name)) data = undoPredictor(unpackLzw(data, parameters, budget), parameters);
    else data = decodeText(name, data, budget);
  }
  return data;
}

/**
 * The content of a page, whose streams count as one with white space between them (ISO 32000-2, 7.8.2). Throws as `decodeStream` does. Not
 * a copy if the only stream has no filter.
 */
export function decodeContents(streams: readonly PdfStream[], budget: InflateBudget): Buffer {
  const [only, ...others] = streams;
  if (only !== undefined && others.length === 0) return decodeStream(only, budget);
  return Buffer.concat(streams.flatMap((stream) => [decodeStream(stream, budget), newline]));
}

/** The filters of a stream, by name. */
export function listFilters(dict: PdfDict): (string | undefined)[] {
  const filter = dict.get('Filter');
  const named = asName(filter);
  return named === undefined ? asArray(filter).map(asName) : [named];
}

const textFilters = new Set(['ASCIIHexDecode', 'AHx', 'ASCII85Decode', 'A85', 'RunLengthDecode', 'RL']);

/** Whether a stream has filters only that `decodeStream` knows. */
export function hasTextFilters(dict: PdfDict): boolean {
  return listFilters(dict).every((name = '') => isFlate(name) || isLzw(name) || textFilters.has(name));
}

/** The parameters of the filter at a place in the list of filters. */
export function readParameters(dict: PdfDict, index: number): PdfDict | undefined {
  const parameters = dict.get('DecodeParms');
  return asDict(asName(dict.get('Filter')) === undefined ? asArray(parameters)[index] : parameters);
}

export function isFlate(name: string | undefined): boolean {
  return name === 'FlateDecode' || name === 'Fl';
}

export function isLzw(name: string | undefined): boolean {
  return name === 'LZWDecode' || name === 'LZW';
}

function unpackLzw(data: Buffer, parameters: PdfDict | undefined, budget: InflateBudget): Buffer {
  const result = decodeLzw(data, readEarlyChange(parameters), budget.bytes);
  budget.bytes -= result.length;
  return result;
}

/** Whether codes of LZW grow one code early (ISO 32000-2, table 8). */
export function readEarlyChange(parameters: PdfDict | undefined): boolean {
  return asNumber(parameters?.get('EarlyChange')) !== 0;
}

function decodeText(name: string | undefined, data: Buffer, budget: InflateBudget): Buffer {
  if (name === 'ASCIIHexDecode' || name === 'AHx') return decodeHex(data);
  if (name === 'ASCII85Decode' || name === 'A85') return decodeAscii85(data);
  if (name !== 'RunLengthDecode' && name !== 'RL') throw new PdfDamage(`the filter ${name} is not read here`);
  const result = decodeRunLength(data, budget.bytes);
  budget.bytes -= result.length;
  return result;
}

function inflate(data: Buffer, budget: InflateBudget): Buffer {
  if (budget.bytes <= 0) throw new PdfDamage('the streams unfold to too much');
  try {
    const result = inflateSync(data, { maxOutputLength: budget.bytes });
    budget.bytes -= result.length;
    return result;
  } catch (cause) {
    throw new PdfDamage('a stream that does not unfold', { cause });
  }
}

function undoPredictor(data: Buffer, parameters: PdfDict | undefined): Buffer {
  const predictor = asNumber(parameters?.get('Predictor')) ?? 1;
  if (predictor === 1) return data;
  const colors = asNumber(parameters?.get('Colors')) ?? 1;
  const bits = asNumber(parameters?.get('BitsPerComponent')) ?? 8;
  const columns = asNumber(parameters?.get('Columns')) ?? 1;
  const width = Math.ceil((colors * bits * columns) / 8);
  const step = Math.max(1, Math.ceil((colors * bits) / 8));
  if (predictor < 10 || !(width > 0 && width <= 1 << 20) || step > width) {
    throw new PdfDamage('a predictor that is not read here');
  }
  const rows = Math.ceil(data.length / (width + 1));
  const result = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row++) undoRow(data, row * (width + 1), result, row * width, width, step);
  return result;
}

/** One row of a PNG filter (PNG, clause 9). */
function undoRow(data: Buffer, from: number, result: Buffer, to: number, width: number, step: number): void {
  const filter = data[from] ?? 0;
  for (let i = 0; i < width; i++) {
    const byte = data[from + 1 + i] ?? 0;
    const left = i >= step ? (result[to + i - step] as number) : 0;
    const up = to > 0 ? (result[to + i - width] as number) : 0;
    const corner = to > 0 && i >= step ? (result[to + i - width - step] as number) : 0;
    let guess = 0;
    if (filter === 1) guess = left;
    else if (filter === 2) guess = up;
    else if (filter === 3) guess = (left + up) >> 1;
    else if (filter === 4) guess = paeth(left, up, corner);
    else if (filter !== 0) throw new PdfDamage('an unknown PNG filter');
    result[to + i] = byte + guess;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

import { type ReportFault, refuse } from './decode-text.ts';
import { PdfDamage } from './objects.ts';

const clearCode = 256;
const endCode = 257;
/** Codes have up to twelve bits. */
const tableSize = 4096;

/**
 * The bytes of LZWDecode (ISO 32000-2, 7.4.4), at most `limit`. With `isEarly` codes grow by a bit one code before they have to.
 */
export function decodeLzw(data: Buffer, isEarly: boolean, limit: number, report: ReportFault = refuse): Buffer {
  // An entry is a place in the output: what the previous code wrote, and the byte after it.
  const starts = new Uint32Array(tableSize);
  const sizes = new Uint32Array(tableSize);
  let output = Buffer.alloc(Math.min(limit, data.length * 4));
  let length = 0;
  let next = endCode + 1;
  let last = { start: 0, size: 0 };
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    const width = widthOf(next + (isEarly ? 1 : 0));
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = bits >> held;
    bits &= (1 << held) - 1;
    if (code === endCode) break;
    if (code === clearCode) {
      [next, last] = [endCode + 1, { start: 0, size: 0 }];
      continue;
    }
    if (last.size > 0 && next < tableSize) [starts[next], sizes[next++]] = [last.start, last.size + 1];
    if (code >= next) {
      report('a broken code of LZW');
      break;
    }
    last = { start: length, size: code < clearCode ? 1 : (sizes[code] as number) };
    length += last.size;
    if (length > limit) throw new PdfDamage('the streams unfold to too much');
    if (length > output.length) output = Buffer.concat([output, Buffer.alloc(Math.max(output.length, last.size))]);
    if (code < clearCode) output[last.start] = code;
    else
      for (let at = 0; at < last.size; at++) output[last.start + at] = output[(starts[code] as number) + at] as number;
  }
  return output.subarray(0, length);
}

function widthOf(codes: number): number {
  return codes < 512 ? 9 : codes < 1024 ? 10 : codes < 2048 ? 11 : 12;
}

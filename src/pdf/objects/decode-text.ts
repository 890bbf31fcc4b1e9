import { PdfDamage } from './objects.ts';

/** Called where the data breaks the rules of its filter. If it returns, the bytes before are the result. */
export type ReportFault = (fault: string) => void;

export const refuse: ReportFault = (fault) => {
  throw new PdfDamage(fault);
};

/** The bytes of ASCIIHexDecode (ISO 32000-2, 7.4.2). */
export function decodeHex(data: Buffer, report = refuse): Buffer {
  const [text = ''] = data
    .toString('latin1')
    .replace(/[\0\t\n\f\r ]+/g, '')
    .split('>');
  const [digits = ''] = /^[0-9A-Fa-f]*/.exec(text) ?? [];
  if (digits.length < text.length) report('broken hexadecimal digits');
  // A missing last digit is 0, and one too many is left out.
  return Buffer.from(`${digits}0`, 'hex');
}

/** The bytes of ASCII85Decode (ISO 32000-2, 7.4.3): five characters encode four bytes, the last ones for fewer. */
export function decodeAscii85(data: Buffer, report = refuse): Buffer {
  const result = Buffer.alloc(data.length * 4);
  let length = 0;
  let group = 0;
  let digits = 0;
  const put = (bytes: number) => {
    for (let shift = 24; shift > 24 - 8 * bytes; shift -= 8) result[length++] = Math.floor(group / 2 ** shift);
    [group, digits] = [0, 0];
  };
  for (const byte of data) {
    if (byte === 0x7e) break;
    if (byte <= 0x20) continue;
    if (byte === 0x7a && digits === 0) {
      put(4);
      continue;
    }
    group = group * 85 + byte - 0x21;
    digits++;
    if (byte < 0x21 || byte > 0x75 || group > 0xffffffff) {
      report('a broken group of base 85');
      return result.subarray(0, length);
    }
    if (digits === 5) put(4);
  }
  if (digits === 1) report('a broken group of base 85');
  if (digits > 1) {
    const bytes = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    if (group > 0xffffffff) report('a broken group of base 85');
    else put(bytes);
  }
  return result.subarray(0, length);
}

/** The bytes of RunLengthDecode (ISO 32000-2, 7.4.5), at most `limit`. Reports data behind their end, which some readers decode as well. */
export function decodeRunLength(data: Buffer, limit: number, report?: ReportFault): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < data.length; ) {
    const count = data[at] as number;
    if (count === 128) {
      if (/[^\0\t\n\f\r ]/.test(data.toString('latin1', at + 1))) report?.('data behind the end of run lengths');
      break;
    }
    const isRun = count > 128;
    const size = isRun ? 257 - count : count + 1;
    length += size;
    if (length > limit) throw new PdfDamage('the streams unfold to too much');
    pieces.push(isRun ? Buffer.alloc(size, data[at + 1] ?? 0) : data.subarray(at + 1, at + 1 + size));
    at += isRun ? 2 : size + 1;
  }
  return Buffer.concat(pieces);
}

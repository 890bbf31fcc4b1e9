import { PdfDamage } from './objects.ts';

/** The bytes of ASCIIHexDecode (ISO 32000-2, 7.4.2). */
export function decodeHex(data: Buffer): Buffer {
  const [digits = ''] = data
    .toString('latin1')
    .replace(/[\0\t\n\f\r ]+/g, '')
    .split('>');
  if (/[^0-9A-Fa-f]/.test(digits)) throw new PdfDamage('broken hexadecimal digits');
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
}

/** The bytes of ASCII85Decode (ISO 32000-2, 7.4.3): five characters encode four bytes, the last ones for fewer. */
export function decodeAscii85(data: Buffer): Buffer {
  const result = Buffer.alloc(data.length * 4);
  let length = 0;
  let group = 0;
  let digits = 0;
  const put = (bytes: number) => {
    if (group > 0xffffffff) throw new PdfDamage('a broken group of base 85');
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
    if (byte < 0x21 || byte > 0x75) throw new PdfDamage('a broken group of base 85');
    group = group * 85 + byte - 0x21;
    if (++digits === 5) put(4);
  }
  if (digits === 1) throw new PdfDamage('a broken group of base 85');
  if (digits > 1) {
    const bytes = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    put(bytes);
  }
  return result.subarray(0, length);
}

/** The bytes of RunLengthDecode (ISO 32000-2, 7.4.5), at most `limit`. */
export function decodeRunLength(data: Buffer, limit: number): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < data.length; ) {
    const count = data[at] as number;
    if (count === 128) break;
    const isRun = count > 128;
    const size = isRun ? 257 - count : count + 1;
    length += size;
    if (length > limit) throw new PdfDamage('the streams unfold to too much');
    pieces.push(isRun ? Buffer.alloc(size, data[at + 1] ?? 0) : data.subarray(at + 1, at + 1 + size));
    at += isRun ? 2 : size + 1;
  }
  return Buffer.concat(pieces);
}

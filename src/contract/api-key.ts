/**
 * The form of an API key: `platen_`, 43 base62 characters of 32 random bytes (big-endian, padded with `0`), `_`, and 6 base62
 * characters of the CRC-32 of all before that `_`. The checksum finds typing errors; it adds no security.
 */
const apiKeyPattern = /^platen_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The key made from 32 random bytes. Throws `RangeError` for another number of bytes. */
export function formatApiKey(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError('an API key is made from 32 bytes');
  const body = `platen_${base62(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), 43)}`;
  return `${body}_${base62(BigInt(crc32(body)), 6)}`;
}

/** Whether a text has the form of a key and the right checksum. */
export function isApiKey(text: string): boolean {
  if (!apiKeyPattern.test(text)) return false;
  const cut = text.lastIndexOf('_');
  return base62(BigInt(crc32(text.slice(0, cut))), 6) === text.slice(cut + 1);
}

/** A key for people to recognise: its prefix, four characters, and its last four. Any other text shows less. */
export function maskApiKey(text: string): string {
  if (text.startsWith('platen_') && text.length > 24) return `platen_${text.slice(7, 11)}…${text.slice(-4)}`;
  return text.length >= 16 ? `${text.slice(0, 2)}…${text.slice(-4)}` : '…';
}

/** The CRC-32 of zlib (ITU-T V.42), bit by bit: a key is short, and loading zlib takes long. */
function crc32(text: string): number {
  let sum = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    sum ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function base62(value: bigint, width: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = alphabet[Number(rest % 62n)] + text;
  return text.padStart(width, '0');
}

/** The account of templates and keys unless a request names another. */
export const defaultAccount = 'default';

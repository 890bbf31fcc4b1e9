import { randomBytes, randomInt } from 'node:crypto';
import { StoreError } from './store-error.ts';

/** The UUID in its canonical form; undefined if the text is no UUID (RFC 9562, section 4). */
export function readUuid(text: string): string | undefined {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
  return form.test(text) ? text.toLowerCase() : undefined;
}

/** Such a form. Throws what `refuse` gives for a text that is no UUID. */
export function requireUuid(text: string, refuse: () => Error): string {
  const uuid = readUuid(text);
  if (uuid === undefined) throw refuse();
  return uuid;
}

/** The canonical form of 16 bytes. */
function formatUuid(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Makes UUIDs of version 7 that always grow, also within a millisecond and when the clock is set back: `rand_a` is a counter with a
 * random start (RFC 9562, sections 5.7 and 6.2, method 1).
 */
export function buildUuidSource(now: () => Date): () => string {
  let time = 0;
  let count = 0;
  return () => {
    const clock = now().getTime();
    count += 1;
    if (clock > time || count > 0xfff) {
      time = Math.max(clock, time + 1);
      count = randomInt(0x800);
    }
    const bytes = randomBytes(16);
    bytes.writeUIntBE(time, 0, 6);
    bytes.writeUInt16BE(0x7000 | count, 6);
    bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
    return formatUuid(bytes);
  };
}

/** The opaque text that continues a list behind this id. */
export function buildCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id behind which a list continues. Throws `invalid_request` for a text that no list gave. */
export function readCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) {
    throw new StoreError('invalid_request', '"after" is not a cursor of this list');
  }
  return formatUuid(bytes);
}

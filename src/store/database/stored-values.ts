import { createHash } from 'node:crypto';
import { StoreError } from './store-error.ts';

/**
 * Whether every database returns a text unchanged. Postgres has no U+0000 in text. UTF-8 has no lone surrogates: they would
 * silently become U+FFFD.
 */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Throws `invalid_request`, naming the field, if a text cannot be stored unchanged. */
export function refuseUnstorable(field: string, text: string | undefined): void {
  if (text !== undefined && !isStorable(text)) {
    throw new StoreError('invalid_request', `the ${field} must not contain U+0000 or half of a surrogate pair`);
  }
}

/** Throws `invalid_request`, naming the field, unless a text can be a name: 1 to 255 characters without control characters. */
export function refuseUnnamed(field: string, text: string): void {
  if (text === '' || text.length > 255 || !isStorable(text) || /\p{Cc}/u.test(text)) {
    throw new StoreError(
      'invalid_request',
      `the ${field} must be 1 to 255 characters, none of them a control character`,
      { fix: 'write another one' },
    );
  }
}

/** The JSON text of an object. Throws `invalid_request` for NaN and infinities, which JSON would silently turn into null. */
export function formatStoredJson(field: string, value: object): string {
  return JSON.stringify(value, (key, inner) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) {
      throw new StoreError(
        'invalid_request',
        `"${field}" contains a number beyond the range of JSON numbers at "${key}"`,
      );
    }
    return inner;
  });
}

/** A stored time, in milliseconds since 1970, as ISO 8601 in UTC; null for none. */
export function readTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** What is kept of a secret of 256 bits: its SHA-256 in hex. A slow hash is for secrets that people choose. */
export function digestSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

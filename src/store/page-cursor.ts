import { StoreError } from './store-error.ts';
import { formatUuid } from './uuid.ts';

/** The opaque text that continues a list behind this id. */
export function buildCursor(id: string): string {
  return Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url');
}

/** The id behind which a list continues. Throws `invalid_request` for a text that no list gave. */
export function readCursor(cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length !== 16 || bytes.toString('base64url') !== cursor) {
    throw new StoreError('invalid_request', '"after" is not a cursor that such a list gave out');
  }
  return formatUuid(bytes);
}

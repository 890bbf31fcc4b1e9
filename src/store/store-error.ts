import type { ErrorCode } from '../contract/index.ts';

/**
 * What the store refuses or fails with. `code` says what to do about it; the message names the field, the file or the
 * database and never holds a password; `cause` is what the library below reported.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

import type { ErrorCode } from '../contract/index.ts';

/**
 * What the store refuses or fails with. The message names the field, the file or the database, and never holds a password.
 * `cause` is the error of the database library.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

import type { ErrorCode } from '../../contract/index.ts';

/**
 * What the store refuses or fails with. The message names the field, the file or the database, and never holds a password.
 * `cause` is the error of the database library.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: ErrorCode;
  /** What to do about it, if that does not follow from the code or the cause. */
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { fix?: string }) {
    super(message, options);
    this.code = code;
    this.fix = options?.fix;
  }
}

import type { ErrorCode } from '../../contract/index.ts';

/**
 * What a store of results refuses or fails with. The message may name a folder, a bucket or a host of the operator's, and never
 * holds a secret.
 */
export class ResultError extends Error {
  override readonly name = 'ResultError';
  readonly code: ErrorCode;
  /** What to do about it, if that does not follow from the code or the cause. */
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions & { fix?: string }) {
    super(message, options);
    this.code = code;
    this.fix = options?.fix;
  }
}

/** That a result is not where its job says: lost, removed by others, or left in a store that was used before. */
export function goneResult(why: string, options?: ErrorOptions): ResultError {
  return new ResultError('result_gone', why, options);
}

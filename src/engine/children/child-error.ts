/** A failure of a child that is platen's fault and not that of the request. */
export class ChildError extends Error {
  /** `shutting_down` once the pool is closed, else `internal`. */
  readonly code: 'shutting_down' | 'internal';

  constructor(code: 'shutting_down' | 'internal', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChildError';
    this.code = code;
  }
}

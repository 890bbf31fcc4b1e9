/** Work that a child could not do for a reason that lies with platen, not with what it was given. */
export class ChildError extends Error {
  /** `shutting_down` once the pool is closed, else `internal`. */
  readonly code: 'shutting_down' | 'internal';

  constructor(code: 'shutting_down' | 'internal', message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'ChildError';
    this.code = code;
  }
}

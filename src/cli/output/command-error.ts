import type { ErrorCode } from '../../contract/index.ts';

/** The parts of an error besides its message. */
interface ErrorDetails {
  /** The cause, in one line. */
  why?: string;
  /** What to do: one command or one edit. */
  fix?: string;
  cause?: unknown;
}

/**
 * A failure to show to the user: what failed (`message`, which names the flag, field, file or address), why, and what to
 * do. The contract's table gives the exit code of `code`.
 */
export class CommandError extends Error {
  readonly code: ErrorCode;
  readonly why: string | undefined;
  readonly fix: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'CommandError';
    this.code = code;
    this.why = details.why;
    this.fix = details.fix;
  }
}

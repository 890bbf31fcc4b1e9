import type { ErrorCode, Problem } from '../contract/index.ts';

/** What is known of a failed call besides its code. */
export interface ServiceErrorDetails {
  /** The HTTP status, if there was an answer. */
  status?: number;
  requestId?: string;
  /** True if the service runs inside this process: its status and request id are in no log. */
  embedded?: boolean;
  /** What the service said of the fields that are wrong. */
  errors?: Problem['errors'];
  /** What the service asked to wait before the next try, in milliseconds. */
  retryAfterMs?: number;
  /** False if the service said that the same request cannot succeed. */
  retryable?: boolean;
  /** Index of the part that failed, from 0. */
  part?: number;
  stage?: string;
  line?: number;
  column?: number;
  /** How often the call was tried. */
  attempts?: number;
  cause?: unknown;
}

/**
 * A call that did not succeed: the service said no, or could not be reached, or answered something else. `code` is stable;
 * `message` may hold words of the service and must not be trusted as safe for a terminal.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ServiceErrorDetails;

  constructor(code: ErrorCode, message: string, details: ServiceErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }
}

import type { OutsideFailure } from '../../engine/index.ts';

/** That a PDF did not reach its destination. Its words name the host alone: path and query of an address may be secret. */
export class DestinationError extends Error {
  override readonly name = 'DestinationError';
  readonly code = 'destination_failed';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(host: string, why: string, retryable: boolean) {
    super(`${host} ${why}`);
    this.retryable = retryable;
  }
}

/** What failures mean. One that the rules refuse and one that does not resolve look alike. */
const failures: Record<OutsideFailure, { why: string; retryable: boolean }> = {
  not_allowed: { why: 'is not allowed as a destination, or its name does not resolve', retryable: false },
  unreachable: { why: 'accepts no connections', retryable: true },
  tls_failed: { why: 'has no certificate that can be trusted', retryable: false },
  timeout: { why: 'did not answer in time', retryable: true },
  broken_off: { why: 'closed the connection before it responded', retryable: true },
};

/** The error for a request that got no answer. */
export function explainOutsideFailure(host: string, failure: OutsideFailure): DestinationError {
  const { why, retryable } = failures[failure];
  return new DestinationError(host, why, retryable);
}

/**
 * The error for an answer that is no success, with the code of a store such as S3 from its body. The rest of the body may have parts of
 * the address.
 */
export function explainOutsideStatus(host: string, status: number, body = ''): DestinationError {
  const code = /<Code>([A-Za-z]\w{0,63})<\/Code>/.exec(body)?.[1];
  const more = status >= 300 && status <= 399 ? '; no redirect is followed' : code === undefined ? '' : ` (${code})`;
  return new DestinationError(host, `answered with status ${status}${more}`, status === 429 || status >= 500);
}

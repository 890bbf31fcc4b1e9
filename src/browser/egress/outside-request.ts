import type { IncomingHttpHeaders } from 'node:http';

/** Bytes for an address outside. */
export interface OutsideRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The address, http: or https:. What is before its "@" is not sent. */
  readonly url: string;
  /** Beside `Host`, `Connection` and `Content-Length`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Milliseconds until the head of the answer must be there, and its body if that is read. */
  readonly timeoutMs: number;
  /** Bytes of the body that are read of an answer that is an error. Default 0. */
  readonly errorBytes?: number | undefined;
  /** The most bytes of the body of an answer that is no error, which is read whole. Default 0: it is not read. */
  readonly answerBytes?: number | undefined;
  /** Whether plain http may go wherever https may, for answers that prove themselves. Default false. */
  readonly isPlainAllowed?: boolean | undefined;
  /** Breaks it off. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why there was no answer. `not_allowed`: the rules refuse it, or its name does not resolve, which look alike. `unreachable`: nothing
 * took the connection. `tls_failed`: no connection that is safe. `broken_off`: it ended before an answer, or by `signal`.
 */
export type OutsideFailure = 'not_allowed' | 'unreachable' | 'tls_failed' | 'timeout' | 'broken_off';

/** The head of the answer, or why there is none, and the milliseconds until then. */
export type OutsideOutcome =
  | {
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly ms: number;
      /** The start of the body of an error, if it was asked for. */
      readonly errorText?: string | undefined;
      /** The whole body, if it was asked for and was not too long. */
      readonly body?: Buffer | undefined;
      readonly failure?: undefined;
    }
  | { readonly failure: OutsideFailure; readonly ms: number };

import { setTimeout as sleep } from 'node:timers/promises';
import type { RouteName } from '../contract/index.ts';
import type { CallOptions } from './options/client-options.ts';
import { mayRetry, type RetryPolicy, readClock, waitBefore } from './retry.ts';
import type { Answer } from './send-request.ts';
import { ServiceError } from './service-error.ts';

/** Carries out one call: sends the request of a route and hands the answer to `receive`, again if a try failed. */
export type Call = <T>(
  route: RouteName,
  input: CallInput,
  receive: (answer: Answer, url: URL, signal: AbortSignal) => Promise<T>,
  options?: CallOptions,
) => Promise<T>;

/** What a call sends besides its headers. */
export interface CallInput {
  id?: string;
  /** What else the path holds, by name. */
  params?: Readonly<Record<string, string>>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
}

/** How a call is carried out: one deadline over everything, retries within it. */
interface CallPolicy {
  route: RouteName;
  /** Whether the request has a precondition (If-Match). */
  conditional: boolean;
  retry: RetryPolicy;
  /** Milliseconds for connect, tries, waits and download together. */
  timeoutMs: number;
  /** The limit that the caller set, for the message. */
  limitMs: number;
  /** A clock in milliseconds, which may stop while the service unpacks its browser. Default `readClock`. */
  now?: (() => number) | undefined;
  signal: AbortSignal | undefined;
  /** Called with each wait: the failed try's number, its error, and how long the wait is. False ends the call instead. */
  onWait: ((attempt: number, error: ServiceError, waitMs: number) => unknown) | undefined;
}

/**
 * Runs `attempt` until it succeeds, may not be repeated, or runs out of tries or time. Throws the last ServiceError, or
 * `timeout`; an abort by the caller's own signal is thrown unchanged.
 */
export async function callWithRetries<T>(
  policy: CallPolicy,
  attempt: (signal: AbortSignal, number: number) => Promise<T>,
): Promise<T> {
  const { now = readClock } = policy;
  const started = now();
  const deadline = abortAfter(policy.timeoutMs, now);
  const signal = policy.signal ? AbortSignal.any([policy.signal, deadline]) : deadline;
  let waited = 0;
  for (let number = 1; ; number++) {
    try {
      return await attempt(signal, number);
    } catch (thrown) {
      policy.signal?.throwIfAborted();
      if (deadline.aborted) throw outOfTime(policy.limitMs, thrown);
      if (!(thrown instanceof ServiceError)) throw thrown;
      const wait = waitBefore(number, thrown);
      const left = policy.timeoutMs - (now() - started);
      const again = number <= policy.retry.retries && mayRetry(policy.route, thrown, policy.conditional, number);
      if (!again || wait > left || waited + wait > policy.retry.budgetMs) throw withAttempts(thrown, number);
      if (policy.onWait?.(number, thrown, wait) === false) throw withAttempts(thrown, number);
      waited += wait;
      await sleep(wait, undefined, { signal }).catch(() => {});
      policy.signal?.throwIfAborted();
      if (deadline.aborted) throw outOfTime(policy.limitMs, thrown);
    }
  }
}

/** The longest delay of a timer: Node fires longer ones immediately. */
const longestDelay = 2 ** 31 - 1;

/** A signal that aborts with a `TimeoutError` after so much time of the clock. Its timer keeps no process alive. */
function abortAfter(timeoutMs: number, now: () => number): AbortSignal {
  const controller = new AbortController();
  const end = now() + timeoutMs;
  const look = () => {
    const left = end - now();
    if (left > 0) wait(left);
    else controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  };
  const wait = (ms: number) => setTimeout(look, Math.min(longestDelay, Math.max(10, ms))).unref();
  wait(timeoutMs);
  return controller.signal;
}

/** The error of a call that ran out of time. */
export function outOfTime(timeoutMs: number, cause: unknown): ServiceError {
  return new ServiceError('timeout', `no complete answer within ${timeoutMs / 1000} s`, { cause });
}

function withAttempts(error: ServiceError, attempts: number): ServiceError {
  return new ServiceError(error.code, error.message, { ...error.details, cause: error.cause, attempts });
}

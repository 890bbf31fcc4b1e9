import type { RouteName } from '../contract/index.ts';
import type { ServiceError } from './service-error.ts';

/** How often and how long a call is tried. */
export interface RetryPolicy {
  /** Tries after the first. Default 3. */
  retries: number;
  /** Milliseconds that all waits of one call may take together. Default two minutes. */
  budgetMs: number;
}

/** The default policy. */
export const defaultRetryPolicy: RetryPolicy = { retries: 3, budgetMs: 120_000 };

const connectionCodes = new Set(['connection_refused', 'connection_failed', 'name_not_resolved', 'body_cut']);
/** Failures that happen before a byte of the request was sent. */
const unsentCodes = new Set(['connection_refused', 'name_not_resolved']);
/** What would be made twice. */
const unrepeatable = new Set<RouteName>([
  'createTemplate',
  'restoreRevision',
  'createKey',
  'rotateKey',
  'createWebhook',
  'rotateWebhook',
  'testWebhook',
  'retryDelivery',
]);
const passingStatuses = new Set([408, 429, 502, 503, 504]);

/**
 * Whether a failed call may be sent once more. A change without a precondition is repeated only if the service cannot
 * have carried it out; a render is safe to repeat under its idempotency key, after an internal error once.
 */
export function mayRetry(route: RouteName, error: ServiceError, conditional: boolean, attempt: number): boolean {
  const { status, retryable } = error.details;
  if (retryable === false) return false;
  if (unrepeatable.has(route) || (route === 'updateTemplate' && !conditional)) {
    return unsentCodes.has(error.code) || status === 429 || status === 503;
  }
  if (connectionCodes.has(error.code)) return true;
  if (status === undefined) return false;
  if (isRender(route) && status === 500) return attempt === 1;
  return passingStatuses.has(status) || (isRender(route) && error.code === 'still_running');
}

/** Whether an operation renders, so that it has an idempotency key. */
export function isRender(route: RouteName): boolean {
  return route === 'renderPdf' || route === 'renderImage';
}

/**
 * Milliseconds to wait before try number `attempt + 1`: equal jitter of half a second doubled each time, capped at 20 s, and
 * never less than what the service asked for.
 */
export function waitBefore(attempt: number, error: ServiceError, random: () => number = Math.random): number {
  const step = Math.min(20_000, 500 * 2 ** (attempt - 1));
  return Math.max(error.details.retryAfterMs ?? 0, step / 2 + (random() * step) / 2);
}

/**
 * `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110, section 10.2.3). Undefined for nonsense; 0 for the
 * past.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d{1,10}\s*$/.test(value)) return Number(value) * 1000;
  if (!/[a-z]/i.test(value)) return undefined;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds on a clock that only goes forward. Not `performance`, the first use of which loads ten modules of Node. */
export function readClock(): number {
  return process.uptime() * 1000;
}

import { describe, expect, it } from 'vitest';
import {
  defaultRetryPolicy,
  isRender,
  mayRetry,
  parseRetryAfter,
  readClock,
  waitBefore,
} from '../../src/client/retry.ts';
import { ServiceError } from '../../src/client/service-error.ts';
import type { ErrorCode, RouteName } from '../../src/contract/index.ts';

const error = (code: string, details: object = {}) => new ServiceError(code as ErrorCode, 'x', details);

describe('a call that failed is sent again', () => {
  it.each<[RouteName, string, object, boolean]>([
    ['listTemplates', 'connection_failed', {}, true],
    ['listTemplates', 'body_cut', {}, true],
    ['listTemplates', 'server_failed', { status: 502 }, true],
    ['listTemplates', 'timeout', { status: 408 }, true],
    ['listTemplates', 'server_failed', { status: 500 }, false],
    ['listTemplates', 'rejected', { status: 400 }, false],
    ['listTemplates', 'timeout', {}, false],
    ['listTemplates', 'server_failed', { status: 503, retryable: false }, false],
    ['listTemplates', 'still_running', { status: 409 }, false],
    ['renderPdf', 'still_running', { status: 409 }, true],
    ['renderPdf', 'connection_failed', {}, true],
    ['renderImage', 'still_running', { status: 409 }, true],
    ['createKey', 'connection_refused', {}, true],
    ['createKey', 'name_not_resolved', {}, true],
    ['createKey', 'rate_limited', { status: 429 }, true],
    ['createKey', 'server_failed', { status: 503 }, true],
    ['createKey', 'server_failed', { status: 502 }, false],
    ['createKey', 'connection_failed', {}, false],
    ['createTemplate', 'body_cut', {}, false],
    ['restoreRevision', 'server_failed', { status: 504 }, false],
    ['rotateKey', 'connection_failed', {}, false],
    ['createWebhook', 'connection_failed', {}, false],
    ['rotateWebhook', 'connection_failed', {}, false],
    ['testWebhook', 'connection_failed', {}, false],
    ['retryDelivery', 'connection_failed', {}, false],
    ['deleteTemplate', 'connection_failed', {}, true],
    ['listTemplates', 'server_failed', { status: 504 }, true],
    ['listTemplates', 'server_failed', { status: 501 }, false],
    ['listTemplates', 'connection_failed', { retryable: false }, false],
    ['listTemplates', 'connection_failed', { retryable: true }, true],
    ['renderImage', 'server_failed', { status: 500 }, true],
    ['renderPdf', 'server_failed', { status: 501 }, false],
    ['renderPdf', 'still_running', {}, false],
    ['updateTemplate', 'server_failed', { status: 503 }, true],
    ['updateTemplate', 'server_failed', { status: 502 }, false],
    ['updateTemplate', 'connection_failed', {}, false],
  ])('%s after %s %j: %s', (route, code, details, isAgain) => {
    expect(mayRetry(route, error(code, details), false, 1)).toBe(isAgain);
  });

  it('if it changes a template in one state alone', () => {
    expect(mayRetry('updateTemplate', error('connection_failed'), true, 1)).toBe(true);
    expect(mayRetry('createTemplate', error('connection_failed'), true, 1)).toBe(false);
  });

  it('once after an internal error, if it renders', () => {
    const failed = error('server_failed', { status: 500 });
    expect([1, 2].map((attempt) => mayRetry('renderPdf', failed, false, attempt))).toEqual([true, false]);
  });
});

describe('the wait before another try', () => {
  const waits = (random: number) => [1, 2, 3, 6, 7, 20].map((attempt) => waitBefore(attempt, error('x'), () => random));

  it('is half a second doubled each time, and 20 seconds at most; half of it is by chance', () => {
    expect(waits(1)).toEqual([500, 1000, 2000, 16_000, 20_000, 20_000]);
    expect(waits(0)).toEqual([250, 500, 1000, 8000, 10_000, 10_000]);
  });

  it('is what the service asks for, if that is longer', () => {
    expect(waitBefore(1, error('x', { retryAfterMs: 7000 }), () => 1)).toBe(7000);
    expect(waitBefore(1, error('x', { retryAfterMs: 7 }), () => 1)).toBe(500);
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  it.each([
    [undefined, undefined],
    ['0', 0],
    [' 7 ', 7000],
    ['1234567890', 1_234_567_890_000],
    ['12345678901', undefined],
    ['1.5', undefined],
    ['-1', undefined],
    ['', undefined],
    ['2026', 2_026_000],
    ['2026-01-01', undefined],
    ['soon', undefined],
    ['Thu, 01 Jan 2026 00:00:05 GMT', 5000],
    ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ])('%j asks to wait %s ms', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});

it('PDFs and images are rendered', () => {
  const routes: RouteName[] = ['renderPdf', 'renderImage', 'listRenders', 'listTemplates'];
  expect(routes.map(isRender)).toEqual([true, true, false, false]);
});

it('a call is tried four times within two minutes, on a clock in milliseconds', () => {
  expect(defaultRetryPolicy).toEqual({ retries: 3, budgetMs: 120_000 });
  expect(Math.abs(readClock() - performance.now())).toBeLessThan(5000);
});

import { describe, expect, it } from 'vitest';
import { mayRetry, waitBefore } from '../../src/client/retry.ts';
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

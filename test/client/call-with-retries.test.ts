import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { callWithRetries } from '../../src/client/call-with-retries.ts';
import { ServiceError } from '../../src/client/service-error.ts';

const timeoutMs = 600_000;
const call = { route: 'listTemplates', conditional: false, timeoutMs, limitMs: timeoutMs, signal: undefined } as const;

it.each([
  ['than all waits may take together', 100, timeoutMs],
  ['than is left of the call', timeoutMs, 100],
])('a service that asks to wait for longer %s is not asked again', async (_than, budgetMs, leftMs) => {
  let asked = 0;
  const attempt = async () => {
    asked += 1;
    throw new ServiceError('rate_limited', 'later', { status: 429, retryAfterMs: 30_000 });
  };
  const policy = { ...call, timeoutMs: leftMs, retry: { retries: 3, budgetMs }, onWait: undefined };
  await expect(callWithRetries(policy, attempt)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(asked).toBe(1);
});

describe('a call', () => {
  afterEach(() => void vi.useRealTimers());

  const busy = (retryAfterMs = 1) => new ServiceError('rate_limited', 'later', { status: 429, retryAfterMs });
  /** Carries out a call whose tries fail with these, one after the other; then it succeeds. It keeps its waits. */
  function carryOut(failures: unknown[], changes: object = {}) {
    const waits: unknown[] = [];
    const numbers: number[] = [];
    const policy = {
      ...{ ...call, retry: { retries: 2, budgetMs: 10_000 }, now: () => Date.now() },
      onWait: (number: number, error: ServiceError, waitMs: number) => waits.push([number, error.code, waitMs]),
      ...changes,
    };
    const result = callWithRetries(policy, async (_signal, number) => {
      numbers.push(number);
      if (failures.length > 0) throw failures.shift();
      return 'made';
    });
    const settled = result.then(
      (value) => value,
      (error) => error,
    );
    return { settled, waits, numbers };
  }

  it('is tried again after the wait that the service asks for', async () => {
    const { settled, waits, numbers } = carryOut([busy()]);
    expect([await settled, numbers]).toEqual(['made', [1, 2]]);
    expect(waits).toEqual([[1, 'rate_limited', expect.any(Number)]]);
  });

  it('fails with its last error and the number of tries', async () => {
    const { settled, numbers } = carryOut([busy(), busy()], { retry: { retries: 0, budgetMs: 10_000 } });
    expect(await settled).toMatchObject({
      code: 'rate_limited',
      message: 'later',
      details: { attempts: 1, status: 429 },
    });
    expect(numbers).toEqual([1]);
  });

  it('is not tried again if the caller says so', async () => {
    const { settled, numbers } = carryOut([busy()], { onWait: () => false });
    expect([await settled, numbers]).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ attempts: 1 }) }),
      [1],
    ]);
  });

  it('fails at once with what is no error of the service', async () => {
    const failure = new TypeError('odd');
    const { settled, numbers } = carryOut([failure]);
    expect([await settled, numbers]).toEqual([failure, [1]]);
  });

  it('ends with the signal of the caller, while it waits too', async () => {
    const abort = new AbortController();
    const { settled, numbers } = carryOut([busy(5000)], { signal: abort.signal });
    await Promise.resolve();
    abort.abort(new Error('stop'));
    expect([await settled, numbers]).toEqual([new Error('stop'), [1]]);
  });

  it('ends when its time is over', async () => {
    vi.useFakeTimers();
    const policy = {
      ...call,
      timeoutMs: 1000,
      limitMs: 2500,
      retry: { retries: 0, budgetMs: 0 },
      now: () => Date.now(),
      onWait: undefined,
    };
    const result = callWithRetries(
      policy,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ).catch((error: unknown) => error);
    let isOver = false;
    void result.then(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({
      ...{ code: 'timeout', message: 'no complete answer within 2.5 s', cause: { name: 'TimeoutError' } },
    });
  });

  it('waits no longer than its policy allows, all waits together', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    // 250 ms, then 500 ms.
    const exact = carryOut([busy(), busy()], { retry: { retries: 9, budgetMs: 750 } });
    await vi.advanceTimersByTimeAsync(750);
    expect([await exact.settled, exact.waits.length]).toEqual(['made', 2]);
    const short = carryOut([busy(), busy()], { retry: { retries: 9, budgetMs: 749 } });
    await vi.advanceTimersByTimeAsync(250);
    expect(await short.settled).toMatchObject({ code: 'rate_limited', details: { attempts: 2 } });
  });

  it('waits no longer than it has time', async () => {
    vi.useFakeTimers();
    const { settled, numbers } = carryOut([busy(1000)], { timeoutMs: 999 });
    expect(await settled).toMatchObject({ code: 'rate_limited', details: { attempts: 1 } });
    expect(numbers).toEqual([1]);
  });

  it('is over if its time ends during a wait', async () => {
    vi.useFakeTimers();
    const { settled, numbers } = carryOut([busy(1000)], { timeoutMs: 1000, limitMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await settled).toMatchObject({ code: 'timeout', message: 'no complete answer within 1 s' });
    expect(numbers).toEqual([1]);
  });

  it('has as much time as its clock says, which may stop', async () => {
    vi.useFakeTimers();
    let time = 0;
    const { settled } = carryOut([], { timeoutMs: 100, now: () => time });
    expect(await settled).toBe('made');
    const policy = { ...call, timeoutMs: 100, retry: { retries: 0, budgetMs: 0 }, now: () => time, onWait: undefined };
    let isOver = false;
    const ended = callWithRetries(
      policy,
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ).catch(() => {
      isOver = true;
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isOver).toBe(false);
    time = 100;
    await vi.advanceTimersByTimeAsync(100);
    await ended;
    expect(isOver).toBe(true);
  });

  it('may have more time than a timer of Node.js', async () => {
    vi.useFakeTimers();
    const { settled } = carryOut([busy()], { timeoutMs: 2 ** 40 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(await settled).toBe('made');
    expect(vi.getTimerCount()).toBe(1);
    vi.clearAllTimers();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openResultSweep } from '../../../src/jobs/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(listExpired: () => Promise<never[]> = async () => []) {
  const sweeps: string[] = [];
  const failures: unknown[] = [];
  const close = openResultSweep({
    jobs: {
      listExpired: () => {
        sweeps.push('expired');
        return listExpired();
      },
      remove: async () => undefined,
      findPlaces: async () => new Map(),
    },
    openResults: async () => {
      sweeps.push('orphans');
      throw new Error('no results');
    },
    now: () => new Date(),
    onFailure: (error) => failures.push(error),
  });
  return { sweeps, failures, close };
}

describe('the sweep of results', () => {
  it('runs soon for what has expired and rarely for orphans, again after a failure too', async () => {
    const { sweeps, failures, close } = open();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(sweeps).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sweeps).toEqual(['expired']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sweeps).toEqual(['expired', 'expired', 'expired']);
    await vi.advanceTimersByTimeAsync(235_000);
    expect([sweeps.filter((sweep) => sweep === 'orphans').length, failures.length]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([sweeps.filter((sweep) => sweep === 'orphans').length, failures.length]).toEqual([2, 2]);
    await close();
  });

  it('ends before it has begun, and however often it is ended', async () => {
    const { sweeps, close } = open();
    expect(vi.getTimerCount()).toBe(2);
    await Promise.all([close(), close()]);
    await close();
    await vi.advanceTimersByTimeAsync(4_000_000);
    expect([vi.getTimerCount(), sweeps]).toEqual([0, []]);
  });

  it('ends while it runs: its end waits for the sweep, and no other follows', async () => {
    const { promise, resolve } = Promise.withResolvers<never[]>();
    const { sweeps, close } = open(() => promise);
    await vi.advanceTimersByTimeAsync(5_000);
    let isClosed = false;
    const closing = close().then(() => {
      isClosed = true;
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([isClosed, vi.getTimerCount()]).toEqual([false, 0]);
    resolve([]);
    await closing;
    await vi.advanceTimersByTimeAsync(4_000_000);
    expect([vi.getTimerCount(), sweeps]).toEqual([0, ['expired']]);
  });
});

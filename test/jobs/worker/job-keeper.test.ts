import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJobKeeper, pushLost } from '../../../src/jobs/worker/job-keeper.ts';

/** A queue that notes what is pushed, and the jobs of accounts that wait. */
function prepare(waiting: Record<string, number> = {}, queued: Record<string, number> = {}) {
  const pushed: string[] = [];
  const asked: number[] = [];
  const due: string[] = [];
  const jobs = {
    async makeDue(limit: number) {
      asked.push(limit);
      return due.splice(0);
    },
    async countWaiting(settledMs: number) {
      asked.push(settledMs);
      return new Map(Object.entries(waiting));
    },
    makeTicket: async (account: string) => account,
  };
  const queue = {
    push: async (ticket: unknown) => void pushed.push(String(ticket)),
    countByAccount: async () => new Map(Object.entries(queued)),
  };
  return { jobs: jobs as never, queue: queue as never, pushed, asked, due };
}

describe('jobs that have lost their tickets', () => {
  it.each([
    [{}, {}, []],
    [{ a: 1 }, {}, ['a']],
    [{ a: 3, b: 1 }, { a: 1 }, ['a', 'a', 'b']],
    [{ a: 2 }, { a: 2 }, []],
    [{ a: 1 }, { a: 5 }, []],
  ])('%j with tickets %j get these: %j', async (waiting, queued, expected) => {
    const { jobs, queue, pushed, asked } = prepare(waiting as Record<string, number>, queued as Record<string, number>);
    await pushLost(jobs, queue);
    expect(pushed).toEqual(expected);
    expect(asked).toEqual([5000]);
  });

  it('get a thousand at most in one look', async () => {
    const { jobs, queue, pushed } = prepare({ a: 1500 });
    await pushLost(jobs, queue);
    expect(pushed).toHaveLength(1000);
  });
});

describe('a keeper', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('pushes what is due every second, and what is lost every five', async () => {
    const edges = prepare({ lost: 1 });
    const end = openJobKeeper({ ...edges, onFailure: () => undefined });
    edges.due.push('due');
    await vi.advanceTimersByTimeAsync(999);
    expect(edges.pushed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([edges.pushed, edges.asked]).toEqual([['due'], [1000]]);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(edges.pushed).toEqual(['due']);
    await vi.advanceTimersByTimeAsync(1);
    expect(edges.pushed).toEqual(['due', 'lost']);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(edges.pushed).toEqual(['due', 'lost', 'lost']);
    end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(edges.pushed).toEqual(['due', 'lost', 'lost']);
  });

  it('goes on after a failure, and tells it', async () => {
    const failures: string[] = [];
    const fail = async () => {
      throw new Error('away');
    };
    const jobs = { makeDue: fail, countWaiting: fail, makeTicket: fail } as never;
    const onFailure = (error: unknown) => void failures.push((error as Error).message);
    const end = openJobKeeper({ jobs, queue: {} as never, onFailure });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failures).toHaveLength(12);
    end();
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openJobKeeper, openWorker, showPresence } from '../../../src/jobs/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const queue = {
  push: async () => undefined,
  claim: async () => [],
  keepAlive: async () => undefined,
  finish: async () => undefined,
  giveBack: async () => undefined,
  countByAccount: async () => new Map(),
  onWork: () => undefined,
  close: async () => undefined,
};

describe('the keeper of jobs', () => {
  function open(countWaiting = async () => new Map<string, number>()) {
    const looks = { due: 0, lost: 0 };
    const failures: unknown[] = [];
    const end = openJobKeeper({
      jobs: {
        makeDue: async () => {
          looks.due += 1;
          if (looks.due === 1) throw new Error('away');
          return [];
        },
        countWaiting: () => {
          looks.lost += 1;
          return countWaiting();
        },
        makeTicket: async () => ({ id: '', account: '', turn: 0 }),
      },
      queue,
      onFailure: (error) => failures.push(error),
    });
    return { looks, failures, end };
  }

  it('looks each second for what is due and every five for what is lost, also after a failure', async () => {
    const { looks, failures, end } = open();
    await vi.advanceTimersByTimeAsync(10_500);
    expect([looks, failures.length]).toEqual([{ due: 10, lost: 2 }, 1]);
    end();
  });

  it('ends before it has looked, while it looks, and however often it is ended', async () => {
    const { promise, resolve } = Promise.withResolvers<Map<string, number>>();
    const first = open();
    first.end();
    first.end();
    const second = open(() => promise);
    await vi.advanceTimersByTimeAsync(5_000);
    second.end();
    resolve(new Map());
    await vi.advanceTimersByTimeAsync(60_000);
    expect([vi.getTimerCount(), first.looks, second.looks]).toEqual([0, { due: 0, lost: 0 }, { due: 5, lost: 1 }]);
  });
});

describe('the presence of a worker', () => {
  it('is noted at once and every ten seconds, and taken back with its end, after what is under way', async () => {
    const told: string[] = [];
    const failures: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const jobs = {
      async noteWorker(id: string) {
        told.push(`note ${id.length}`);
        if (told.length === 2) throw new Error('away');
        if (told.length === 3) await promise;
      },
      async forgetWorker(id: string) {
        told.push(`forget ${id.length}`);
      },
    };
    const end = showPresence(jobs, (error) => failures.push(error));
    await vi.advanceTimersByTimeAsync(20_000);
    const ending = end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([told, failures.length]).toEqual([['note 36', 'note 36', 'note 36'], 1]);
    resolve();
    await ending;
    await end();
    expect([told.slice(3), vi.getTimerCount()]).toEqual([['forget 36', 'forget 36'], 0]);
  });
});

describe('a worker without jobs', () => {
  it('has no timer left once it is closed: at once, after a drain, and however often', async () => {
    const jobs = {
      take: async () => undefined,
      noteProgress: async () => [],
      end: async () => undefined,
      giveBack: async () => undefined,
    };
    let room = 0;
    const edges = { jobs, queue, attempt: async () => 'not_now' as const, countFree: () => room };
    const silent = { onEnded: () => undefined, onFailure: () => undefined };
    for (const drains of [0, 1, 2]) {
      room = drains;
      const worker = openWorker({ ...edges, ...silent });
      await vi.advanceTimersByTimeAsync(drains * 1_000);
      expect(vi.getTimerCount()).toBeGreaterThanOrEqual(2);
      for (let drain = 0; drain < drains; drain += 1) await worker.drain(10_000);
      await Promise.all([worker.close(), worker.close()]);
      await worker.close();
      expect(vi.getTimerCount()).toBe(0);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});

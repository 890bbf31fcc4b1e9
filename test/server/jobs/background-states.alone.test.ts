import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type JobQueue, openTableQueue } from '../../../src/jobs/index.ts';
import type { JobStore } from '../../../src/store/index.ts';
import { openBackgroundService } from './background-service.ts';

// Timers of node:timers/promises go on, as those of the store.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** A service whose queues are counted, and the timers that it adds to those of its app. */
async function openCounted() {
  const queues = { opened: 0, closed: 0 };
  const { background, store, submit } = await openBackgroundService({
    openQueue(jobs: JobStore): JobQueue {
      const queue = openTableQueue(jobs.tickets);
      queues.opened += 1;
      return {
        ...queue,
        async close() {
          queues.closed += 1;
          await queue.close();
        },
      };
    },
  });
  const before = vi.getTimerCount();
  return { background, store, submit, queues, timers: () => vi.getTimerCount() - before };
}

/** Lets what was begun come to its end. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
};

describe('background renders of a service leave no timer and no queue', () => {
  it('if they are closed before they have begun', async () => {
    const { background, queues, timers } = await openCounted();
    await background.close();
    background.start();
    await settle();
    expect([queues, timers()]).toEqual([{ opened: 0, closed: 0 }, 0]);
  });

  it('if they are closed while they begin', async () => {
    const { background, store, queues, timers } = await openCounted();
    background.start();
    await background.close();
    // What the start has waited for is there by then.
    await store.jobs();
    await settle();
    expect([queues.opened - queues.closed, timers()]).toEqual([0, 0]);
  });

  it('if they are closed while they run, and once more', async () => {
    const { background, queues, timers } = await openCounted();
    background.start();
    await vi.waitFor(() => expect(timers()).toBeGreaterThan(3));
    await background.drain(0);
    await background.close();
    expect([queues, timers()]).toEqual([{ opened: 1, closed: 1 }, 0]);
    await background.close();
    background.start();
    await settle();
    expect([queues.opened, timers()]).toEqual([1, 0]);
  });

  it('if a render is submitted once they are closed: it is refused', async () => {
    const { background, submit, queues, timers } = await openCounted();
    await background.close();
    const answer = await submit();
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'shutting_down']);
    expect([queues.opened, timers()]).toEqual([0, 0]);
  });
});

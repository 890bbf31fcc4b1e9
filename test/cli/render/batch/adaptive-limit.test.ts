import { expect, it } from 'vitest';
import { createAdaptiveLimit } from '../../../../src/cli/render/batch/adaptive-limit.ts';
import { createRetryBudget } from '../../../../src/cli/render/batch/retry-budget.ts';

/** A clock that only sleeping moves. */
function makeClock() {
  const clock = { time: 0, slept: [] as number[] };
  return Object.assign(clock, {
    now: () => clock.time,
    sleep: async (ms: number) => {
      clock.slept.push(ms);
      clock.time += ms;
    },
  });
}
const never = new AbortController().signal;

it('lets no more jobs run than it may, and the next as soon as one ends', async () => {
  const pace = createAdaptiveLimit(2, makeClock());
  await pace.acquire(never);
  await pace.acquire(never);
  let taken = false;
  const third = pace.acquire(never).then(() => {
    taken = true;
  });
  await new Promise(setImmediate);
  expect(taken).toBe(false);
  pace.release();
  await third;
  expect(taken).toBe(true);
});

it('waits for nobody when it is asked to stop', async () => {
  const pace = createAdaptiveLimit(1, makeClock());
  await pace.acquire(never);
  const stop = new AbortController();
  const waiting = pace.acquire(stop.signal);
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');
});

it('pauses all jobs for as long as the service asks, at most a minute', async () => {
  const clock = makeClock();
  const pace = createAdaptiveLimit(4, clock);
  pace.slowDown(0, 7000);
  await pace.acquire(never);
  expect(clock.slept).toEqual([7000]);
  pace.release();
  pace.slowDown(clock.time, 3_600_000);
  await pace.acquire(never);
  expect(clock.slept).toEqual([7000, 60_000]);
});

it('halves once for all requests that were under way, and goes down to single jobs with gaps', async () => {
  const clock = makeClock();
  const pace = createAdaptiveLimit(8, clock);
  clock.time = 100;
  for (let count = 0; count < 8; count++) pace.slowDown(50, 0);
  expect(pace.limit).toBe(4);
  for (let round = 0; round < 4; round++) pace.slowDown(clock.time, 0);
  expect(pace.limit).toBe(0.25);
  await pace.acquire(never);
  pace.speedUp(20);
  pace.release();
  await pace.acquire(never);
  expect(clock.slept).toHaveLength(1);
  expect(clock.slept[0]).toBeCloseTo(20 * (1 / pace.limit - 1));
  for (let count = 0; count < 50; count++) pace.slowDown(clock.time, 0);
  expect(pace.limit).toBe(1 / 32);
});

it('grows again while the service answers, never beyond its start', () => {
  const clock = makeClock();
  const pace = createAdaptiveLimit(4, clock);
  for (let count = 0; count < 9; count++) pace.slowDown(++clock.time, 0);
  const low = pace.limit;
  for (let count = 0; count < 100; count++) pace.speedUp(1);
  expect(pace.limit).toBeGreaterThan(low);
  for (let count = 0; count < 1000; count++) pace.speedUp(1);
  expect(pace.limit).toBe(4);
});

it('has a budget of retries that is a tenth of the requests, and a few to start with', () => {
  const budget = createRetryBudget(3);
  const granted = Array.from({ length: 1000 }, () => {
    budget.earn();
    return budget.spend();
  }).filter(Boolean).length;
  expect(granted).toBeGreaterThanOrEqual(102);
  expect(granted).toBeLessThanOrEqual(103);
});

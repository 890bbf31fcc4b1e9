import { expect, it } from 'vitest';
import { countWorkersOf } from '../../../src/server/jobs/worker-count.ts';

function open() {
  const state = { time: 0, asked: 0, isBroken: false };
  const countWorkers = async () => {
    state.asked += 1;
    if (state.isBroken) throw new Error('the database is gone');
    return 3;
  };
  const count = countWorkersOf({ jobs: async () => ({ countWorkers }), clock: () => state.time });
  return { state, count };
}

it('workers are counted once for all who ask within two seconds', async () => {
  const { state, count } = open();
  expect(await Promise.all([count(), count()])).toEqual([3, 3]);
  state.time = 1999;
  await count();
  expect(state.asked).toBe(1);
  state.time = 2000;
  await count();
  expect(state.asked).toBe(2);
});

it('nothing is said of them if the database does not answer', async () => {
  const { state, count } = open();
  state.isBroken = true;
  expect(await count()).toBeUndefined();
});

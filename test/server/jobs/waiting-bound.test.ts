import { expect, it } from 'vitest';
import { boundWaiting, type WaitingLimits } from '../../../src/server/jobs/waiting-bound.ts';
import type { WaitingJobs } from '../../../src/store/index.ts';

/** A bound over what waits, which the test may change; counting takes `countMs`. */
function open(limits: WaitingLimits | undefined, waiting: Record<string, WaitingJobs>, countMs = 0) {
  const edges = { time: 0, counted: 0 };
  const admit = boundWaiting({
    limits,
    countQueued: async () => {
      edges.counted += 1;
      edges.time += countMs;
      return new Map(Object.entries(waiting));
    },
    clock: () => edges.time,
  });
  const ask = (account: string, bytes = 1) =>
    admit(account, bytes).then(
      () => 'admitted',
      ({ code, message, retryAfterMs }) => `${code} ${message} ${retryAfterMs}`,
    );
  return { edges, admit, ask };
}

it.each([
  [
    { account: 2 },
    { a: { count: 2, bytes: 0 } },
    'rate_limited 2 renders of this account wait already, and 2 may 5000',
  ],
  [{ account: 2 }, { a: { count: 1, bytes: 0 }, b: { count: 9, bytes: 0 } }, 'admitted'],
  [
    { all: 3 },
    { a: { count: 1, bytes: 0 }, b: { count: 2, bytes: 0 } },
    'queue_full 3 renders wait already, and 3 may 5000',
  ],
  [{ all: 4 }, { a: { count: 1, bytes: 0 }, b: { count: 2, bytes: 0 } }, 'admitted'],
  [
    { accountMb: 2 },
    { a: { count: 1, bytes: 2_000_000 } },
    'rate_limited renders of this account with 2 MB of requests wait already, and 2 MB may 5000',
  ],
  [{ accountMb: 2 }, { a: { count: 1, bytes: 1_999_999 } }, 'admitted'],
  [
    { allMb: 3 },
    { a: { count: 1, bytes: 1_000_000 }, b: { count: 1, bytes: 2_500_000 } },
    'queue_full renders with 3 MB of requests wait already, and 3 MB may 5000',
  ],
  [undefined, { a: { count: 9_999, bytes: 1_999_999_999 } }, 'admitted'],
  [
    undefined,
    { a: { count: 10_000, bytes: 0 } },
    'rate_limited 10000 renders of this account wait already, and 10000 may 5000',
  ],
  [undefined, { b: { count: 100_000, bytes: 0 } }, 'queue_full 100000 renders wait already, and 100000 may 5000'],
  [
    undefined,
    { a: { count: 1, bytes: 2e9 } },
    'rate_limited renders of this account with 2000 MB of requests wait already, and 2000 MB may 5000',
  ],
  [
    undefined,
    { b: { count: 1, bytes: 16e9 } },
    'queue_full renders with 16000 MB of requests wait already, and 16000 MB may 5000',
  ],
])('with the limits %j and %j waiting it answers "%s"', async (limits, waiting, answer) => {
  expect(await open(limits, waiting).ask('a')).toBe(answer);
});

it('counts what it admits until the next count', async () => {
  const { ask } = open({ account: 2, accountMb: 1 }, {});
  expect([await ask('a'), await ask('a'), (await ask('a')).slice(0, 12)]).toEqual([
    'admitted',
    'admitted',
    'rate_limited',
  ]);
  expect([await ask('b', 1_000_000), (await ask('b')).slice(0, 12)]).toEqual(['admitted', 'rate_limited']);
});

it('makes room for a render that does not wait after all, unless a newer count has replaced it', async () => {
  const { edges, admit, ask } = open({ account: 1, accountMb: 1 }, {});
  const giveBack = await admit('a', 5_000_000);
  giveBack();
  expect(await ask('a')).toBe('admitted');
  edges.time = 1_000;
  const late = await admit('b', 1);
  edges.time = 2_000;
  await ask('c');
  late();
  expect([await ask('b'), (await ask('b')).slice(0, 12)]).toEqual(['admitted', 'rate_limited']);
});

it('counts once for all who ask at once, and again after a second', async () => {
  const { edges, ask } = open({}, {});
  await Promise.all([ask('a'), ask('b'), ask('c')]);
  edges.time = 999;
  await ask('a');
  expect(edges.counted).toBe(1);
  edges.time = 1_000;
  await ask('a');
  expect(edges.counted).toBe(2);
});

it('counts a twentieth of the time at most', async () => {
  const { edges, ask } = open({}, {}, 100);
  await ask('a');
  edges.time = 2_099;
  await ask('a');
  expect(edges.counted).toBe(1);
  edges.time = 2_100;
  await ask('a');
  expect(edges.counted).toBe(2);
});

import { expect, it } from 'vitest';
import { rankOf, readJob } from '../../../src/store/jobs/stored-job.ts';

const kept = {
  ...{ id: 'i', account: 'a', api_key: 'k', by: 'b', kind: 'pdf', status: 'queued', keep_seconds: 60, attempts: 0 },
  ...{ source: 'api', template: null, request_id: 'r', traceparent: null },
};
const row = {
  ...{ ...kept, rank: 1, created_at: 1_000, start_at: null, started_at: null, ended_at: null, expires_at: null },
  ...{ progress: null, facts: null, result: null, announced: 0 },
};
const time = (seconds: number) => new Date(seconds * 1000).toISOString();
const nothing = { pages: null, bytes: null, sha256: null, warnings: [], timings: null, error: null, title: null };
const waiting = {
  ...{ ...kept, ...nothing, priority: 'normal', created_at: time(1), start_at: null, started_at: null },
  ...{ ended_at: null, expires_at: null, progress: null, result: null, announced: false },
};

it('a job that waits has no facts and no times but that of its creation', () => {
  expect(readJob(row)).toEqual(waiting);
});

it('a job that has ended has its facts, its times and its result', () => {
  const progress = { parts: 2, parts_done: 1, pages: 3 };
  expect(
    readJob({
      ...{ ...row, start_at: 2_000, started_at: 3_000, ended_at: 4_000, expires_at: 5_000, announced: 1 },
      ...{ progress: JSON.stringify(progress), facts: '{"pages":3,"title":"T"}', result: '{"at":"x"}' },
    }),
  ).toEqual({
    ...{ ...waiting, start_at: time(2), started_at: time(3), ended_at: time(4), expires_at: time(5) },
    ...{ announced: true, progress, pages: 3, title: 'T', result: { at: 'x' } },
  });
});

it.each([
  [0, 'high'],
  [1, 'normal'],
  [2, 'low'],
  [3, 'normal'],
] as const)('a job of rank %d has the priority %s', (rank, priority) => {
  expect(readJob({ ...row, rank }).priority).toBe(priority);
  if (rank < 3) expect(rankOf(priority)).toBe(rank);
});

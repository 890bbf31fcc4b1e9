import { expect, test } from 'vitest';
import { describeRender } from '../../../src/server/jobs/describe-render.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const job = { id: 'j', status: 'running', pages: null, progress: { parts: 1, parts_done: 0, pages: 0 } } as StoredJob;

test('the progress of a render that runs is what the worker noted', () => {
  expect(describeRender(job).progress).toEqual({ parts: 1, parts_done: 0, pages: 0 });
  expect(describeRender({ ...job, progress: null }).progress).toBeNull();
});

test('a render that waits says what for', () => {
  const queued: StoredJob = { ...job, status: 'queued', start_at: null };
  const later: StoredJob = { ...queued, start_at: '2026-01-01T00:00:10.000Z' };
  const time = Date.parse('2026-01-01T00:00:09.000Z');
  expect(describeRender(queued).waits_for).toBe('turn');
  expect(describeRender(queued, { hasWorkers: false }).waits_for).toBe('worker');
  expect(describeRender(later, { hasWorkers: false, time }).waits_for).toBe('start');
  expect(describeRender(later, { time: time + 1_000 }).waits_for).toBe('turn');
  expect(describeRender(job, { hasWorkers: false }).waits_for).toBeNull();
});

test('the progress of a render that is done has all of its pages', () => {
  const done: StoredJob = { ...job, status: 'done', pages: 3 };
  expect(describeRender(done).progress).toEqual({ parts: 1, parts_done: 1, pages: 3 });
});

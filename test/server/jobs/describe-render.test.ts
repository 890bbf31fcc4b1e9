import { expect, test } from 'vitest';
import { describeRender } from '../../../src/server/jobs/describe-render.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const job = { id: 'j', status: 'running', pages: null, progress: { parts: 1, parts_done: 0, pages: 0 } } as StoredJob;

test('the progress of a render that runs is what the worker noted', () => {
  expect(describeRender(job).progress).toEqual({ parts: 1, parts_done: 0, pages: 0 });
  expect(describeRender({ ...job, progress: null }).progress).toBeNull();
});

test('the progress of a render that is done has all of its pages', () => {
  const done: StoredJob = { ...job, status: 'done', pages: 3 };
  expect(describeRender(done).progress).toEqual({ parts: 1, parts_done: 1, pages: 3 });
});

import { describe, expect, it } from 'vitest';
import { prefersAsync, readStart, refuseJob } from '../../../src/server/requests/job-fields.ts';

const now = new Date('2026-05-04T10:00:00.000Z');
const parts = 'https://example.com';

it.each([
  [undefined, false],
  ['', false],
  ['respond-async', true],
  ['wait=5, Respond-Async ; x=y', true],
  [['wait=5', 'respond-async'], true],
  ['respond-asynchronously', false],
  ['wait="respond-async"', false],
])('the preference %j asks for the background: %s', (header, asks) => {
  expect(prefersAsync(header)).toBe(asks);
});

it('a job is for the background alone', () => {
  expect(() => refuseJob({})).not.toThrow();
  const detail = 'is for renders in the background: send "Prefer: respond-async" with it';
  const error = { code: 'invalid_request', message: `/job ${detail}`, errors: [{ pointer: '/job', detail }] };
  expect(() => refuseJob({ job: {} })).toThrow(expect.objectContaining(error));
});

describe('the start of a job', () => {
  const start = (start_at?: string) => readStart({ parts, job: start_at === undefined ? {} : { start_at } }, now);

  it.each([
    [undefined, undefined],
    ['2026-05-04T10:00:00.000Z', undefined],
    ['2026-05-04T09:00:00.000Z', undefined],
    ['2026-05-04T10:00:00.001Z', new Date('2026-05-04T10:00:00.001Z')],
    ['2026-06-03T10:00:00.000Z', new Date('2026-06-03T10:00:00.000Z')],
  ])('at %s is %s', (text, date) => {
    expect(start(text)).toEqual(date);
    expect(readStart({ parts }, now)).toBeUndefined();
  });

  it('is within 30 days', () => {
    const detail = 'must be within 30 days';
    const errors = [{ pointer: '/job/start_at', detail }];
    expect(() => start('2026-06-03T10:00:00.001Z')).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: `/job/start_at ${detail}`, errors }),
    );
  });
});

import { expect, it } from 'vitest';
import { outputKey, refuseReserved } from '../../../../src/cli/render/batch/check-jobs.ts';

it.each([
  ['linux', '/A/e\u0301.pdf'],
  ['darwin', '/a/\u00e9.pdf'],
  ['win32', '/a/\u00e9.pdf'],
] as const)('on %s the same file has the key %s', (platform, key) => {
  expect(outputKey('/A/e\u0301.pdf', platform)).toBe(key);
});

it('no job writes a file of the batch', () => {
  const job = { path: '/a/jobs.ndjson', place: 'jobs.ndjson:3', output: 'jobs.ndjson' };
  expect(() => refuseReserved(job, ['/a/other'])).not.toThrow();
  expect(() => refuseReserved(job, ['/a/other', '/a/jobs.ndjson'])).toThrow(
    'jobs.ndjson:3: output jobs.ndjson is a file that the batch itself uses',
  );
});

import { describe, expect, it } from 'vitest';
import type { DescribedError } from '../../../../src/cli/output/describe-error.ts';
import { createBatchTotals } from '../../../../src/cli/render/batch/batch-totals.ts';

const error = (code: string, message = 'no template', more: object = {}) =>
  ({ code, message, ...more }) as unknown as DescribedError;
const fail = (totals: ReturnType<typeof createBatchTotals>, code: string, count: number) =>
  Array.from({ length: count }, (_, at) => totals.fail(error(code), `jobs:${at + 1}`));

describe('a batch gives up', () => {
  it.each(['unauthorized', 'forbidden', 'payment_required', 'tls_failed', 'proxy_failed', 'config_invalid'])(
    'after one %s, which all others would meet too',
    (code) => {
      expect(fail(createBatchTotals(), code, 1)).toEqual([true]);
    },
  );

  it.each(['io_failed', 'connection_refused'])('after 20 times %s in a row', (code) => {
    const totals = createBatchTotals();
    expect(fail(totals, code, 19)).not.toContain(true);
    totals.succeed();
    expect(fail(totals, code, 20).map(Number)).toEqual([...Array(19).fill(0), 1]);
  });

  it('never for faults of its jobs', () => {
    const totals = createBatchTotals();
    expect(fail(totals, 'input_invalid', 50)).not.toContain(true);
    fail(totals, 'io_failed', 19);
    totals.fail(error('input_invalid'), 'x');
    expect(fail(totals, 'io_failed', 19)).not.toContain(true);
  });
});

describe('a batch ends', () => {
  it('without an error if no job failed', () => {
    const totals = createBatchTotals();
    totals.succeed();
    totals.skipped += 1;
    expect(totals.finished).toBe(2);
    expect(totals.toError(2, 'hint')).toBeUndefined();
  });

  it('with the error of its jobs if all of them failed alike', () => {
    const totals = createBatchTotals();
    totals.fail(error('input_invalid', 'no template', { why: 'because', fix: 'do this' }), 'jobs:1');
    totals.fail(error('input_invalid'), 'jobs:2');
    expect(totals.toError(2, 'hint')).toMatchObject({
      code: 'input_invalid',
      message: '2 of 2 jobs failed',
      why: 'jobs:1: no template; because',
      fix: 'do this',
    });
    const placed = createBatchTotals();
    placed.fail(error('input_invalid', 'jobs:1: no template'), 'jobs:1');
    expect(placed.toError(null, 'hint')).toMatchObject({ message: '1 of 1 jobs failed', why: 'jobs:1: no template' });
  });

  it('with the kinds of failures, the commonest first, and the lines of three of each', () => {
    const totals = createBatchTotals();
    totals.fail(error('io_failed'), 'jobs:9');
    fail(totals, 'input_invalid', 4);
    totals.succeed();
    totals.skipped = 2;
    expect(totals.toError(10, 'hint')).toMatchObject({
      code: 'partial_failure',
      message: '5 of 10 jobs failed; 1 done, 2 done before, 2 not tried',
      why: '4 input_invalid (jobs:1, jobs:2, jobs:3, …), 1 io_failed (jobs:9)',
      fix: 'hint',
    });
  });

  it.each<[number, number]>([
    [1, 0],
    [0, 1],
  ])('with a failure of some, if %d are done and %d were done before', (done, skipped) => {
    const totals = createBatchTotals();
    Object.assign(totals, { done, skipped });
    fail(totals, 'input_invalid', 3);
    expect(totals.toError(4, 'hint')).toMatchObject({
      code: 'partial_failure',
      why: '3 input_invalid (jobs:1, jobs:2, jobs:3)',
    });
  });
});

import { expect, test } from 'vitest';
import { readMergeFailure } from '../../../src/engine/merging/merge-answer.ts';
import { MergeError } from '../../../src/pdf/index.ts';

test('a refusal is the error of the merge', () => {
  const details = { faults: [], fields: ['a'], knownFields: ['b'] };
  const answer = { end: 'refused', code: 'pdf_invalid', part: 2, message: 'words', ...details } as never;
  const error = readMergeFailure(answer);
  expect(error).toBeInstanceOf(MergeError);
  expect(error).toMatchObject({ code: 'pdf_invalid', part: 2, message: 'words', ...details });
});

test.each([
  [{ end: 'failed' as const, message: 'out of memory' }, 'out of memory'],
  [{ end: 'merged' as const } as never, 'merged'],
])('another failure has its reason as its cause: %#', (answer, cause) => {
  const error = readMergeFailure(answer);
  expect(error).not.toBeInstanceOf(MergeError);
  expect([error.message, error.cause]).toEqual(['merging failed', cause]);
});

import { expect, test } from 'vitest';
import { findUncovered } from './hostile/coverage.ts';

test('every id of the acceptance list of hostile inputs is a row of the attack suite or has a test that is there', () => {
  expect(findUncovered()).toEqual([]);
});

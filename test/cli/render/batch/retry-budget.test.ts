import { expect, it } from 'vitest';
import { createRetryBudget } from '../../../../src/cli/render/batch/retry-budget.ts';

it('a batch has the retries that it starts with', () => {
  const budget = createRetryBudget(2);
  expect([budget.spend(), budget.spend(), budget.spend()]).toEqual([true, true, false]);
});

it('about ten requests earn one retry', () => {
  const budget = createRetryBudget(0);
  for (let request = 0; request < 9; request++) budget.earn();
  expect(budget.spend()).toBe(false);
  for (let request = 0; request < 2; request++) budget.earn();
  expect([budget.spend(), budget.spend()]).toEqual([true, false]);
});

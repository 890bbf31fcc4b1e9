import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/values/use-value-faults.ts');

beforeEach(async () => {
  page = openPage();
  module = await import('../../../../src/web/dashboard/template-editor/values/use-value-faults.ts');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const open = () => {
  const sets = {
    schema: signal<{ value: object } | undefined>({ value: { type: 'object' } }),
    values: signal<{ value?: object }>({ value: { n: 1 } }),
  };
  const { result, end } = runHook(() => module.useValueFaults(sets as never));
  return { sets, checked: result, end, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) };
};
const wrong = { faults: ['wrong'] };

it('checks values by their schema after a pause', async () => {
  const { sets, checked, wait } = open();
  page.answer(200, { data: wrong });
  await wait(299);
  expect([page.requests.length, checked.value]).toEqual([0, { faults: [] }]);
  await wait(1);
  expect([page.requests.length, checked.value]).toEqual([1, wrong]);
  sets.values.value = { value: { n: 2 } };
  page.fail(new Error('offline'));
  await wait(300);
  expect([page.requests.length, checked.value]).toEqual([2, wrong]);
});

it.each(['schema', 'values'] as const)('finds nothing wrong without %s', async (name) => {
  const { sets, checked, wait } = open();
  page.answer(200, { data: wrong });
  await wait(300);
  if (name === 'schema') sets.schema.value = undefined;
  else sets.values.value = {};
  await wait(300);
  expect([page.requests.length, checked.value]).toEqual([1, { faults: [] }]);
});

it('leaves an answer out that comes after a change, and checks no more once it is closed', async () => {
  const { sets, checked, end, wait } = open();
  page.answer(200, { data: wrong });
  vi.advanceTimersByTime(300);
  sets.values.value = { value: { n: 2 } };
  await wait(0);
  expect(checked.value).toEqual({ faults: [] });
  end();
  await wait(300);
  expect(page.requests).toHaveLength(1);
});

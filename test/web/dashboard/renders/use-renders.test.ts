import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/renders/use-renders.ts');

beforeEach(async () => {
  page = openPage();
  vi.stubGlobal('scrollY', 0);
  module = await import('../../../../src/web/dashboard/renders/use-renders.ts');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const answer = (...ids: string[]) =>
  page.answer(200, { data: ids.map((id) => ({ id })), page: { next: null, has_more: false } });
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** The renders of a query, of which these are there at first. */
async function open(...ids: string[]) {
  answer(...ids);
  const run = runHook(() => module.useRenders({}));
  await wait(0);
  return {
    end: run.end,
    shown: () => run.result.loaded.data?.data.map(({ id }) => id),
    waiting: () => run.result.waiting.map(({ id }) => id),
    showWaiting: () => run.result.showWaiting(),
  };
}

it('shows new renders at the top, by themselves', async () => {
  const { shown, waiting } = await open('b', 'a');
  expect(shown()).toEqual(['b', 'a']);
  answer('d', 'c', 'b');
  await wait(4999);
  expect(page.requests).toHaveLength(1);
  await wait(1);
  expect([shown(), waiting()]).toEqual([['d', 'c', 'b', 'a'], []]);
  answer('d', 'c', 'b');
  await wait(5000);
  expect([page.requests.length, shown()]).toEqual([3, ['d', 'c', 'b', 'a']]);
});

it('keeps new renders until they are asked for, further down', async () => {
  const { shown, waiting, showWaiting } = await open('a');
  vi.stubGlobal('scrollY', 1);
  answer('b', 'a');
  await wait(5000);
  expect([shown(), waiting()]).toEqual([['a'], ['b']]);
  showWaiting();
  await wait(0);
  expect([shown(), waiting()]).toEqual([['b', 'a'], []]);
});

it('looks for none while the window is not seen, or after it was closed', async () => {
  const { end } = await open('a');
  Object.assign(document, { hidden: true });
  await wait(5000);
  expect(page.requests).toHaveLength(1);
  Object.assign(document, { hidden: false });
  end();
  await wait(5000);
  expect(page.requests).toHaveLength(1);
});

it('shows the same as before if a look fails', async () => {
  const { shown, waiting } = await open('a');
  page.fail(new Error('offline'));
  await wait(5000);
  expect([page.requests.length, shown(), waiting()]).toEqual([2, ['a'], []]);
});

it('keeps those that wait if a look finds no more', async () => {
  const { waiting } = await open('a');
  vi.stubGlobal('scrollY', 1);
  answer('b', 'a');
  await wait(5000);
  page.fail(new Error('offline'));
  await wait(5000);
  answer('a');
  await wait(5000);
  expect([page.requests.length, waiting()]).toEqual([4, ['b']]);
});

it('lets those of another query wait no more', async () => {
  const query = signal({ status: 'failed' });
  answer('a');
  const run = runHook(() => module.useRenders(query.value as never));
  await wait(0);
  vi.stubGlobal('scrollY', 1);
  answer('b', 'a');
  await wait(5000);
  expect(run.result.waiting).toEqual([{ id: 'b' }]);
  answer('c');
  query.value = { status: 'done' };
  await wait(0);
  expect([run.result.waiting, run.result.loaded.data?.data]).toEqual([[], [{ id: 'c' }]]);
});

it('asks for the next page of the same query', async () => {
  page.answer(200, { data: [{ id: 'b' }], page: { next: 'b', has_more: true } });
  const run = runHook(() => module.useRenders({ status: 'failed' } as never));
  await wait(0);
  answer('a');
  await run.result.loaded.showMore();
  await wait(0);
  expect(run.result.loaded.data?.data.map(({ id }) => id)).toEqual(['b', 'a']);
  expect(page.requests.map(({ address }) => new URL(address).search)).toEqual([
    '?status=failed',
    '?status=failed&after=b',
  ]);
});

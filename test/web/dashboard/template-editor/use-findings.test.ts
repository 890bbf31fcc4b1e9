import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/use-findings.ts');

beforeEach(async () => {
  page = openPage();
  module = await import('../../../../src/web/dashboard/template-editor/use-findings.ts');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const open = () => {
  const values = signal<{ value?: object }>({ value: { n: 1 } });
  const draft = { id: 't1', content: signal('one'), values };
  const { result, end } = runHook(() => module.useFindings(draft as never));
  return { draft, findings: result, end };
};

it('asks what is wrong with a draft after a pause', async () => {
  const { draft, findings } = open();
  expect(findings.value).toEqual([]);
  page.answer(200, { data: ['wrong'] });
  await vi.advanceTimersByTimeAsync(299);
  expect(page.requests).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(page.requests).toMatchObject([
    { method: 'POST', body: { content: 'one', preview_context: { n: 1 }, template: 't1' } },
  ]);
  expect(findings.value).toEqual(['wrong']);
  draft.content.value = 'two';
  await vi.advanceTimersByTimeAsync(200);
  draft.content.value = 'three';
  expect(findings.value).toEqual(['wrong']);
  page.answer(200, { data: [] });
  await vi.advanceTimersByTimeAsync(300);
  expect(page.requests.slice(1)).toMatchObject([{ body: { content: 'three' } }]);
  expect(findings.value).toEqual([]);
});

it('keeps the last answer if a check fails, and asks nothing without values', async () => {
  const { draft, findings } = open();
  page.answer(200, { data: ['wrong'] });
  await vi.advanceTimersByTimeAsync(300);
  draft.content.value = 'two';
  page.fail(new Error('offline'));
  await vi.advanceTimersByTimeAsync(300);
  expect([page.requests.length, findings.value]).toEqual([2, ['wrong']]);
  draft.values.value = {};
  await vi.advanceTimersByTimeAsync(300);
  expect([page.requests.length, findings.value]).toEqual([2, ['wrong']]);
});

it('leaves an answer out that comes after a change, and asks no more once it is closed', async () => {
  const { draft, findings, end } = open();
  page.answer(200, { data: ['old'] });
  vi.advanceTimersByTime(300);
  draft.content.value = 'two';
  await vi.advanceTimersByTimeAsync(0);
  expect(findings.value).toEqual([]);
  end();
  await vi.advanceTimersByTimeAsync(300);
  expect(page.requests).toHaveLength(1);
});

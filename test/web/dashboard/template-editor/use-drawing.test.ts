import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../page-here.ts';
import { runHook } from '../../run-hook.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/use-drawing.ts');

beforeEach(async () => {
  page = openPage();
  module = await import('../../../../src/web/dashboard/template-editor/use-drawing.ts');
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const open = (values: object = { value: { n: 1 } }) => {
  const draft = {
    id: 't1',
    content: signal('one'),
    options: signal({ scale: 2 }),
    overlays: signal({ watermark: '', isUnder: true }),
    context: signal(''),
    values: signal(values),
  };
  const { result, end } = runHook(() => module.useDrawing(draft as never));
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  return { draft, drawing: result, end, wait };
};
const answerPdf = (text: string) => page.answer(200, text, { 'platen-pages': '3' });

describe('a draft', () => {
  it('is drawn after a pause, and after each change', async () => {
    const { draft, drawing, wait } = open();
    expect([drawing.pdf.value, drawing.isBusy.value]).toEqual([undefined, true]);
    answerPdf('a');
    await wait(79);
    expect(page.requests).toEqual([]);
    await wait(1);
    const body = { content: 'one', preview_context: { n: 1 }, options: { scale: 2 }, place: 't1', template: 't1' };
    expect(page.requests.map((request) => request.body)).toEqual([body]);
    expect(drawing.pdf.value).toMatchObject({ pages: 3 });
    expect([drawing.problem.value, drawing.isBusy.value]).toEqual([undefined, false]);
    for (const change of ['content', 'context'] as const) {
      draft[change].value = 'two';
      answerPdf('b');
      await wait(80);
    }
    draft.options.value = { scale: 3 };
    answerPdf('c');
    await wait(80);
    expect(page.requests).toHaveLength(4);
    draft.overlays.value = { watermark: 'Draft', isUnder: true };
    answerPdf('d');
    await wait(80);
    expect(page.requests[4]?.body).toMatchObject({ overlays: [{ text: 'Draft' }] });
  });

  it('is not drawn with values that cannot be read', async () => {
    const { drawing, wait } = open({ problem: { line: 2 } });
    await wait(80);
    expect(page.requests).toEqual([]);
    expect(drawing.problem.value).toEqual({ where: 'values', message: 'these values cannot be read', line: 2 });
    expect(drawing.isBusy.value).toBe(false);
  });

  it('keeps its pages while there is a problem', async () => {
    const { draft, drawing, wait } = open();
    answerPdf('a');
    await wait(80);
    const { value } = drawing.pdf;
    draft.content.value = 'two';
    page.fail(new Error('offline'));
    await wait(80);
    expect([drawing.pdf.value, drawing.isBusy.value]).toEqual([value, false]);
    expect(drawing.problem.value).toMatchObject({ where: undefined });
    answerPdf('b');
    await drawing.draw();
    expect(drawing.problem.value).toBeUndefined();
  });

  it.each<[string, string, object]>([
    [
      'with its place',
      '"t1", line 4, column 2: no such filter In: {{ a | b }}',
      { where: 'content', message: 'no such filter', line: 4, column: 2 },
    ],
    ['without a place', 'it is too long', { where: 'content', message: 'it is too long', line: 4, column: 2 }],
  ])('shows a problem of its text %s', async (_what, detail, problem) => {
    const { drawing, wait } = open();
    page.answer(422, { code: 'template_error', detail, line: 4, column: 2 });
    await wait(80);
    expect(drawing.problem.value).toMatchObject({ where: 'content', line: 4, column: 2 });
    expect(Object.keys(drawing.problem.value ?? {})).toEqual(Object.keys(problem));
  });

  it('waits for the one that is running', async () => {
    const { drawing, wait } = open();
    page.answer(409, { code: 'still_running' });
    await wait(80);
    expect([drawing.problem.value, drawing.isBusy.value]).toEqual([undefined, true]);
  });

  it('is drawn again when the service asks for it', async () => {
    const { drawing, wait } = open();
    page.answer(429, { code: 'rate_limited' }, { 'retry-after': '2' });
    answerPdf('a');
    await wait(80);
    expect([drawing.pdf.value, drawing.isBusy.value]).toEqual([undefined, false]);
    await wait(1999);
    expect(page.requests).toHaveLength(1);
    await wait(1);
    expect(drawing.pdf.value).toMatchObject({ pages: 3 });
  });

  it('is not drawn again after it was closed or changed', async () => {
    const { draft, wait, end } = open();
    page.answer(429, { code: 'rate_limited' }, { 'retry-after': '2' });
    await wait(80);
    draft.content.value = 'two';
    answerPdf('a');
    await wait(5000);
    expect(page.requests).toHaveLength(2);
    draft.content.value = 'three';
    end();
    await wait(5000);
    expect(page.requests).toHaveLength(2);
  });

  it('takes no pages of an older text', async () => {
    const { draft, drawing } = open();
    answerPdf('a');
    vi.advanceTimersByTime(80);
    draft.content.value = 'two';
    await vi.advanceTimersByTimeAsync(0);
    expect([drawing.pdf.value, drawing.isBusy.value]).toEqual([undefined, true]);
  });
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../page-here.ts';

let page: ReturnType<typeof openPage>;

beforeEach(() => {
  page = openPage();
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
  page.close();
});

const warning = { part: 0, code: 'resource_missing', detail: 'logo.svg was not found' };

it.each([
  [{}, 0, []],
  [{ 'platen-pages': '3', 'platen-warning-list': JSON.stringify([warning]) }, 3, [warning]],
])('draws a template, and tells the pages, the time and the warnings of %j', async (headers, pages, warnings) => {
  const { drawTemplate } = await import('../../../src/web/dashboard/drawing.ts');
  page.answer(200, 'PDF', headers);
  vi.advanceTimersByTime(1000);
  const drawing = drawTemplate({ content: '<p>' } as never, new AbortController().signal);
  vi.advanceTimersByTime(70);
  const { bytes, ...facts } = await drawing;
  expect([facts, new TextDecoder().decode(bytes)]).toEqual([{ pages, ms: 70, warnings }, '"PDF"']);
  expect(page.requests).toMatchObject([
    { method: 'POST', body: { content: '<p>' }, headers: { accept: 'application/pdf' } },
  ]);
});

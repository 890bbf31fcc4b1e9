import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mergePdfs } from '../../../src/engine/merge/merge.ts';
import { buildSample, openWarmUp } from '../../../src/engine/merging/warm-up.ts';
import { asArray, asDict } from '../../../src/engine/pdf/objects.ts';
import { readPages } from '../../../src/engine/pdf/page-tree.ts';
import { PdfFile } from '../../../src/engine/pdf/pdf-file.ts';

const options = { outline: true, producer: 'test' };
const part = () => ({ pdf: buildSample(), foreign: false, origin: 'https://sample.invalid/' });

test('the sample is one page whose tags, outline, link and font are all kept', () => {
  const { pdf, pages } = mergePdfs([part()], options);
  expect(pages).toBe(1);
  const { catalog } = new PdfFile(pdf);
  expect([...catalog.keys()]).toEqual(expect.arrayContaining(['StructTreeRoot', 'Outlines', 'Lang']));
  const [page] = readPages(new PdfFile(pdf), 1).map((one) => asDict(one));
  expect(asArray(page?.get('Annots'))).toHaveLength(1);
  expect(asDict(asDict(page?.get('Resources'))?.get('Font'))?.size).toBe(1);
});

test('what is bound after warming up has the bytes that it has without', async () => {
  const before = mergePdfs([part()], options).pdf;
  const warmUp = openWarmUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  warmUp(promise);
  warmUp(promise);
  await sleep(150);
  resolve();
  expect(Buffer.from(mergePdfs([part()], options).pdf).equals(Buffer.from(before))).toBe(true);
});

test.each([
  ['done', () => Promise.resolve()],
  ['failed', () => Promise.reject(new Error('not printed'))],
])('it goes on for as long as it is waited, up to a bound, and no longer when that is %s', async (_how, end) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<void>();
  openWarmUp()(promise);
  vi.advanceTimersByTime(110);
  expect(vi.getTimerCount()).toBe(1);
  resolve(end());
  await promise.catch(() => {});
  await new Promise(setImmediate);
  expect(vi.getTimerCount()).toBe(0);

  openWarmUp()(new Promise(() => {}));
  vi.advanceTimersByTime(250);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  expect(vi.getTimerCount()).toBe(0);
});

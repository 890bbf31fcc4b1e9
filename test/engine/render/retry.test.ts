import { expect, onTestFinished, test } from 'vitest';
import { ConnectionClosed } from '../../../src/browser/chromium/connection.ts';
import { startDeadline } from '../../../src/engine/deadline.ts';
import { PageCrashed } from '../../../src/engine/page/open/page-crashed.ts';
import type { RenderJob } from '../../../src/engine/render/render-job.ts';
import { renderWithRetry } from '../../../src/engine/render/retry.ts';

/** A job whose browser may not be whole, which of its loans were alone, and what each ended with. */
function openJob(isWhole: boolean): { job: RenderJob; alone: boolean[]; ends: (boolean | undefined)[] } {
  const ends: (boolean | undefined)[] = [];
  const alone: boolean[] = [];
  const deadline = startDeadline(60_000);
  onTestFinished(() => deadline.stop());
  const borrow = async (isAlone: boolean) => {
    alone.push(isAlone);
    return { browser: { isWhole: () => isWhole }, end: (broken?: boolean) => void ends.push(broken) };
  };
  return { job: { deadline, supervisor: { borrow }, starting: undefined } as unknown as RenderJob, alone, ends };
}

const failWith = (error: Error) => async () => {
  throw error;
};

test('a render whose browser dies is done once more in its own browser, and no third time', async () => {
  const { job, alone, ends } = openJob(true);
  await expect(renderWithRetry(job, failWith(new ConnectionClosed()))).rejects.toMatchObject({
    code: 'page_failed',
    message: expect.stringContaining('Chromium ended twice'),
  });
  expect(alone).toEqual([false, true]);
  expect(ends).toEqual([false, false]);
});

test('so is one whose page crashes, which is to blame itself where the browser is whole', async () => {
  const { job, ends } = openJob(true);
  await expect(renderWithRetry(job, failWith(new PageCrashed()))).rejects.toMatchObject({ code: 'page_failed' });
  expect(ends).toEqual([false, false]);
});

test('a browser that is no longer whole is given back as broken', async () => {
  const { job, ends } = openJob(false);
  await expect(renderWithRetry(job, failWith(new PageCrashed()))).rejects.toMatchObject({
    code: 'page_failed',
    message: expect.stringContaining('Chromium ended twice'),
  });
  expect(ends).toEqual([true, true]);
});

test('any other error is not tried again', async () => {
  const { job, ends } = openJob(true);
  await expect(renderWithRetry(job, failWith(new Error('wrong')))).rejects.toThrow('wrong');
  expect(ends).toEqual([false]);
});

import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { countUnpacking } from '../../src/browser/unpack-clock.ts';
import type { Stage } from '../../src/contract/index.ts';
import { type Deadline, startDeadline } from '../../src/engine/deadline.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** How a deadline of 5 s ends. */
function expire(state: Partial<Deadline>): Error {
  const deadline = startDeadline(5000);
  onTestFinished(() => deadline.stop());
  Object.assign(deadline, state);
  vi.advanceTimersByTime(5000);
  return deadline.signal.reason;
}

test.each<[Stage, string]>([
  ['queue', 'waiting for a slot.'],
  ['load', 'loading.'],
  ['wait', 'waiting for the page to be ready.'],
  ['print', 'printing a page with 50,000 links.'],
  ['bind', 'merging the parts.'],
])('a render that ends at %s says what it was doing', (stage, words) => {
  const error = expire({ stage, contents: '50,000 links' });
  expect(error.message).toBe(`The deadline of 5000 ms passed while ${words}`);
});

test('a render that ends while it prints names nothing that the page has not', () => {
  expect(expire({ stage: 'print' }).message).toBe('The deadline of 5000 ms passed while printing.');
});

test('the time of a render stands still while a browser is unpacked', async () => {
  const unpacking = Promise.withResolvers<void>();
  const unpacked = countUnpacking(() => unpacking.promise);
  const deadline = startDeadline(5000);
  vi.advanceTimersByTime(60_000);
  expect(deadline.signal.aborted).toBe(false);
  unpacking.resolve();
  await unpacked;
  vi.advanceTimersByTime(4900);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(200);
  expect(deadline.signal.aborted).toBe(true);
});

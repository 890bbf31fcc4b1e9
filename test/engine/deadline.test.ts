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

test('a render that waits for a page names what of it has not answered', () => {
  const listOpen = (urls: string[]) => ({ listOpen: () => urls });
  const waiting = 'The deadline of 5000 ms passed while loading.';
  expect(expire({ stage: 'load', ...listOpen(['a']) }).message).toBe(`${waiting} a had not answered.`);
  expect(expire({ stage: 'load', ...listOpen(['a', 'b', 'c']) }).message).toBe(
    `${waiting} a had not answered, nor had 2 more.`,
  );
  expect(expire({ stage: 'load', ...listOpen([]) }).message).toBe(waiting);
  expect(expire({ stage: 'wait', condition: 'an idle network', ...listOpen(['a']) }).message).toBe(
    'The deadline of 5000 ms passed while waiting for the page to meet wait_for: an idle network. a had not answered.',
  );
  expect(expire({ stage: 'print', condition: 'x', ...listOpen(['a']) }).message).toMatch(/while printing\.$/);
});

test('the wait for a slot counts for itself if it has its own limit', () => {
  const deadline = startDeadline(5000, undefined, 1000);
  onTestFinished(() => deadline.stop());
  vi.advanceTimersByTime(900);
  expect(deadline.remainingMs).toBe(100);
  deadline.leaveQueue();
  expect([deadline.stage, deadline.remainingMs]).toEqual(['load', 5000]);
  vi.advanceTimersByTime(4999);
  expect(deadline.signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(deadline.signal.reason).toMatchObject({ code: 'render_timeout' });
  const queued = startDeadline(5000, undefined, 1000);
  vi.advanceTimersByTime(1000);
  expect(queued.signal.reason).toMatchObject({
    code: 'queue_timeout',
    stage: 'queue',
    message: 'The deadline of 1000 ms passed while waiting for a slot.',
  });
});

test('the wait for a slot counts if it has no limit', () => {
  const deadline = startDeadline(5000);
  vi.advanceTimersByTime(900);
  deadline.leaveQueue();
  expect([deadline.stage, deadline.remainingMs]).toEqual(['load', 4100]);
  deadline.stop();
  vi.advanceTimersByTime(9000);
  expect(deadline.signal.aborted).toBe(false);
});

test('a caller who gives up ends a render, unless it has stopped', async () => {
  const caller = new AbortController();
  const deadline = startDeadline(5000, caller.signal);
  const fork = deadline.fork(new AbortController().signal);
  const stopped = startDeadline(5000, caller.signal);
  stopped.stop();
  const racing = expect(deadline.race(new Promise(() => undefined))).rejects.toMatchObject({ code: 'interrupted' });
  caller.abort();
  await racing;
  expect([deadline, fork, stopped].map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  expect(startDeadline(5000, caller.signal).signal.reason).toMatchObject({ code: 'interrupted' });
  expect(await stopped.race(Promise.resolve(7))).toBe(7);
  deadline.stop();
});

test('a part ends with its own reason, and says what it was doing', () => {
  const deadline = startDeadline(5000);
  const stop = new AbortController();
  const [one, other] = [deadline.fork(stop.signal), deadline.fork(new AbortController().signal)];
  expect([one.stage, deadline.stage]).toEqual(['load', 'queue']);
  stop.abort(new Error('another part failed'));
  expect(one.signal.reason).toMatchObject({ message: 'another part failed' });
  expect([deadline.signal.aborted, other.signal.aborted]).toEqual([false, false]);
  other.stage = 'print';
  vi.advanceTimersByTime(5000);
  expect(other.signal.reason).toMatchObject({ code: 'render_timeout', stage: 'print' });
});

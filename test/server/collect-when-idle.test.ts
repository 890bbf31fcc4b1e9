import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from '../../src/server/collect-when-idle.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An object that can be collected, and whether it was. */
function dropObject(): () => boolean {
  const seen = new WeakRef({ large: new Uint8Array(1000) });
  return () => seen.deref() === undefined;
}
// A WeakRef holds its object until the job ends that made or asked it.
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test('garbage is collected when renders have ended, and not while one runs', async () => {
  const status = { running: 1, waiting: 0, renders: { ok: 0 } };
  const stop = collectWhenIdle(() => status);
  const isGone = dropObject();
  await nextTurn();
  vi.advanceTimersByTime(30_000);
  await nextTurn();
  expect(isGone()).toBe(false);
  Object.assign(status, { running: 0, renders: { ok: 1 } });
  await nextTurn();
  vi.advanceTimersByTime(20_000);
  await nextTurn();
  expect(isGone()).toBe(true);
  stop();
});

test('a service that nobody has asked for anything is left alone', async () => {
  const stop = collectWhenIdle(() => ({ running: 0, waiting: 0, renders: {} }));
  const isGone = dropObject();
  await nextTurn();
  vi.advanceTimersByTime(100_000);
  await nextTurn();
  expect(isGone()).toBe(false);
  stop();
});

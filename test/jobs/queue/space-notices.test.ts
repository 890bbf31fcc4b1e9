import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { spaceNotices } from '../../../src/jobs/queue/space-notices.ts';

let said: number;
beforeEach(() => {
  said = 0;
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());
const open = () =>
  spaceNotices(async () => {
    said += 1;
  }, 100);

it('says the first at once, and the rest together after the pause', () => {
  const { announce } = open();
  announce();
  expect(said).toBe(1);
  announce();
  announce();
  vi.advanceTimersByTime(99);
  expect(said).toBe(1);
  vi.advanceTimersByTime(1);
  expect(said).toBe(2);
  announce();
  expect(said).toBe(3);
});

it('says nothing after the pause where nothing more came', () => {
  const { announce } = open();
  announce();
  vi.advanceTimersByTime(200);
  expect([said, vi.getTimerCount()]).toEqual([1, 0]);
  announce();
  expect(said).toBe(2);
});

it('says the rest as it ends, and nothing later', async () => {
  const { announce, end } = open();
  announce();
  announce();
  await end();
  await end();
  vi.advanceTimersByTime(200);
  expect([said, vi.getTimerCount()]).toEqual([2, 0]);
});

it('says nothing as it ends where nothing is left', async () => {
  const { announce, end } = open();
  await end();
  announce();
  await end();
  expect(said).toBe(1);
});

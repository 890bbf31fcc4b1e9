import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ResourceWatch } from '../../../../src/engine/page/load/watch-resources.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { scrollThrough, unscrolled } from '../../../../src/engine/page/settle/scroll-through.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Scrolls through a page that is as high as `heights` say after each turn, each window 100 px high. Each turn takes some milliseconds. */
async function scroll(heights: number[], { windows = 1, takes = 0, remainingMs = 60_000 } = {}) {
  const asked: [seen: number, left: number][] = [];
  const turns = [...heights];
  const answers: Record<string, (seen: number, left: number) => unknown> = {
    scrollOn: (seen, left) => {
      asked.push([seen, left]);
      return { end: seen + windows * 100, windows };
    },
    scrollBack: () => {
      vi.advanceTimersByTime(takes);
      return turns.length > 1 ? turns.shift() : turns[0];
    },
    settleDocument: () => ({ inTime: true }),
  };
  const page = { call: async (name: string, seen: number, left: number) => answers[name]?.(seen, left) };
  const waits: number[] = [];
  const resources = { answers: async (limit: number) => void waits.push(limit), listAwaited: () => [] };
  const isCut = await scrollThrough(page as unknown as Page, resources as unknown as ResourceWatch, { remainingMs });
  return { isCut, asked, waits };
}

test('a page is scrolled through while it grows', async () => {
  expect(await scroll([200, 250, 300])).toMatchObject({
    isCut: false,
    asked: [
      [0, 100],
      [100, 99],
      [200, 98],
    ],
  });
  expect((await scroll([100])).asked).toHaveLength(1);
});

test('a page that grows without end is scrolled through for 100 windows', async () => {
  const { isCut, asked } = await scroll([1_000_000], { windows: 40 });
  expect(isCut).toBe(true);
  expect(asked.map(([, left]) => left)).toEqual([100, 60, 20]);
  expect((await scroll([1_000_000])).asked).toHaveLength(100);
});

test.each([
  [60_000, 2500, 4],
  [60_000, 2600, 4],
  [4000, 500, 4],
  [0, 1, 1],
])('of %i ms, turns of %i ms each are taken %i times', async (remainingMs, takes, turns) => {
  const { isCut, asked } = await scroll([1_000_000], { takes, remainingMs });
  expect([isCut, asked.length]).toEqual([true, turns]);
});

test('what it loads may take half of the time that is left of it', async () => {
  expect((await scroll([200, 200], { takes: 1000, remainingMs: 8000 })).waits).toEqual([2000, 1500]);
});

test('its warning names the limits', () => {
  expect(unscrolled.detail).toBe('Scrolling ended after 100 windows or 10 seconds, and the page was still growing.');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Browser } from '../../../src/browser/chromium/launch-browser.ts';
import { watchProcesses } from '../../../src/browser/chromium/watch-processes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A browser whose network service has these numbers, one at each look; 0 stands for one that is not there. */
function watchServices(...ids: number[]) {
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const needed: number[] = [];
  const browser = {
    killed: false,
    closed,
    isWhole: () => true,
    needs: (id: number) => void needed.push(id),
    send: async () => ({ processInfo: [{ type: 'network.mojom.NetworkService', id: ids.shift() ?? 0 }] }),
    async kill() {
      browser.killed = true;
      close();
    },
  };
  watchProcesses(browser as unknown as Browser);
  return { browser, needed, left: () => ids.length };
}

test('a network service that starts late is needed from then on, and the browser stays', async () => {
  const { browser, needed, left } = watchServices(0, 0, 7, 7, 7);
  await vi.advanceTimersByTimeAsync(1000);
  expect({ left: left(), needed, killed: browser.killed }).toEqual({ left: 0, needed: [7], killed: false });
});

test.each([
  ['is another', 8],
  ['is gone', 0],
])('a browser whose network service %s ends', async (_what, later) => {
  const { browser } = watchServices(7, later);
  await vi.advanceTimersByTimeAsync(250);
  expect(browser.killed).toBe(true);
});

test('nobody looks at a browser that has ended', async () => {
  const { left } = watchServices(7, 8, 8, 8);
  await vi.advanceTimersByTimeAsync(2000);
  expect(left()).toBe(2);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSharedReplays } from '../../../src/server/requests/shared-replays.ts';
import type { ClaimStore } from '../../../src/store/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const result = { pdf: Buffer.from('%PDF'), pages: 1, warnings: [], timings: {} as never };

it('shared replays renew what they work on, sweep each minute, and do neither once they are closed', async () => {
  const told: string[] = [];
  const claims = {
    claim: async () => ({ state: 'mine' as const }),
    renew: async () => void told.push('renew'),
    sweep: async () => void told.push('sweep'),
    finish: async () => void told.push('finish'),
    release: async () => void told.push('release'),
  } satisfies ClaimStore;
  const replays = openSharedReplays({ openClaims: async () => claims, keepMs: 1_000, clock: () => 0 });
  const { promise, resolve } = Promise.withResolvers<typeof result>();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(told).toEqual([]);
  const running = replays.run({ scope: 's', idempotencyKey: 'k', digest: 'd' }, () => promise);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(told).toEqual(['renew', 'renew']);
  resolve(result);
  expect(await running).toBe(result);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(told.slice(2)).toEqual(['finish', 'sweep']);

  const late = Promise.withResolvers<typeof result>();
  const other = replays.run({ scope: 's', idempotencyKey: 'l', digest: 'd' }, () => late.promise);
  await vi.advanceTimersByTimeAsync(0);
  replays.close();
  replays.close();
  await vi.advanceTimersByTimeAsync(120_000);
  expect([told.length, vi.getTimerCount()]).toEqual([4, 0]);
  // What runs still ends in order.
  late.reject(new Error('no'));
  await expect(other).rejects.toThrow('no');
  expect(told.at(-1)).toBe('release');
});

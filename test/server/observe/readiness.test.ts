import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildReadiness } from '../../../src/server/observe/readiness.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A service with a check that fails with `state.error`, or does not answer while `state.isSilent`. */
function open() {
  const state: { time: number; looks: number; error?: unknown; isSilent?: boolean } = { time: 0, looks: 0 };
  const changes: unknown[] = [];
  const check = async () => {
    state.looks += 1;
    if (state.isSilent) await new Promise(() => undefined);
    if (state.error !== undefined) throw state.error;
  };
  const readiness = buildReadiness({
    checks: [async () => undefined, check],
    timeoutMs: 300,
    clock: () => state.time,
    onChange: (...change) => void changes.push(change),
  });
  return { state, changes, readiness };
}

describe('the readiness of a service', () => {
  it('is looked at on demand, and kept for five seconds', async () => {
    const { state, changes, readiness } = open();
    expect(readiness.last).toBe('not_ready');
    expect(await Promise.all([readiness.look(), readiness.look()])).toEqual(['ready', 'ready']);
    expect([state.looks, readiness.last, changes, vi.getTimerCount()]).toEqual([1, 'ready', [], 0]);
    state.time = 4999;
    await readiness.look();
    expect(state.looks).toBe(1);
    state.time = 5000;
    await readiness.look();
    expect(state.looks).toBe(2);
  });

  it('is kept for a second if a check fails', async () => {
    const { state, changes, readiness } = open();
    state.error = new Error('away');
    expect(await readiness.look()).toBe('not_ready');
    state.time = 999;
    await readiness.look();
    expect([state.looks, changes]).toEqual([1, [['not_ready', state.error]]]);
    state.time = 1000;
    await readiness.look();
    expect([state.looks, changes.length]).toEqual([2, 1]);
    state.error = undefined;
    state.time = 2000;
    expect(await readiness.look()).toBe('ready');
    expect(changes[1]).toEqual(['ready', undefined]);
  });

  it.each([
    [{ code: 'storage_full' }, 'storage_full'],
    [{ code: 'other' }, 'not_ready'],
    [null, 'not_ready'],
  ])('says if there is no more room: %j', async (error, found) => {
    const { state, changes, readiness } = open();
    state.error = error;
    expect(await readiness.look()).toBe(found);
    expect([readiness.last, changes]).toEqual([found, [[found, error]]]);
  });

  it('is not there after its time', async () => {
    const { state, changes, readiness } = open();
    state.isSilent = true;
    const looking = readiness.look();
    await vi.advanceTimersByTimeAsync(299);
    expect(changes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await looking).toBe('not_ready');
    expect(changes).toEqual([
      ['not_ready', expect.objectContaining({ code: 'ETIMEDOUT', message: 'no answer within 300 ms' })],
    ]);
  });
});

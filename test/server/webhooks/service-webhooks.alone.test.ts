import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildLog } from '../../../src/server/observe/log.ts';
import { openServiceWebhooks } from '../../../src/server/webhooks/service-webhooks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

/** The webhooks of a service whose store counts how often it was asked for. */
function open() {
  let asked = 0;
  const away = async () => {
    asked += 1;
    throw Object.assign(new Error('away'), { code: 'store_unavailable' });
  };
  const webhooks = openServiceWebhooks({
    store: { webhooks: away, jobs: away },
    engine: { sendOutside: async () => ({ failure: 'not_allowed', ms: 0 }) },
    version: '1.2.3',
    log: buildLog(undefined, 'info', () => new Date(0)),
    clock: () => 0,
  });
  return { webhooks, asked: () => asked };
}

describe('the webhooks of a service leave no timer', () => {
  it('if they are closed before they are started, and do nothing from then on', async () => {
    const { webhooks, asked } = open();
    await webhooks.close();
    webhooks.start();
    webhooks.nudge();
    await webhooks.announce();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([vi.getTimerCount(), asked()]).toEqual([0, 0]);
  });

  it('if they are closed before their first look', async () => {
    const { webhooks, asked } = open();
    webhooks.start();
    expect(vi.getTimerCount()).toBe(1);
    await webhooks.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([vi.getTimerCount(), asked()]).toEqual([0, 0]);
  });

  it('if they are closed while they look, and once more', async () => {
    const { webhooks, asked } = open();
    webhooks.nudge();
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(0));
    await Promise.all([webhooks.close(), webhooks.close()]);
    await webhooks.close();
    const before = asked();
    webhooks.nudge();
    await vi.advanceTimersByTimeAsync(120_000);
    expect([vi.getTimerCount(), asked()]).toEqual([0, before]);
  });
});

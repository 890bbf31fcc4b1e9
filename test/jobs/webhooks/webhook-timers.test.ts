import { setImmediate as letOthersRun } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWebhooks } from '../../../src/jobs/webhooks/open-webhooks.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2030-01-10T00:00:00Z') }));
afterEach(() => void vi.useRealTimers());

/** Webhooks whose stores note what they are asked for. `ended` are the ends to announce, by page; `old` the counts of old deliveries. */
function open({
  ended = [],
  old = [],
  isBroken = false,
}: {
  ended?: number[];
  old?: number[];
  isBroken?: boolean;
} = {}) {
  const asked: string[] = [];
  const errors: unknown[] = [];
  const reports: unknown[] = [];
  const deliveries = {
    claim: async () => {
      asked.push('claim');
      return { claimed: [], more: false };
    },
    listDue: async () => {
      asked.push('due');
      return [];
    },
    dropBefore: async (before: Date, count: number) => {
      asked.push(`drop ${count} before ${before.toISOString()}`);
      return old.shift() ?? 0;
    },
    report: async (account: string, { event, subject, body }: { event: string; subject: string; body: string }) => {
      reports.push([account, event, subject, JSON.parse(body)]);
    },
  };
  const jobs = {
    listUnannounced: async (count: number) => {
      asked.push(`ends ${count}`);
      if (isBroken) throw new Error('the store is gone');
      return Array.from({ length: ended.shift() ?? 0 }, (_, at) => ({
        id: `job ${at}`,
        account: 'a',
        status: 'failed',
        ended_at: 'then',
      }));
    },
    markAnnounced: async (ids: string[]) => void asked.push(`announced ${ids.length}`),
  };
  const webhooks = openWebhooks({
    openJobs: async () => jobs,
    openStores: async () => ({ deliveries }),
    describeRender: ({ id }: { id: string }) => ({ id }),
    now: () => new Date(),
    onError: (error: unknown) => errors.push(error),
    onOutcome: () => undefined,
  } as unknown as Parameters<typeof openWebhooks>[0]);
  return { webhooks, asked, errors, reports };
}
/** Lets time pass, and what became due run. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let count = 0; count < 5; count += 1) await letOthersRun();
}
const looks = (asked: string[]) => asked.filter((each) => each === 'ends 100').length;

describe('webhooks', () => {
  it('look for ends every two seconds, and for old deliveries every minute', async () => {
    const { webhooks, asked } = open({ old: [500, 499] });
    expect([asked, vi.getTimerCount()]).toEqual([[], 2]);
    await pass(1_999);
    expect(asked).toEqual([]);
    await pass(1);
    expect(looks(asked)).toBe(1);
    for (let count = 0; count < 28; count += 1) await pass(2_000);
    await pass(1_999);
    expect([looks(asked), asked.filter((each) => each.startsWith('drop'))]).toEqual([29, []]);
    await pass(1);
    const drop = 'drop 500 before 2030-01-03T00:01:00.000Z';
    expect(asked.filter((each) => each.startsWith('drop'))).toEqual([drop, drop]);
    await webhooks.close();
  });

  it('look immediately when asked, and again after a failure', async () => {
    const { webhooks, asked, errors } = open({ isBroken: true });
    webhooks.nudge();
    await pass(0);
    expect([looks(asked), errors.length]).toEqual([1, 1]);
    await pass(2_000);
    expect([looks(asked), errors.length]).toEqual([2, 2]);
    await webhooks.close();
  });

  it('announce the last ends as they close, and do nothing later', async () => {
    const { webhooks, asked } = open();
    await webhooks.close();
    expect([looks(asked), vi.getTimerCount()]).toEqual([1, 0]);
    webhooks.nudge();
    await pass(120_000);
    expect(asked.filter((each) => each !== 'ends 100' && each !== 'announced 0')).toEqual([]);
    expect(looks(asked)).toBe(1);
  });

  it('announce each end by what it was, a hundred at a time', async () => {
    const { webhooks, asked, reports } = open({ ended: [100, 1] });
    await webhooks.announce();
    expect(asked).toEqual(['ends 100', 'announced 100', 'ends 100', 'announced 1']);
    expect(reports.at(-1)).toEqual([
      'a',
      'render.failed',
      'job 0',
      { type: 'render.failed', timestamp: 'then', data: { id: 'job 0' } },
    ]);
    await webhooks.close();
  });
});

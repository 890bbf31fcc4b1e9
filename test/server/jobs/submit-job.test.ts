import { describe, expect, it } from 'vitest';
import { openSubmission } from '../../../src/server/jobs/submit-job.ts';

const job = { account: 'home', request: '{"a":"\u00e9"}' } as never;
const kept = { id: 'j1' };

interface Given {
  isNew?: boolean;
  ticket?: object | undefined;
  /** What admitting, keeping and pushing throw. */
  refusal?: Error;
  fault?: Error;
  pushFaults?: (Error | undefined)[];
  repeated?: object;
  /** How many jobs may wait. */
  most?: number;
}

function open({ isNew = true, ticket = { t: 1 }, refusal, fault, pushFaults = [], repeated, most = 9 }: Given = {}) {
  const pushed: unknown[] = [];
  const failures: unknown[] = [];
  const closed = new AbortController();
  const submit = openSubmission({
    jobs: async () =>
      ({
        countQueued: async () => new Map(),
        findRepeated: async () => repeated,
        create: async () => {
          if (fault) throw fault;
          return { job: kept, isNew, ...(isNew && { ticket }) };
        },
      }) as never,
    openQueue: async () =>
      ({
        push: async (given: unknown) => {
          pushed.push(given);
          const pushFault = pushFaults.shift();
          if (pushFault) throw pushFault;
        },
      }) as never,
    admitRender: async () => {
      if (refusal) throw refusal;
    },
    limits: { account: most },
    onFailure: (error) => void failures.push(error),
    clock: () => 0,
    signal: closed.signal,
  });
  return { submit, pushed, failures, closed };
}

describe('a job that is submitted', () => {
  it('is kept and pushed', async () => {
    const { submit, pushed } = open();
    expect(await submit(job)).toEqual({ job: kept, isNew: true });
    expect(pushed).toEqual([{ t: 1 }]);
  });

  it('is not pushed twice', async () => {
    const { submit, pushed } = open({ isNew: false });
    expect(await submit(job)).toEqual({ job: kept, isNew: false });
    expect(pushed).toEqual([]);
  });

  it('counts among those that wait, unless it is there already or could not be kept', async () => {
    const { submit } = open({ most: 1 });
    await submit(job);
    await expect(submit(job)).rejects.toMatchObject({ code: 'rate_limited' });
    const known = open({ most: 1, isNew: false });
    await known.submit(job);
    expect((await known.submit(job)).isNew).toBe(false);
    const full = open({ most: 1, fault: new Error('full') });
    for (const _ of [1, 2]) await expect(full.submit(job)).rejects.toThrow('full');
  });

  it('is answered again over the quota, if it was taken before', async () => {
    const refusal = new Error('quota');
    await expect(open({ refusal }).submit(job)).rejects.toBe(refusal);
    expect(await open({ refusal, repeated: kept }).submit(job)).toEqual({ job: kept, isNew: false });
  });

  it('is not there if it could not be kept', async () => {
    const fault = new Error('full');
    const { submit, pushed } = open({ fault });
    await expect(submit(job)).rejects.toBe(fault);
    expect(pushed).toEqual([]);
  });

  it('is taken although it could not be pushed, which is reported', async () => {
    const away = new Error('away');
    const { submit, failures, closed } = open({ pushFaults: [away] });
    closed.abort();
    expect(await submit(job)).toEqual({ job: kept, isNew: true });
    expect(failures[0]).toBe(away);
  });
});

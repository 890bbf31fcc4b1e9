import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { queueTimes } from '../../../src/jobs/queue/job-queue.ts';
import type { AttemptJob, JobOutcome } from '../../../src/jobs/worker/job-outcome.ts';
import { openWorker, type WorkerEdges } from '../../../src/jobs/worker/worker.ts';

type Progress = { parts: number; parts_done: number; pages: number };

/** Jobs and a queue in memory. `t1` is the ticket of `j1`. It keeps what the worker calls. */
function open(count: number, changes: Partial<WorkerEdges> = {}) {
  const waiting = Array.from({ length: count }, (_, index) => `t${index + 1}`);
  const calls: string[] = [];
  const failures: unknown[] = [];
  const ended: unknown[] = [];
  const cancelled: string[] = [];
  const noted: [string, Progress | null][] = [];
  const begun = new Map<
    string,
    { signal: AbortSignal; onProgress(p: Progress): void; end(outcome?: JobOutcome): void }
  >();
  let announce = () => {};
  const queue = {
    claim: async (room: number) => {
      calls.push(`claim ${room}`);
      return waiting.splice(0, room).map((id) => ({ id }));
    },
    finish: async (id: string) => void calls.push(`finish ${id}`),
    giveBack: async (id: string) => void calls.push(`queue gives back ${id}`),
    keepAlive: async (ids: string[]) => void calls.push(`alive ${ids.join(' ')}`),
    onWork: (look: () => void) => {
      announce = look;
    },
  };
  const jobs = {
    take: async ({ id }: { id: string }) => ({
      job: { id: id.replace('t', 'j') },
      request: '{}',
      openSecrets: () => '',
    }),
    end: async (id: string, end: object) => ({ id, ...end }),
    giveBack: async (id: string, ticket: string) => void calls.push(`store gives back ${id} ${ticket}`),
    noteProgress: async (progress: Map<string, Progress | null>) => {
      noted.push(...progress);
      return cancelled.splice(0);
    },
  };
  const done: JobOutcome = {
    end: { facts: 'made' } as never,
    settle: async (job) => void calls.push(`settle ${job?.id}`),
  };
  const attempt: AttemptJob = (job, _request, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      begun.set(job.id, { signal, onProgress: onProgress as never, end: (outcome = done) => resolve(outcome) });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  const edges = {
    ...{ jobs, queue, attempt, countFree: (_: number, unprinted: number) => 2 - unprinted },
    onEnded: (job: unknown) => ended.push(job),
    onFailure: (error: unknown) => failures.push(error),
    ...changes,
  } as unknown as WorkerEdges;
  const worker = openWorker(edges);
  onTestFinished(() => worker.close());
  const add = (...ids: string[]) => {
    waiting.push(...ids);
    announce();
  };
  return { worker, calls, failures, ended, cancelled, noted, begun, add, jobs, queue };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const progress = (parts_done: number): Progress => ({ parts: 2, parts_done, pages: 3 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a worker', () => {
  it('begins what there is room for, and the next when one has ended', async () => {
    const { begun, ended, calls } = open(3);
    await settle();
    expect([[...begun.keys()], calls]).toEqual([['j1', 'j2'], ['claim 2']]);
    begun.get('j1')?.end();
    await settle();
    expect(ended).toEqual([{ id: 'j1', facts: 'made', progress: null }]);
    expect(calls.slice(1)).toEqual(['settle j1', 'finish t1', 'claim 1']);
    expect([...begun.keys()]).toEqual(['j1', 'j2', 'j3']);
  });

  it('asks for no more if the last look has left nothing', async () => {
    const { begun, calls, add } = open(1);
    await settle();
    begun.get('j1')?.end();
    await settle();
    expect(calls.filter((call) => call.startsWith('claim'))).toEqual(['claim 2']);
    add('t9');
    await settle();
    expect([...begun.keys()]).toEqual(['j1', 'j9']);
  });

  it('looks now and then, because an announcement may be lost', async () => {
    const { calls } = open(0);
    await vi.advanceTimersByTimeAsync(queueTimes.lookMs);
    expect(calls).toEqual(['claim 2', 'claim 2']);
  });

  it('looks for room again soon while something waits', async () => {
    let free = 0;
    const { begun } = open(1, { countFree: () => free });
    await settle();
    expect(begun.size).toBe(0);
    free = 1;
    await vi.advanceTimersByTimeAsync(20);
    expect(begun.size).toBe(1);
  });

  it('begins more once a job is printed, but keeps no more than three for each place', async () => {
    const { begun } = open(20, { countFree: (_, unprinted) => 1 - unprinted });
    for (let index = 1; index <= 6; index += 1) {
      await settle();
      begun.get(`j${index}`)?.onProgress(progress(1));
      await settle();
      expect(begun.size).toBe(Math.min(index, 4));
      begun.get(`j${index}`)?.onProgress(progress(2));
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(begun.size).toBe(4);
  });

  it('ends a job that has no request any more as lost', async () => {
    const take = async () => ({ job: { id: 'j1' }, request: undefined, openSecrets: () => '' });
    const { ended, begun } = open(1, { jobs: { ...open(0).jobs, take } as never });
    await settle();
    expect([ended.length, begun.size]).toEqual([1, 0]);
    expect(ended[0]).toMatchObject({ id: 'j1', progress: null });
  });

  it('finishes the ticket of a job that another one has taken', async () => {
    const { calls, begun } = open(1, { jobs: { ...open(0).jobs, take: async () => undefined } as never });
    await settle();
    expect([calls, begun.size]).toEqual([['claim 2', 'finish t1'], 0]);
  });

  it('gives back a ticket that the store refuses, and waits a moment', async () => {
    const refused = new Error('the store is away');
    let isAway = true;
    const base = open(0).jobs;
    const take = async (ticket: { id: string }) => {
      if (isAway) throw refused;
      return base.take(ticket);
    };
    const { calls, failures, add, begun } = open(1, { jobs: { ...base, take } as never });
    await settle();
    expect([calls, failures]).toEqual([['claim 2', 'queue gives back t1'], [refused]]);
    isAway = false;
    add('t2');
    await vi.advanceTimersByTimeAsync(200);
    expect(begun.size).toBe(0);
    await vi.advanceTimersByTimeAsync(100);
    expect([...begun.keys()]).toEqual(['j2']);
  });

  it.each([
    ['cannot be done now', async (): Promise<JobOutcome> => 'not_now', []],
    ['fails in an unknown way', () => Promise.reject(new Error('odd')), [new Error('odd')]],
  ])('gives back a job that %s', async (_what, attempt, expected) => {
    const { calls, failures, ended } = open(1, { attempt });
    await settle();
    expect(calls).toEqual(['claim 2', 'store gives back j1 t1', 'queue gives back t1']);
    expect([failures, ended]).toEqual([expected, []]);
  });

  it('reports a claim that fails, and goes on', async () => {
    const { queue, failures, calls } = open(0);
    await settle();
    const failure = new Error('no queue');
    const { claim } = queue;
    queue.claim = () => Promise.reject(failure);
    await vi.advanceTimersByTimeAsync(queueTimes.lookMs);
    expect(failures).toEqual([failure]);
    queue.claim = claim;
    await vi.advanceTimersByTimeAsync(queueTimes.lookMs);
    expect(calls).toEqual(['claim 2', 'claim 2']);
  });

  it('tells no end of a job that was cancelled meanwhile', async () => {
    const { calls, ended, begun } = open(1, { jobs: { ...open(0).jobs, end: async () => undefined } as never });
    await settle();
    begun.get('j1')?.end();
    await settle();
    expect([calls.slice(1), ended]).toEqual([['settle undefined', 'finish t1'], []]);
  });
});

describe('jobs that run', () => {
  it('are kept alive, and their progress is noted once', async () => {
    const { calls, noted, begun } = open(2);
    await settle();
    begun.get('j1')?.onProgress(progress(1));
    await vi.advanceTimersByTimeAsync(queueTimes.aliveMs);
    expect(calls.filter((call) => call.startsWith('alive'))).toEqual(['alive t1 t2']);
    expect(noted.splice(0)).toEqual([
      ['j1', progress(1)],
      ['j2', null],
    ]);
    await vi.advanceTimersByTimeAsync(queueTimes.aliveMs);
    expect(noted).toEqual([
      ['j1', null],
      ['j2', null],
    ]);
  });

  it('need nothing if there are none', async () => {
    const { calls, noted } = open(0);
    await vi.advanceTimersByTimeAsync(queueTimes.aliveMs);
    expect([calls.filter((call) => call.startsWith('alive')), noted]).toEqual([[], []]);
  });

  it('end with their progress', async () => {
    const { begun, ended } = open(1);
    await settle();
    begun.get('j1')?.onProgress(progress(2));
    begun.get('j1')?.end();
    await settle();
    expect(ended).toEqual([{ id: 'j1', facts: 'made', progress: progress(2) }]);
  });

  it.each([
    ['by the store', ({ cancelled }: ReturnType<typeof open>) => void cancelled.push('j1')],
    ['here', ({ worker }: ReturnType<typeof open>) => worker.cancel('j1')],
  ])('are broken off if they are cancelled %s', async (_where, cancel) => {
    const service = open(2);
    await settle();
    cancel(service);
    await vi.advanceTimersByTimeAsync(queueTimes.aliveMs);
    const signals = ['j1', 'j2'].map((id) => service.begun.get(id)?.signal.aborted);
    expect([signals, service.failures]).toEqual([[true, false], []]);
    expect(service.calls).toContain('store gives back j1 t1');
  });
});

describe('the end of a worker', () => {
  it('lets what runs end, and begins nothing more', async () => {
    const { worker, begun, ended, calls, add } = open(3);
    await settle();
    const drained = worker.drain(1000);
    begun.get('j1')?.end();
    begun.get('j2')?.end();
    await drained;
    add('t9');
    await vi.advanceTimersByTimeAsync(queueTimes.lookMs * 2);
    expect([ended.length, begun.size, calls.filter((call) => call.startsWith('claim'))]).toEqual([2, 2, ['claim 2']]);
    expect(begun.get('j1')?.signal.aborted).toBe(false);
  });

  it('gives back what has not ended in time', async () => {
    const { worker, begun, calls } = open(1);
    await settle();
    const drained = worker.drain(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(begun.get('j1')?.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await drained;
    expect(calls.slice(1)).toEqual(['store gives back j1 t1', 'queue gives back t1']);
  });

  it('leaves no timer', async () => {
    const { worker } = open(1, { countFree: () => 0 });
    await settle();
    const closed = worker.close();
    await vi.advanceTimersByTimeAsync(0);
    await closed;
    expect(vi.getTimerCount()).toBe(0);
  });
});

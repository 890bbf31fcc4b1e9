import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  type AttemptJob,
  openTableQueue,
  openWorker,
  pushLost,
  queueTimes,
  type WorkerEdges,
} from '../../../src/jobs/index.ts';
import {
  type JobFacts,
  type JobStore,
  type NewJob,
  openStore,
  type StoredJob,
  StoreError,
} from '../../../src/store/index.ts';

const facts: JobFacts = {
  ...{ pages: 1, bytes: 1, sha256: 'ab', warnings: [], error: null, title: null },
  timings: { queue_ms: 0, load_ms: 0, print_ms: 0, bind_ms: 0 },
};
const wanted: NewJob = {
  ...{ account: 'a', api_key: 'k', by: 'key test', source: 'html', request_id: 'r', request: '{}' },
  ...{ priority: 'normal', keepSeconds: 60 },
};

/** A store and a queue on SQLite, closed after the test, and workers on them. */
async function openJobs() {
  const dataFolder = await mkdtemp(join(tmpdir(), 'platen-worker-'));
  const store = await openStore({ dataFolder });
  const jobs = await store.jobs();
  const queue = openTableQueue(jobs.tickets);
  const [ended, failures]: [StoredJob[], unknown[]] = [[], []];
  const workers: { close(): Promise<void> }[] = [];
  onTestFinished(async () => {
    for (const worker of workers) await worker.close();
    await store.close();
    await rm(dataFolder, { recursive: true, force: true });
  });
  return {
    ...{ jobs, queue, ended, failures },
    async submit(account = 'a') {
      const { job, ticket } = await jobs.create({ ...wanted, account });
      if (ticket) await queue.push(ticket);
      return job.id;
    },
    status: async (id: string, account = 'a') => (await jobs.get({ account }, id)).status,
    work(attempt: AttemptJob, changes: Partial<WorkerEdges> = {}) {
      const worker = openWorker({
        ...{ jobs, queue, attempt },
        countFree: (_underWay, unprinted) => 2 - unprinted,
        onEnded: (job) => ended.push(job),
        onFailure: (error) => failures.push(error),
        ...changes,
      });
      workers.push(worker);
      return worker;
    },
  };
}

const succeed: AttemptJob = async () => ({ end: { facts }, settle: async () => undefined });

/** Attempts that last until they are let go. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const attempt: AttemptJob = async (job, _request, { signal }) => {
    begun.push(job.id);
    const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    await Promise.race([promise, stopped]);
    return { end: { facts }, settle: async () => undefined };
  };
  return { attempt, begun, letGo: resolve };
}

describe('a worker', () => {
  test('does what is there and what comes, each once', async () => {
    const { submit, work, ended, jobs } = await openJobs();
    const early = [await submit(), await submit(), await submit()];
    work(succeed);
    const late = [await submit(), await submit('b')];
    await expect.poll(() => ended.map(({ id }) => id).sort()).toEqual([...early, ...late].sort());
    await expect.poll(() => jobs.tickets.countByAccount()).toEqual(new Map());
  });

  test('begins no more at once than there is room for', async () => {
    const { submit, work, ended } = await openJobs();
    const { attempt, begun, letGo } = hold();
    for (let at = 0; at < 5; at += 1) await submit();
    work(attempt);
    await expect.poll(() => begun.length).toBe(2);
    letGo();
    await expect.poll(() => ended.length).toBe(5);
  });

  test('looks for no more where the last look has left nothing, until it hears of some', async () => {
    const { submit, work, queue, ended, jobs } = await openJobs();
    for (let at = 0; at < 4; at += 1) await submit();
    const start = performance.now();
    let claims = 0;
    const claim: typeof queue.claim = (limit) => {
      claims += 1;
      return queue.claim(limit);
    };
    work(succeed, { queue: { ...queue, claim }, countFree: (_underWay, unprinted) => 8 - unprinted });
    await expect.poll(() => ended.length).toBe(4);
    await expect.poll(() => jobs.tickets.countByAccount()).toEqual(new Map());
    expect(claims).toBeLessThanOrEqual(1 + Math.floor((performance.now() - start) / queueTimes.lookMs));
  });

  test('begins the first job of another account next, whatever one has waiting', async () => {
    const { submit, work, ended } = await openJobs();
    for (let at = 0; at < 30; at += 1) await submit('greedy');
    let isAsked = false;
    work(
      async (...given) => {
        if (!isAsked) {
          isAsked = true;
          await submit('modest');
        }
        return succeed(...given);
      },
      { countFree: (_underWay, unprinted) => 1 - unprinted },
    );
    await expect.poll(() => ended.length).toBe(31);
    expect(ended.findIndex(({ account }) => account === 'modest')).toBeLessThanOrEqual(2);
  });

  test('gives back what does not end in time, as if it had not been begun', async () => {
    const { submit, work, jobs, status, ended } = await openJobs();
    const { attempt, begun } = hold();
    const id = await submit();
    const worker = work(attempt);
    await expect.poll(() => begun.length).toBe(1);
    const later = await submit();
    await expect.poll(() => begun.length).toBe(2);
    await worker.drain(10);
    expect(await jobs.get({ account: 'a' }, id)).toMatchObject({ status: 'queued', attempts: 0 });
    expect(await status(later)).toBe('queued');
    work(succeed);
    await expect.poll(() => ended.map(({ attempts }) => attempts)).toEqual([1, 1]);
  });

  test('lets what runs end, and begins nothing more, once it drains', async () => {
    const { submit, work, status } = await openJobs();
    const { attempt, begun, letGo } = hold();
    const id = await submit();
    const worker = work(attempt);
    await expect.poll(() => begun.length).toBe(1);
    const drained = worker.drain(10_000);
    const later = await submit();
    letGo();
    await drained;
    expect([await status(id), await status(later)]).toEqual(['done', 'queued']);
  });

  test('tries again to record an end while the database is away, without rendering again', async () => {
    const { submit, work, jobs, status } = await openJobs();
    let [attempts, refusals] = [0, 3];
    const end: JobStore['end'] = async (...given) => {
      if (refusals-- > 0) throw new StoreError('store_unavailable', 'it is away');
      return jobs.end(...given);
    };
    const id = await submit();
    work(
      async (...given) => {
        attempts += 1;
        return succeed(...given);
      },
      { jobs: { ...jobs, end } },
    );
    await expect.poll(() => status(id)).toBe('done');
    expect(attempts).toBe(1);
  });

  test('has a job fail that each of three workers lost', async () => {
    const { submit, work, jobs, queue, ended } = await openJobs();
    const id = await submit();
    for (let at = 0; at < 3; at += 1) {
      const [ticket] = await queue.claim(1);
      if (ticket) await jobs.take(ticket);
      await queue.giveBack(id);
    }
    work(succeed);
    await expect.poll(() => ended).toMatchObject([{ id, status: 'failed', error: { code: 'worker_lost' } }]);
    await expect.poll(() => jobs.tickets.countByAccount()).toEqual(new Map());
  });

  test('breaks off a job that another service has cancelled, and goes on with the next', async () => {
    const { submit, work, jobs, ended } = await openJobs();
    const { attempt, begun } = hold();
    const id = await submit();
    work((job, ...given) => (job.id === id ? attempt(job, ...given) : succeed(job, ...given)));
    await expect.poll(() => begun.length).toBe(1);
    await jobs.cancel({ account: 'a' }, id);
    const next = await submit();
    await expect.poll(() => ended.map((job) => job.id)).toEqual([next]);
    await expect.poll(() => jobs.tickets.countByAccount()).toEqual(new Map());
  });

  test('leaves a job waiting that could not be begun for lack of room elsewhere', async () => {
    const { submit, work, ended } = await openJobs();
    let refusals = 2;
    await submit();
    work(async (...given) => (refusals-- > 0 ? 'not_now' : succeed(...given)));
    await expect.poll(() => ended.map(({ attempts }) => attempts)).toEqual([1]);
  });
});

test('a job that was kept and never pushed gets a ticket in time', async () => {
  const { jobs, queue } = await openJobs();
  await jobs.create(wanted);
  await jobs.create(wanted);
  const old = { ...jobs, countWaiting: () => jobs.countWaiting(-1) };
  await pushLost(old, queue);
  await pushLost(old, queue);
  expect(await jobs.tickets.countByAccount()).toEqual(new Map([['a', 2]]));
});

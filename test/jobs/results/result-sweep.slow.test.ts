import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openResultStore, type ResultPlace, type ResultStore } from '../../../src/jobs/index.ts';
import { sweepExpired, sweepOrphans } from '../../../src/jobs/results/sweep-results.ts';
import { type JobStore, openStore } from '../../../src/store/index.ts';
import { databases } from '../../store/databases.ts';
import type { RunningDatabase } from '../../store/running-database.ts';
import { buildClock } from '../../store/test-clock.ts';
import { makePdf } from './results-behaviour.ts';

const owner = { account: 'a', api_key: 'k' };
const wanted = {
  by: 'key',
  source: 'html',
  request_id: 'r',
  request: '{}',
  priority: 'normal',
  keepSeconds: 60,
} as const;
const facts = { pages: 1, bytes: 10, sha256: '', warnings: [], timings: null, error: null, title: null };
const hours = 3_600_000;

describe.each(databases)('the sweep of results, with jobs in $name', ({ start }) => {
  let database: RunningDatabase | undefined;
  let root = '';
  beforeAll(async () => {
    database = await start();
    root = await mkdtemp(join(tmpdir(), 'platen-sweep-'));
  });
  afterAll(async () => {
    await database?.stop();
    await rm(root, { recursive: true, force: true });
  });

  /** A service: its jobs, and a folder of results. Files in it are as old as the clock of the machine says. */
  async function openService(shared?: string) {
    if (!database) throw new Error('the database is not running');
    const clock = buildClock(new Date().toISOString());
    const store = await openStore(await database.emptyLocation(), { now: clock.now });
    const folder = shared ?? (await mkdtemp(join(root, 'results-')));
    const identity = await store.identity();
    const results = await openResultStore({ folder }, identity);
    const jobs = await store.jobs();
    const edges = { jobs, openResults: async () => results, now: clock.now };
    return {
      clock,
      folder,
      identity,
      jobs,
      results,
      edges,
      close: () => Promise.all([results.close(), store.close()]),
    };
  }

  /** Does a job to its end, and gives where its PDF lies. */
  async function finishJob(jobs: JobStore, results: ResultStore, keepSeconds = 60): Promise<ResultPlace> {
    const { job, ticket } = await jobs.create({ ...owner, ...wanted, keepSeconds });
    await jobs.take({ id: ticket?.id ?? '', account: 'a', turn: ticket?.turn ?? 0, isAgain: false });
    const place = await results.put(job.id, makePdf(10));
    await jobs.end(job.id, { facts, result: place });
    await jobs.markAnnounced([job.id]);
    return place;
  }

  test('drops a result with its job when its time is over, and no other', async () => {
    const { clock, folder, jobs, results, edges, close } = await openService();
    const early = await finishJob(jobs, results, 60);
    const late = await finishJob(jobs, results, 3_600);
    await sweepExpired(edges);
    expect(await readdir(folder)).toHaveLength(2);
    clock.move(61_000);
    await Promise.all([sweepExpired(edges), sweepExpired(edges)]);
    expect(await readdir(folder)).toEqual([`${late.name}.pdf`]);
    await expect(jobs.get(owner, early.name.slice(0, 36))).rejects.toMatchObject({ code: 'render_not_found' });
    await expect(jobs.get(owner, late.name.slice(0, 36))).resolves.toMatchObject({ status: 'done' });
    await close();
  });

  test('forgets what failed and what was cancelled', async () => {
    const { clock, jobs, edges, close } = await openService();
    const { job } = await jobs.create({ ...owner, ...wanted });
    await jobs.cancel(owner, job.id);
    await jobs.markAnnounced([job.id]);
    clock.move(61_000);
    await sweepExpired({ ...edges, openResults: () => Promise.reject(new Error('no result is touched')) });
    await expect(jobs.get(owner, job.id)).rejects.toMatchObject({ code: 'render_not_found' });
    await close();
  });

  test('forgets no job whose result it could not drop', async () => {
    const { clock, folder, jobs, results, edges, close } = await openService();
    const place = await finishJob(jobs, results);
    clock.move(61_000);
    const away = { ...results, drop: () => Promise.reject(new Error('away')) };
    await expect(sweepExpired({ ...edges, openResults: async () => away })).rejects.toThrow('away');
    await expect(jobs.get(owner, place.name.slice(0, 36))).resolves.toMatchObject({ result: place });
    await sweepExpired(edges);
    expect(await readdir(folder)).toEqual([]);
    await close();
  });

  test('goes through more than one answer of the database holds, and ends where jobs have to stay', async () => {
    const { clock, folder, jobs, results, edges, close } = await openService();
    // A database whose answers hold fewer.
    const few = { ...jobs, listExpired: (limit: number) => jobs.listExpired(Math.min(limit, 10)) };
    for (let at = 0; at < 15; at += 1) await finishJob(jobs, results);
    clock.move(61_000);
    await sweepExpired({ ...edges, jobs: { ...few, remove: async () => undefined } });
    expect(await readdir(folder)).toHaveLength(5);
    await sweepExpired({ ...edges, jobs: few });
    expect(await readdir(folder)).toEqual([]);
    expect(await jobs.listExpired(1)).toEqual([]);
    await close();
  });

  test('drops what no job names once it is an hour old, and nothing that one names', async () => {
    const { clock, folder, identity, jobs, results, edges, close } = await openService();
    const named = await finishJob(jobs, results, 86_400);
    // A second attempt whose process was killed, a job that nobody knows, and a file that was never finished.
    const orphans = [
      await results.put(named.name.slice(0, 36), makePdf(10)),
      await results.put(randomUUID(), makePdf(10)),
    ];
    await writeFile(join(folder, `${randomUUID()}.${identity}01234567.pdf`), 'x');
    await writeFile(join(folder, 'notes.txt'), 'x');
    await sweepOrphans(edges);
    expect(await readdir(folder)).toHaveLength(5);
    clock.move(1.1 * hours);
    const young = await results.put(randomUUID(), makePdf(10));
    await utimes(join(folder, `${young.name}.pdf`), clock.now(), clock.now());
    await sweepOrphans(edges);
    const left = await readdir(folder);
    expect(left.sort()).toEqual([`${named.name}.pdf`, `${young.name}.pdf`, 'notes.txt'].sort());
    expect(orphans).toHaveLength(2);
    await close();
  });

  test('leaves alone what another database has put into the same place', async () => {
    const one = await openService();
    const two = await openService(one.folder);
    const [mine, theirs] = [
      await finishJob(one.jobs, one.results, 86_400),
      await finishJob(two.jobs, two.results, 86_400),
    ];
    for (const { clock, edges } of [one, two]) {
      clock.move(2 * hours);
      await sweepOrphans(edges);
    }
    expect((await readdir(one.folder)).sort()).toEqual([`${mine.name}.pdf`, `${theirs.name}.pdf`].sort());
    await one.results.put(randomUUID(), makePdf(10));
    await sweepOrphans(two.edges);
    expect(await readdir(one.folder)).toHaveLength(3);
    await sweepOrphans(one.edges);
    expect(await readdir(one.folder)).toHaveLength(2);
    await Promise.all([one.close(), two.close()]);
  });

  test('drops no orphan while the database does not answer', async () => {
    const { clock, folder, results, edges, jobs, close } = await openService();
    await results.put(randomUUID(), makePdf(10));
    clock.move(2 * hours);
    const away = { ...jobs, findPlaces: () => Promise.reject(new Error('away')) };
    await expect(sweepOrphans({ ...edges, jobs: away })).rejects.toThrow('away');
    expect(await readdir(folder)).toHaveLength(1);
    await close();
  });
});

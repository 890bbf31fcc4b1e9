import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type JobFacts, type JobTicket, type NewJob, openStore, type StoreLocation } from '../../src/store/index.ts';
import { makeOldDatabase } from './old-database.ts';
import { openDatabase } from './open-database.ts';
import type { OpenTwoStores } from './share-two-stores.ts';

const facts: JobFacts = {
  pages: 2,
  bytes: 1234,
  sha256: 'ab'.repeat(32),
  warnings: [],
  timings: { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 },
  error: null,
  title: 'Invoice',
};
const failure: JobFacts = {
  ...{ pages: null, bytes: null, sha256: null, warnings: [], timings: null },
  error: { code: 'render_timeout', title: 't', detail: 'd', retryable: false, stage: 'load', part: 0 },
  title: null,
};
const wanted = {
  by: 'key test',
  source: 'html',
  request_id: 'r',
  request: '{}',
  priority: 'normal',
  keepSeconds: 60,
} as const;
const owner = { account: 'a', api_key: 'k' };
const fresh = (ticket: JobTicket | undefined) => ({ id: '', account: '', turn: 0, ...ticket, isAgain: false });

/** How background renders are kept, whatever the database. */
export function describeJobs(openTwoStores: OpenTwoStores, makeLocation: () => Promise<StoreLocation>): void {
  async function openTwo() {
    const { one, two, store, clock } = await openTwoStores((part) => part.jobs());
    const create = (job: Partial<NewJob> = {}) => one.create({ ...owner, ...wanted, ...job });
    const addWebhook = async (account: string) => {
      const { webhooks } = await store.webhooks();
      const events = ['render.done', 'render.cancelled'] as const;
      return webhooks.create(account, { address: 'https://a.test', events, secret: 's', createdBy: 'k' }, 1);
    };
    const measure = async (name: string) => (await store.results()).measure(name);
    return { one, two, clock, create, addWebhook, measure };
  }

  describe('background renders', () => {
    test('are seen by their account, and by their key alone where it is named', async () => {
      const { two, create, clock } = await openTwo();
      const { job, isNew } = await create({ priority: 'high', traceparent: 'trace', template: 't' });
      expect(isNew).toBe(true);
      expect(job).toEqual({
        ...{
          id: expect.any(String),
          ...owner,
          by: 'key test',
          kind: 'pdf',
          source: 'html',
          request_id: 'r',
          traceparent: 'trace',
        },
        ...{
          announced: false,
          status: 'queued',
          priority: 'high',
          keep_seconds: 60,
          attempts: 0,
          progress: null,
          result: null,
          template: 't',
        },
        ...{
          created_at: clock.now().toISOString(),
          start_at: null,
          started_at: null,
          ended_at: null,
          expires_at: null,
        },
        ...{ pages: null, bytes: null, sha256: null, warnings: [], timings: null, error: null, title: null },
      });
      expect(await two.get(owner, job.id)).toEqual(job);
      expect(await two.get({ account: 'a' }, job.id.toUpperCase())).toEqual(job);
      for (const other of [{ account: 'b' }, { account: 'a', api_key: 'another' }]) {
        await expect(two.get(other, job.id)).rejects.toMatchObject({ code: 'render_not_found' });
        await expect(two.cancel(other, job.id)).rejects.toMatchObject({ code: 'render_not_found' });
        expect(await two.list(other, { limit: 10 })).toEqual({ jobs: [], next: null });
      }
      await expect(two.get(owner, 'no id')).rejects.toMatchObject({ code: 'render_not_found' });
    });

    test('make what they were submitted to make; those of an older platen make PDFs', async () => {
      const location = await makeLocation();
      await makeOldDatabase(location, 0);
      const database = await openDatabase(location);
      const idOf = (at: number) => `0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2${at}`;
      const addOlder = (at: number) =>
        database.run((db) =>
          sql`insert into jobs (id, account, api_key, "by", status, rank, created_at, keep_seconds, attempts, source,
            announced, request_id) values (${idOf(at)}, 'a', 'k', 'b', 'queued', 1, 1, 60, 0, 'html', 0, 'r')`.execute(
            db,
          ),
        );
      await addOlder(1);
      const store = await openStore(location);
      await addOlder(2);
      const jobs = await store.jobs();
      const { job } = await jobs.create({ ...owner, ...wanted, kind: 'image' });
      for (const id of [idOf(1), idOf(2)]) expect(await jobs.get(owner, id)).toMatchObject({ kind: 'pdf' });
      expect(await jobs.get(owner, job.id)).toMatchObject({ kind: 'image' });
      await Promise.all([store.close(), database.close()]);
    });

    test('are listed newest first, by pages and by state', async () => {
      const { one, create } = await openTwo();
      const ids: string[] = [];
      for (let at = 0; at < 5; at += 1) ids.unshift((await create()).job.id);
      await one.cancel(owner, ids[1] ?? '');
      const first = await one.list(owner, { limit: 3 });
      const second = await one.list(owner, { limit: 3, after: first.next ?? '' });
      expect([...first.jobs, ...second.jobs].map(({ id }) => id)).toEqual(ids);
      expect(second.next).toBeNull();
      expect((await one.list(owner, { limit: 9, status: 'cancelled' })).jobs.map(({ id }) => id)).toEqual([ids[1]]);
      await expect(one.list(owner, { limit: 9, after: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
    });

    test('are kept once under a name, and refused with another body', async () => {
      const { one, two, create } = await openTwo();
      const named = { idempotency: { name: 'order-1', digest: 'abc' } };
      const many = await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 ? one : two).create({ ...owner, ...wanted, ...named })),
      );
      expect(new Set(many.map(({ job }) => job.id)).size).toBe(1);
      expect(many.filter(({ isNew }) => isNew)).toHaveLength(1);
      const other = { idempotency: { name: 'order-1', digest: 'other' } };
      await expect(create(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
      expect((await create({ ...other, api_key: 'k2' })).isNew).toBe(true);
    });

    test('go by priority and age within an account, and each to one of many who take at once', async () => {
      const { one, two, create } = await openTwo();
      const made = [
        await create({ priority: 'low' }),
        await create(),
        await create({ priority: 'high' }),
        await create(),
        await create({ account: 'b', priority: 'high' }),
      ];
      const tickets = made.slice(0, 4).map(({ ticket }) => fresh(ticket));
      const first = await one.take(tickets[0] ?? fresh(undefined));
      expect(first).toMatchObject({ job: { id: made[2]?.job.id, status: 'running', attempts: 1 }, request: '{}' });
      const rest = await Promise.all(tickets.slice(1).map((ticket, at) => (at % 2 ? one : two).take(ticket)));
      expect(rest.map((taken) => taken?.job.id).sort()).toEqual([0, 1, 3].map((at) => made[at]?.job.id).sort());
      expect(await one.take({ ...fresh(tickets[0]), id: crypto.randomUUID() })).toBeUndefined();
    });

    test('of the keys of an account take turns, and keep their order within a key', async () => {
      const { one, two, create, clock } = await openTwo();
      const submit = (api_key: string, more: Partial<NewJob> = {}) => create({ api_key, ...more });
      const made = [];
      for (let at = 0; at < 4; at += 1) made.push(await submit('many'));
      made.push(await submit('few'));
      const later = await submit('later', { startAt: new Date(clock.now().getTime() + 1000) });
      made.push(later, await submit('few'), await submit('low', { priority: 'low' }));
      clock.move(2000);
      expect(await two.makeDue(9)).toHaveLength(1);
      const order: (string | undefined)[] = [];
      for (const { ticket } of made) {
        const taken = await one.take(fresh(ticket ?? made[0]?.ticket));
        order.push(taken?.job.api_key);
      }
      expect(order).toEqual(['many', 'few', 'later', 'many', 'few', 'many', 'many', 'low']);
    });

    test('of a key that begins while another has many wait for one of these', async () => {
      const { one, create } = await openTwo();
      const made = await Promise.all(Array.from({ length: 6 }, () => create({ api_key: 'many' })));
      const take = async () => (await one.take(fresh(made[0]?.ticket)))?.job.api_key;
      expect([await take(), await take(), await take()]).toEqual(['many', 'many', 'many']);
      for (let at = 0; at < 2; at += 1) await create({ api_key: 'few' });
      expect([await take(), await take(), await take(), await take()]).toEqual(['many', 'few', 'many', 'few']);
    });

    test('end once, no matter who reports it first, and keep nothing of the request', async () => {
      const { one, two, clock, create } = await openTwo();
      const { job, ticket } = await create();
      await one.take(fresh(ticket));
      clock.move(1000);
      const ends = await Promise.all([
        one.end(job.id, { facts, result: { name: 'one' } }),
        two.end(job.id, { facts: failure }),
        two.end(job.id, { facts, result: { name: 'two' } }),
      ]);
      const [recorded] = ends.filter(Boolean);
      expect(ends.filter(Boolean)).toHaveLength(1);
      expect(await two.get(owner, job.id)).toEqual(recorded);
      const time = clock.now().getTime();
      expect(recorded).toMatchObject({
        ended_at: new Date(time).toISOString(),
        expires_at: new Date(time + 60_000).toISOString(),
      });
      expect(await one.cancel(owner, job.id)).toBeUndefined();
      expect(await one.take({ ...fresh(ticket), isAgain: true })).toBeUndefined();
    });

    test('say what came of them', async () => {
      const { one, create } = await openTwo();
      const made = [await create(), await create()];
      for (const { ticket } of made) await one.take(fresh(ticket));
      const [good, bad] = made.map(({ job }) => job.id);
      expect(await one.end(good ?? '', { facts, result: { name: 'x' } })).toMatchObject({
        ...facts,
        status: 'done',
        result: { name: 'x' },
      });
      expect(await one.end(bad ?? '', { facts: failure })).toMatchObject({
        ...failure,
        status: 'failed',
        result: null,
      });
    });

    test('that are submitted at once each have their own turn, in the order of their ids', async () => {
      const { one, two, create } = await openTwo();
      const accounts = ['a', 'b', 'a', 'b', 'a', 'a', 'c', 'a'];
      const submit = (jobs: typeof one) =>
        accounts.map((account, at) => jobs.create({ ...owner, ...wanted, account, request: JSON.stringify({ at }) }));
      const made = await Promise.all([
        ...submit(one),
        ...submit(two),
        create({ idempotency: { name: 'n', digest: 'd' } }),
      ]);
      expect(made.every(({ isNew }) => isNew)).toBe(true);
      const turns = made.map(({ job, ticket }) => `${job.account} ${ticket?.turn}`);
      expect(new Set(turns).size).toBe(turns.length);
      const ofOne = made.slice(0, 8).flatMap(({ job, ticket }) => (job.account === 'a' ? [Number(ticket?.turn)] : []));
      expect(ofOne).toEqual([...ofOne].sort((first, second) => first - second));
      const again = await Promise.all([1, 2].map(() => create({ idempotency: { name: 'n', digest: 'd' } })));
      expect(again.map(({ isNew, job }) => [isNew, job.id])).toEqual([1, 2].map(() => [false, made.at(-1)?.job.id]));
      const taken = await one.take(fresh(made[0]?.ticket));
      const at = made.findIndex(({ job }) => job.id === taken?.job.id);
      expect(taken?.request).toBe(at < 16 ? JSON.stringify({ at: at % 8 }) : wanted.request);
    });

    test('have a result with their end, or neither', async () => {
      const { one, two, create, measure } = await openTwo();
      const { job, ticket } = await create();
      await one.take(fresh(ticket));
      const endBy = (worker: typeof one, name: string, size: number) =>
        worker.end(job.id, { facts, result: { name }, piece: { name, start: 0, bytes: randomBytes(size) } });
      const ends = await Promise.all([endBy(one, 'by one', 30_000), endBy(two, 'by two', 40_000)]);
      expect(ends.filter(Boolean)).toHaveLength(1);
      const sizes = [await measure('by one'), await measure('by two')];
      expect(sizes).toEqual(ends[0] ? [30_000, undefined] : [undefined, 40_000]);
      expect(await endBy(one, 'too late', 1)).toBeUndefined();
      expect(await measure('too late')).toBeUndefined();
    });

    test('have results of pieces of different times, which are as old as the last of them', async () => {
      const { one, two, clock } = await openTwoStores((part) => part.results());
      const began = clock.now().getTime();
      await one.add({ name: 'late', start: 0, bytes: randomBytes(100) });
      await one.add({ name: 'early', start: 0, bytes: randomBytes(10) });
      clock.move(10_000);
      await two.add({ name: 'late', start: 100, bytes: randomBytes(50) });
      const list = (ms: number, after = '', limit = 9) => two.list(new Date(began + ms), after, limit);
      const [early, late] = [
        { name: 'early', bytes: 10 },
        { name: 'late', bytes: 150 },
      ];
      expect(await list(0)).toEqual([]);
      expect(await list(1)).toEqual([early]);
      expect(await list(10_000)).toEqual([early]);
      expect(await list(10_001)).toEqual([early, late]);
      expect(await list(10_001, 'early')).toEqual([late]);
      expect(await list(10_001, '', 1)).toEqual([early]);
      expect([await one.find('late', 99), await one.find('late', 100)]).toMatchObject([{ start: 0 }, { start: 100 }]);
      for (const name of ['late', 'early']) await one.remove(name);
      expect(await list(10_001)).toEqual([]);
    });

    test('are begun three times at most where workers are lost, and not counted where they are given back', async () => {
      const { one, two, clock, create } = await openTwo();
      const { job, ticket } = await create();
      const again = { ...fresh(ticket), isAgain: true };
      await one.take(fresh(ticket));
      await one.giveBack(job.id, again.id);
      expect(await one.get(owner, job.id)).toMatchObject({ status: 'queued', attempts: 0, started_at: null });
      expect(await two.take(again)).toMatchObject({ job: { attempts: 1 }, request: '{}' });
      clock.move(12_000);
      const started_at = clock.now().toISOString();
      expect(await one.take(again)).toMatchObject({ job: { attempts: 2, started_at }, request: '{}' });
      expect(await two.take(again)).toMatchObject({ job: { attempts: 3 }, request: '{}' });
      const lost = await one.take(again);
      expect(lost).toMatchObject({ job: { id: job.id } });
      expect(lost?.request).toBeUndefined();
      // Given back too late: somebody else has it under another ticket.
      await two.giveBack(job.id, 'another ticket');
      expect((await one.get(owner, job.id)).status).toBe('running');
      expect(await one.end(job.id, { facts: failure })).toMatchObject({ status: 'failed', attempts: 3 });
    });

    test('say how far they are, and who works on them hears that they were cancelled', async () => {
      const { one, two, create } = await openTwo();
      const made = [await create(), await create()];
      for (const { ticket } of made) await one.take(fresh(ticket));
      const [first = '', second = ''] = made.map(({ job }) => job.id);
      const progress = { parts: 3, parts_done: 1, pages: 7 };
      expect(
        await one.noteProgress(
          new Map([
            [first, progress],
            [second, null],
          ]),
        ),
      ).toEqual([]);
      expect(await two.get(owner, first)).toMatchObject({ progress });
      expect(await two.cancel(owner, second)).toMatchObject({ status: 'cancelled', ended_at: expect.any(String) });
      expect(
        await one.noteProgress(
          new Map([
            [first, progress],
            [second, progress],
          ]),
        ),
      ).toEqual([second]);
      expect(await one.end(second, { facts })).toBeUndefined();
    });

    test('with a date are due when it has come, once', async () => {
      const { one, two, clock, create } = await openTwo();
      const startAt = new Date(clock.now().getTime() + 60_000);
      const { job, ticket } = await create({ startAt });
      expect(ticket).toBeUndefined();
      expect(job).toMatchObject({ status: 'queued', start_at: startAt.toISOString() });
      expect(await one.take({ id: crypto.randomUUID(), account: 'a', turn: 1, isAgain: false })).toBeUndefined();
      expect(await one.makeDue(10)).toEqual([]);
      expect(await one.counts()).toEqual({ waiting: 0, oldestMs: 0, running: 0 });
      clock.move(60_000);
      const due = (await Promise.all([one.makeDue(10), two.makeDue(10)])).flat();
      expect(due).toEqual([{ id: job.id, account: 'a', turn: expect.any(Number) }]);
      clock.move(500);
      expect(await one.counts()).toEqual({ waiting: 1, oldestMs: 500, running: 0 });
      expect(await two.take(fresh(due[0]))).toMatchObject({ job: { id: job.id } });
      expect(await one.counts()).toEqual({ waiting: 0, oldestMs: 0, running: 1 });
    });

    test('that wait are counted by account with the bytes of their requests', async () => {
      const { one, two, create } = await openTwo();
      const large = randomBytes(60_000).toString('base64');
      await create({ request: large });
      await create({ request: large, startAt: new Date(Date.now() + 3_600_000) });
      const { ticket } = await create({ account: 'b' });
      const counts = await two.countQueued();
      expect([...counts].map(([account, { count }]) => [account, count]).sort()).toEqual([
        ['a', 2],
        ['b', 1],
      ]);
      // Postgres counts what it has compressed.
      expect(counts.get('a')?.bytes).toBeGreaterThan(110_000);
      expect(counts.get('a')?.bytes).toBeLessThan(170_000);
      expect(counts.get('b')?.bytes).toBeLessThan(100);
      await one.take(fresh(ticket));
      expect([...(await two.countQueued()).keys()]).toEqual(['a']);
    });

    test('are forgotten once they have ended, by their owner or in time', async () => {
      const { one, two, clock, create, addWebhook } = await openTwo();
      await addWebhook('a');
      const made = [await create(), await create(), await create()];
      const [first = '', second = '', third = ''] = made.map(({ job }) => job.id);
      expect(await one.forget(owner, first)).toBeUndefined();
      await one.cancel(owner, first);
      expect(await one.forget(owner, first)).toMatchObject({ id: first });
      await expect(one.get(owner, first)).rejects.toMatchObject({ code: 'render_not_found' });
      await one.cancel(owner, second);
      clock.move(59_999);
      expect(await two.listExpired(10)).toEqual([]);
      await two.remove([second]);
      clock.move(1);
      expect((await two.listExpired(10)).map(({ id }) => id)).toEqual([second]);
      await two.remove([second, third]);
      expect(await one.get(owner, second)).toMatchObject({ status: 'cancelled' });
      await one.markAnnounced([second]);
      await two.remove([second, third]);
      expect((await one.list(owner, { limit: 10 })).jobs.map(({ id }) => id)).toEqual([third]);
    });

    test('are reported once they have ended, by anyone, until that is noted', async () => {
      const { one, two, create, addWebhook } = await openTwo();
      await addWebhook('a');
      const made = [await create(), await create(), await create()];
      const [first = '', second = ''] = made.map(({ job }) => job.id);
      await one.take(fresh(made[0]?.ticket));
      expect(await one.end(first, { facts, result: { name: 'x' } })).toMatchObject({ announced: false });
      await one.cancel(owner, second);
      expect((await two.listUnannounced(10)).map(({ id }) => id)).toEqual([first, second]);
      expect(await two.findPlaces([first, second])).toEqual(new Map([[first, { name: 'x' }]]));
      await two.markAnnounced([first]);
      expect((await one.listUnannounced(10)).map(({ id }) => id)).toEqual([second]);
    });

    test('count as reported where their account has no webhook', async () => {
      const { one, two, create, addWebhook } = await openTwo();
      await addWebhook('another');
      const made = [await create(), await create()];
      const [first = '', second = ''] = made.map(({ job }) => job.id);
      await one.take(fresh(made[0]?.ticket));
      expect(await one.end(first, { facts, result: { name: 'x' } })).toMatchObject({ announced: true });
      expect(await one.cancel(owner, second)).toMatchObject({ announced: true });
      expect(await two.listUnannounced(10)).toEqual([]);
    });

    test('that have lost their ticket are seen, and can be given another', async () => {
      const { one, clock, create } = await openTwo();
      await create();
      await create();
      await create({ account: 'b' });
      expect(await one.countWaiting(1000)).toEqual(new Map());
      clock.move(1001);
      expect(await one.countWaiting(1000)).toEqual(
        new Map([
          ['a', 2],
          ['b', 1],
        ]),
      );
      expect(await one.take(fresh(await one.makeTicket('b')))).toMatchObject({ job: { account: 'b' } });
    });
  });

  describe('turns', () => {
    test('put the first job of an account right behind what runs, whatever others have waiting', async () => {
      const { one, two, create } = await openTwo();
      const greedy = await Promise.all(
        Array.from({ length: 100 }, (_, at) =>
          (at % 2 ? one : two).create({ account: 'greedy', api_key: 'k', ...wanted }),
        ),
      );
      const turns = greedy.map(({ ticket }) => ticket?.turn ?? -1).sort((x, y) => x - y);
      expect(new Set(turns).size).toBe(100);
      const inOrder = greedy.map(({ ticket }) => fresh(ticket)).sort((x, y) => x.turn - y.turn);
      for (const ticket of inOrder.slice(0, 10)) await one.take(ticket);
      const modest = [await create({ account: 'modest' }), await create({ account: 'modest' })];
      const [first, second] = modest.map(({ ticket }) => ticket?.turn ?? -1);
      expect(first).toBe(turns[9]);
      expect(second).toBe(turns[10]);
    });

    test('know which workers are there, until they end or say nothing more', async () => {
      const { one, two, clock } = await openTwo();
      expect(await one.countWorkers(10_000)).toBe(0);
      for (const id of ['w1', 'w2', 'w1']) await one.noteWorker(id, 10_000);
      expect(await two.countWorkers(10_000)).toBe(2);
      await two.forgetWorker('w2');
      expect(await one.countWorkers(10_000)).toBe(1);
      clock.move(10_001);
      expect(await one.countWorkers(10_000)).toBe(0);
      await two.noteWorker('w3', 10_000);
      expect(await one.countWorkers(60_000)).toBe(1);
    });

    test('do not hold against an account what it did before', async () => {
      const { one, create } = await openTwo();
      for (let at = 0; at < 5; at += 1) {
        const { job, ticket } = await create({ account: 'early' });
        await one.take(fresh(ticket));
        await one.end(job.id, { facts });
      }
      const late = await create({ account: 'late' });
      const early = await create({ account: 'early' });
      expect((early.ticket?.turn ?? 0) - (late.ticket?.turn ?? 0)).toBeLessThanOrEqual(1);
    });
  });
}

import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defaultPostgresLimits } from '../../src/store/index.ts';
import { isLong } from '../helpers/is-long.ts';
import { startTestServer } from '../server/start-test-server.ts';
import { type PostgresCluster, startPostgres } from '../store/postgres-cluster.ts';

const renders = '/api/v1/renderers/pdf';
const templates = '/api/v1/templates';
/** The limits of a service; a quarter of the usual ones in the short form, and the longest that a request then waits. */
const [limits, longestMs] = isLong
  ? [defaultPostgresLimits, 10_000]
  : [{ ...defaultPostgresLimits, statementMs: 1250, lockMs: 500, queryMs: 1500 }, 6000];
// The last test stops it.
let cluster: PostgresCluster;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

async function startService() {
  const store = await cluster.makeLocation();
  const service = await startTestServer({ store: { ...store, limits } });
  const made = await service.call(templates, { template: { name: 'first' } });
  const { id } = (await made.json()).data;
  return { ...service, id, databaseUrl: store.databaseUrl };
}

/** The status of each answer, what it says, and the longest time in milliseconds. */
async function timeAll(calls: Promise<Response>[]) {
  const start = performance.now();
  const answers = await Promise.all(
    calls.map(async (call) => {
      const answer = await call;
      const text = await answer.text();
      return { status: answer.status, wait: answer.headers.get('retry-after'), text };
    }),
  );
  return { answers, ms: performance.now() - start };
}

const unavailable = { status: 503, wait: '2', text: expect.stringContaining('"code":"store_unavailable"') };

test('a locked row holds up those who change it, for a while, and nobody else', { timeout: 60_000 }, async () => {
  const { call, id, databaseUrl, entries } = await startService();
  expect((await call(renders, { parts: { html: 'warm' } })).status).toBe(200);
  const other = new pg.Client(databaseUrl);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query('select id from templates for update');

  const change = () => call(`${templates}/${id}`, { template: { name: 'second' } }, {}, 'PATCH');
  let areHeld = true;
  const changes = timeAll(Array.from({ length: 30 }, change)).finally(() => {
    areHeld = false;
  });
  const watcher = new pg.Client(databaseUrl);
  await watcher.connect();
  onTestFinished(() => watcher.end());
  await expect
    .poll(async () => (await watcher.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount)
    .toBe(3);
  const others = await Promise.all([
    call(renders, { parts: { html: 'next' } }),
    call('/readyz'),
    call(`${templates}/${id}`),
  ]);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(areHeld).toBe(true);
  const { answers, ms } = await changes;
  for (const answer of answers) expect(answer).toEqual(unavailable);
  expect(ms).toBeLessThan(longestMs);
  expect((await call(`${templates}/${id}`)).status).toBe(200);
  const lines = entries.filter(({ event }) => event === 'store_unavailable');
  expect(lines[0]).toMatchObject({ level: 'error', failures: 1, error: { code: 'store_unavailable' } });
  expect(JSON.stringify(lines[0]).length).toBeLessThan(700);

  await other.query('commit');
  expect((await change()).status).toBe(200);
});

test('a server that stands still frees every request soon, and is used again once it goes on', {
  timeout: 60_000,
}, async () => {
  const { call, id, server } = await startService();
  const get = () => call(`${templates}/${id}`);
  expect((await timeAll(Array.from({ length: 20 }, get))).answers.map(({ status }) => status)).toEqual(
    Array(20).fill(200),
  );
  cluster.freeze();
  onTestFinished(() => cluster.thaw());
  const probe = call('/readyz');
  const { answers, ms } = await timeAll([
    ...Array.from({ length: 40 }, get),
    ...Array.from({ length: 5 }, () => call(renders, { parts: { html: 'x' } })),
  ]);
  for (const answer of answers) expect(answer).toEqual(unavailable);
  expect(ms).toBeLessThan(longestMs);
  expect((await call('/healthz')).status).toBe(200);
  expect((await probe).status).toBe(503);
  cluster.thaw();
  await expect.poll(async () => (await get()).status).toBe(200);
  cluster.freeze();
  await server.close();
});

test('a server that is away is 503 for every caller, and a line a second in the log', {
  timeout: 60_000,
}, async () => {
  const { call, id, entries } = await startService();
  // The first line may come while it stops.
  const start = performance.now();
  await cluster.stop();
  for (let round = 0; round < 20; round += 1) {
    const { answers } = await timeAll(Array.from({ length: 10 }, () => call(`${templates}/${id}`)));
    for (const answer of answers) expect(answer).toEqual(unavailable);
  }
  const seconds = (performance.now() - start) / 1000;
  const lines = entries.filter(({ event }) => event === 'store_unavailable');
  expect(lines.length).toBeGreaterThanOrEqual(1);
  expect(lines.length).toBeLessThanOrEqual(seconds + 1);
  expect(entries.filter(({ event }) => event === 'internal_error')).toEqual([]);
});

import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isLong } from '../helpers/is-long.ts';
import { startTestServer } from '../server/start-test-server.ts';
import { sharePostgres } from '../store/shared-postgres.ts';

const count = isLong ? 10_000 : 60;
const limitMs = isLong ? 1_200_000 : 90_000;
/** Milliseconds until a queue that has become free is looked at. */
const lookMs = 500;

test(`${count} renders of an account keep the first of another waiting no longer than one of them takes`, {
  timeout: limitMs,
}, async () => {
  const store = await (await sharePostgres()).makeLocation();
  const { openCaller } = await startTestServer({ store, requestsPerKey: { perSecond: 100_000, burst: 100_000 } });
  const [greedy, other] = [await openCaller('greedy'), await openCaller('other')];
  const submit = async (call: typeof greedy) => {
    // It takes a slot for a while, and little of the machine.
    const parts = [{ html: 'x', options: { wait_for: { delay_ms: 400 } } }];
    const answer = await call('/api/v1/renderers/pdf', { parts }, { prefer: 'respond-async' });
    expect(answer.status, await answer.clone().text()).toBe(202);
    return (await answer.json()).data;
  };
  let left = count;
  const submitAll = async () => {
    while (left-- > 0) await submit(greedy);
  };
  await Promise.all(Array.from({ length: 8 }, submitAll));

  const { id } = await submit(other);
  const { data } = await (await other(`/api/v1/renders/${id}?wait_seconds=30`)).json();
  expect(data.status).toBe('done');
  const client = new pg.Client(store.databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  const longest = "select max(ended_at - started_at) as ms from jobs where account = 'greedy' and status = 'done'";
  const { rows } = await client.query(longest);
  const waited = Date.parse(data.started_at) - Date.parse(data.created_at);
  expect(waited).toBeLessThanOrEqual(Number(rows[0].ms) + lookMs);
  const waiting = await client.query("select 1 from jobs where account = 'greedy' and status = 'queued'");
  expect(waiting.rowCount).toBeGreaterThan(count / 2);
});

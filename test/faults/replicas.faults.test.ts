import { createHash } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isLong } from '../helpers/is-long.ts';
import { openReplicas } from '../helpers/replicas.ts';
import { startPostgres } from '../store/postgres-cluster.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const count = isLong ? 2000 : 12;
/** Services at once. All of them are killed one after the other; in the short form the first. */
const size = isLong ? 3 : 2;
/** Milliseconds for everything. */
const limitMs = isLong ? 1_800_000 : 240_000;
const renders = '/api/v1/renders';

test(`${count} renders in the background are done and reported once each while services and the database die`, {
  timeout: limitMs,
}, async () => {
  const receiver = await startWebhookReceiver(isLong ? 3 : 1);
  onTestFinished(receiver.close);
  const cluster = await startPostgres();
  onTestFinished(() => cluster.stop());
  const flags = ['--egress', 'public', '--allow', new URL(receiver.url).host, '--concurrency', '1'];
  const { balancer, databaseUrl, start, replace, makeHeaders, close } = await openReplicas(cluster, { flags, limitMs });
  onTestFinished(close);
  const headers = await makeHeaders('--scope', 'render', '--scope', 'webhooks');
  const replicas = await Promise.all(Array.from({ length: size }, () => start()));

  /** Asks until the answer has this status: services and their database go away meanwhile. */
  const ask = (path: string, status: number, body?: object, more: Record<string, string> = {}) =>
    vi.waitFor(
      async () => {
        const init = body && { method: 'POST', body: JSON.stringify(body) };
        const answer = await fetch(balancer.url + path, { headers: { ...headers, ...more }, ...init });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (answer.status !== status) throw new Error(`${path} ${answer.status} ${bytes.toString().slice(0, 300)}`);
        return bytes;
      },
      { timeout: 90_000, interval: 200 },
    );
  // A connection that the database cuts is followed by another.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 }).on('error', () => undefined);
  onTestFinished(() => pool.end());
  const read = async <T extends pg.QueryResultRow>(query: string) => (await pool.query<T>(query)).rows;
  /** Counts rows; several kinds of them by a column. */
  const counts = async (table: string, column: string) =>
    Object.fromEntries(
      (await read<{ kind: string; n: string }>(`select ${column} as kind, count(*) as n from ${table} group by 1`)).map(
        ({ kind, n }) => [kind, Number(n)],
      ),
    );
  const whenDone = (share: number) =>
    vi.waitFor(async () => expect((await counts('jobs', 'status')).done).toBeGreaterThanOrEqual(count * share), {
      timeout: limitMs,
      interval: 200,
    });

  await ask('/api/v1/webhooks', 201, { webhook: { address: `${receiver.url}/events` } });
  const ids = new Set<string>();
  const numbers = Array.from({ length: count }, (_, number) => number);
  const submitting = Array.from({ length: 4 }, async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const body = { parts: { html: `<h1>Number ${number}</h1>` } };
      const preferences = { prefer: 'respond-async', 'idempotency-key': `number-${number}` };
      ids.add(JSON.parse((await ask('/api/v1/renderers/pdf', 202, body, preferences)).toString()).data.id);
    }
  });

  const disasters = replicas
    .flatMap((replica) => [() => replace(replica), () => cluster.restart()])
    .slice(0, isLong ? -1 : 2);
  for (const [at, strike] of disasters.entries()) {
    await whenDone((at + 1) / 8);
    await strike();
  }
  await Promise.all(submitting);
  expect(ids.size).toBe(count);

  await vi.waitFor(async () => expect(await counts('deliveries', 'state')).toEqual({ delivered: count }), {
    timeout: limitMs,
    interval: 500,
  });
  expect(await counts('jobs', 'status')).toEqual({ done: count });
  await vi.waitFor(async () => expect(await counts('platen_queue.job', 'state')).toEqual({}), {
    timeout: 60_000,
    interval: 500,
  });
  const lost =
    "select id from jobs where not exists (select 1 from result_pieces where name = (result::json)->>'name')";
  expect(await read(lost)).toEqual([]);
  expect(await read('select subject from deliveries group by subject having count(*) > 1')).toEqual([]);
  expect(receiver.refused).toBeGreaterThan(0);
  expect(new Set(receiver.accepted.values())).toEqual(ids);
  expect(receiver.accepted.size).toBe(count);

  for (const id of [...ids].slice(0, 20)) {
    const { sha256 } = JSON.parse((await ask(`${renders}/${id}`, 200)).toString()).data;
    const pdf = await ask(`${renders}/${id}/pdf`, 200);
    expect(createHash('sha256').update(pdf).digest('hex')).toBe(sha256);
  }
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBossQueue } from '../../../src/jobs/index.ts';
import { openStore, type Store } from '../../../src/store/index.ts';
import { sharePostgres } from '../../store/shared-postgres.ts';
import { describeQueue } from './queue-behaviour.ts';

describe('the queue in Postgres', () => {
  let databaseUrl: string;
  let store: Store;
  beforeAll(async () => {
    ({ databaseUrl } = await (await sharePostgres()).makeLocation());
    store = await openStore({ databaseUrl });
  });
  afterAll(() => store?.close());

  async function openTwo() {
    const failures: unknown[] = [];
    const { queueStatements: statements } = await store.jobs();
    const open = () =>
      openBossQueue({
        databaseUrl,
        statements,
        queryMs: 6000,
        claims: true,
        onFailure: (error) => failures.push(error),
      });
    const [one, two] = await Promise.all([open(), open()]);
    const admin = new pg.Client(databaseUrl);
    await admin.connect();
    await admin.query('delete from platen_queue.job');
    return {
      ...{ one, two, admin, failures },
      pass: async (milliseconds: number) => {
        await admin.query(`update platen_queue.job set heartbeat_on = heartbeat_on - $1::int * interval '1 ms'`, [
          milliseconds,
        ]);
      },
      async close() {
        await Promise.all([one.close(), two.close(), admin.end()]);
        expect(failures).toEqual([]);
      },
    };
  }

  describeQueue(openTwo);

  test('wakes the other processes', async () => {
    const { one, two, close } = await openTwo();
    let told = 0;
    two.onWork(() => {
      told += 1;
    });
    const push = () => one.push({ id: crypto.randomUUID(), account: 'a', turn: 1 });
    await expect.poll(async () => [await push(), told][1], { timeout: 10_000 }).toBeGreaterThan(0);
    await close();
  });

  test('wakes the other processes for its last tickets when it closes, and not later', async () => {
    const { queueStatements } = await store.jobs();
    let sent = 0;
    const plannedOnce: typeof queueStatements.plannedOnce = {
      async executeSql(text, values) {
        if (/pg_notify/.test(text)) sent += 1;
        return queueStatements.plannedOnce.executeSql(text, values);
      },
    };
    const failures: unknown[] = [];
    const queue = await openBossQueue({
      databaseUrl,
      statements: { ...queueStatements, plannedOnce },
      queryMs: 6000,
      claims: false,
      onFailure: (error) => failures.push(error),
    });
    await queue.push({ id: crypto.randomUUID(), account: 'a', turn: 1 });
    await queue.push({ id: crypto.randomUUID(), account: 'a', turn: 2 });
    await queue.close();
    expect([sent, failures]).toEqual([2, []]);
  });

  test('has the first ticket of an account behind ten thousand of another at its turn', async () => {
    const { one, two, admin, close } = await openTwo();
    await one.push({ id: crypto.randomUUID(), account: 'greedy', turn: 0 });
    await admin.query(`insert into platen_queue.job (name, data, priority)
      select 'renders', jsonb_build_object('account', 'greedy', 'turn', n), -n from generate_series(1, 10000) n`);
    expect(await one.claim(2)).toMatchObject([{ turn: 0 }, { turn: 1 }]);
    await one.push({ id: crypto.randomUUID(), account: 'modest', turn: 1 });
    expect(await two.claim(1)).toMatchObject([{ account: 'modest', turn: 1 }]);
    await close();
  });

  test('goes on where connections were cut', async () => {
    const { one, two, admin, failures, close } = await openTwo();
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    await expect
      .poll(() =>
        one.push({ id: crypto.randomUUID(), account: 'a', turn: 7 }).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    await expect.poll(() => two.claim(1)).toMatchObject([{ account: 'a', turn: 7 }]);
    failures.length = 0;
    await close();
  });
});

import pg from 'pg';
import { expect, test } from 'vitest';
import { openJobQueue } from '../../../src/server/jobs/open-job-queue.ts';
import { openStore } from '../../../src/store/index.ts';
import { sharePostgres } from '../../store/shared-postgres.ts';

test('a connection that the queue loses is an outage of the database, and no failed job', async () => {
  const location = await (await sharePostgres()).makeLocation();
  const store = await openStore(location);
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  const queue = await openJobQueue(location, await store.jobs(), { claims: true, onFailure });
  const admin = new pg.Client(location.databaseUrl);
  await admin.connect();
  const end = () =>
    admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'platen queue' and datname = current_database()`);
  await expect.poll(async () => [await end(), failures.length][1], { timeout: 20_000 }).toBeGreaterThan(0);
  await Promise.all([queue.close(), admin.end()]);
  await store.close();
  for (const failure of failures) expect(failure).toMatchObject({ code: 'store_unavailable' });
});

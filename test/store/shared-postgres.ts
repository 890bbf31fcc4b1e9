import { onTestFinished } from 'vitest';
import { sharedPostgresVariable } from '../helpers/offer-postgres.ts';
import { makeDatabase, type PostgresLocation, runStatement } from './postgres-cluster.ts';
import type { RunningDatabase } from './running-database.ts';

/** Takes every row away, and leaves the tables and their version. */
const empty = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'platen_schema' loop
    execute format('delete from %I', name);
  end loop;
end $$`;

const free: PostgresLocation[] = [];
let made = 0;

/** The one Postgres of the run, for tests that leave it running. The first that asks waits for its start. */
export async function sharePostgres(): Promise<RunningDatabase<PostgresLocation>> {
  const answer = await fetch(process.env[sharedPostgresVariable] ?? '');
  const address = await answer.text();
  if (!answer.ok) throw new Error(address);
  const makeLocation = () => {
    made += 1;
    return makeDatabase(address, `shared_${process.pid}_${made}`);
  };
  return {
    makeLocation,
    async emptyLocation() {
      const location = free.pop() ?? (await makeLocation());
      onTestFinished(async () => {
        await runStatement(location.databaseUrl, empty);
        free.push(location);
      });
      return location;
    },
    stop: async () => {},
  };
}

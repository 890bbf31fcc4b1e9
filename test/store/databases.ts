import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningDatabase } from './running-database.ts';
import { sharePostgres } from './shared-postgres.ts';

/** Every database system that the store supports. A system that does not start fails the suite. */
export const databases: { name: string; start: () => Promise<RunningDatabase> }[] = [
  { name: 'SQLite', start: startSqlite },
  { name: 'Postgres', start: sharePostgres },
];

async function startSqlite(): Promise<RunningDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-store-'));
  let count = 0;
  const makeLocation = async () => {
    count += 1;
    return { dataFolder: join(folder, `data ${count}`) };
  };
  return {
    makeLocation,
    emptyLocation: makeLocation,
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

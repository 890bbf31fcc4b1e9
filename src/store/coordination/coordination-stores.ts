import { randomBytes } from 'node:crypto';
import type { Database } from '../rows/tables.ts';
import { buildClaimStore, type ClaimStore } from './claim-store.ts';
import { buildRateStore, type RateStore } from './rate-store.ts';

/** What services on one database promise together. */
export interface CoordinationStores {
  claims: ClaimStore;
  rates: RateStore;
}

/** Builds them on an open database. */
export function buildCoordinationStores(database: Database, now: () => Date): CoordinationStores {
  return { claims: buildClaimStore(database, now), rates: buildRateStore(database, now) };
}

/** What tells this database from others, and is the same for all processes on it: eight hexadecimal digits. A copy has the same. */
export async function readIdentity(database: Database): Promise<string> {
  const read = () =>
    database.run((db) => db.selectFrom('database_identity').select('identity').executeTakeFirst(), 'writes');
  const found = await read();
  if (found) return found.identity;
  const row = { one: 1, identity: randomBytes(4).toString('hex') };
  await database.run(
    (db) =>
      db
        .insertInto('database_identity')
        .values(row)
        .onConflict((conflict) => conflict.column('one').doNothing())
        .execute(),
    'writes',
  );
  return (await read())?.identity ?? row.identity;
}

import { randomBytes } from 'node:crypto';
import type { Database } from '../database.ts';

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

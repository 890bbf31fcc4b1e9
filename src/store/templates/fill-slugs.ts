import { takeSlug } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import type { Database } from '../rows/tables.ts';

/** Templates that get their slugs in one statement. */
const batch = 200;
/** How often it is tried again if another process takes a slug meanwhile. */
const attempts = 5;

/**
 * Derives the slugs of templates that have none from their names: those of a store before there were slugs, and those that an older
 * platen has made since. Several processes may do so at once.
 */
export async function fillSlugs(database: Database): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (let account = await findAccount(database); account !== undefined; account = await findAccount(database)) {
        await fillAccount(database, account);
      }
      return;
    } catch (error) {
      // Another process has taken a slug between the look at all of them and the change, or changes the same rows in another order.
      const mayPass = error instanceof StoreError && (error.code === 'internal' || error.code === 'store_unavailable');
      if (!mayPass || attempt === attempts) throw error;
    }
  }
}

async function findAccount(database: Database): Promise<string | undefined> {
  const row = await database.run((db) =>
    db.selectFrom('templates').select('account').where('slug', 'is', null).limit(1).executeTakeFirst(),
  );
  return row?.account;
}

async function fillAccount(database: Database, account: string): Promise<void> {
  const rows = await database.run((db) =>
    db.selectFrom('templates').select(['id', 'name', 'slug']).where('account', '=', account).orderBy('id').execute(),
  );
  const taken = new Set(rows.flatMap(({ slug }) => slug ?? []));
  const numbers = new Map<string, number>();
  // Loaded with the database, and not with the program.
  const { sql } = await import('kysely');
  const given = rows
    .filter(({ slug }) => slug === null)
    .map(({ id, name }) => ({ id, slug: takeSlug(name, taken, numbers) }));
  for (let start = 0; start < given.length; start += batch) {
    const some = given.slice(start, start + batch);
    const choices = some.map(({ id, slug }) => sql`when ${id} then ${slug}`);
    await database.run(
      (db) =>
        db
          .updateTable('templates')
          .set({ slug: sql<string>`case id ${sql.join(choices, sql` `)} end` })
          .where('slug', 'is', null)
          .where(
            'id',
            'in',
            some.map(({ id }) => id),
          )
          .execute(),
      'writes',
    );
  }
}

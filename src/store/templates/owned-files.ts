import type { Database } from '../rows/tables.ts';
import { sweepContents } from './asset-store.ts';

/**
 * Deletes the partials, layouts and assets of a template that was deleted. Never throws: they do no harm, because ids are not used again
 * and a new template of the same slug overwrites them.
 */
export async function removeOwned(
  database: Database,
  account: string,
  { id, slug }: { id: string; slug: string | null | undefined },
  now: () => Date,
): Promise<void> {
  const remove = database.run(async (db) => {
    await db.deleteFrom('template_assets').where('account', '=', account).where('owner', '=', id).execute();
    if (slug && !slug.includes('/')) {
      const own = await findOwned(db, account, slug);
      if (own.length > 0) await db.deleteFrom('templates').where('id', 'in', own).execute();
    }
  }, 'writes');
  await remove.catch(() => undefined);
  await sweepContents(database, account, now);
}

/** Gives the partials and layouts of a template the slug that it has now. */
export async function renameOwned(database: Database, account: string, from: string, to: string): Promise<void> {
  await database.run(async (db) => {
    for (const id of await findOwned(db, account, from)) {
      await db
        .updateTable('templates')
        .set((row) => ({
          slug: row(row.val(`${to}/`), '||', row.fn<string>('substr', ['slug', row.lit([...from].length + 2)])),
        }))
        .where('id', '=', id)
        .execute();
    }
  }, 'writes');
}

async function findOwned(
  db: Parameters<Parameters<Database['run']>[0]>[0],
  account: string,
  slug: string,
): Promise<string[]> {
  const start = `${slug}/`;
  const rows = await db
    .selectFrom('templates')
    .select('id')
    .where('account', '=', account)
    .where('kind', '<>', 'template')
    .where((row) => row(row.fn<string>('substr', ['slug', row.lit(1), row.lit([...start].length)]), '=', start))
    .execute();
  return rows.map(({ id }) => id);
}

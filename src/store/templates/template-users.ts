import { StoreError } from '../database/store-error.ts';
import type { Database } from '../rows/tables.ts';
import { readNewest } from './template-history.ts';

/** Users that an error names. */
const shown = 10;

/** A partial or layout by its id, or a shared asset by its path. */
type UsedThing = { id: string; path?: undefined } | { path: string; id?: undefined };

/** The slugs of the templates whose newest or labelled revision uses something, by name. */
export async function findUsers(database: Database, account: string, { id, path }: UsedThing): Promise<string[]> {
  const rows = await database.run((db) =>
    db
      .selectFrom('template_uses as used')
      .innerJoin('templates', 'templates.id', 'used.template')
      .select(['templates.slug', 'templates.name'])
      .distinct()
      .where('templates.account', '=', account)
      .$if(id !== undefined, (query) => query.where('used.source', '=', id ?? ''))
      .$if(path !== undefined, (query) => query.where('used.kind', '=', 'asset').where('used.name', '=', path ?? ''))
      .where((row) => {
        const newest = row('templates.version', '-', row.ref('templates.versions_before'));
        return row('used.number', '=', newest);
      })
      .orderBy('templates.slug')
      .execute(),
  );
  return rows.map(({ slug, name }) => slug ?? name);
}

/** The same for a partial or layout that must exist. Throws `template_not_found`. */
export async function listUsersOf(database: Database, account: string, id: string): Promise<string[]> {
  await readNewest(database, account, id);
  return findUsers(database, account, { id: id.toLowerCase() });
}

/** Throws `in_use`, naming the users, if templates use something. */
export async function refuseUsed(
  database: Database,
  account: string,
  thing: UsedThing & { slug?: string },
): Promise<void> {
  const users = await findUsers(database, account, thing);
  if (users.length === 0) return;
  const more = users.length > shown ? ` and ${users.length - shown} more` : '';
  const what = thing.slug ?? thing.path ?? thing.id;
  throw new StoreError('in_use', `"${what}" is used by ${users.slice(0, shown).join(', ')}${more}`, {
    fix: 'take it out of them first, or force the deletion',
  });
}

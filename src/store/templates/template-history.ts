import { StoreError } from '../database/store-error.ts';
import { requireUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import { inReach, type Reach } from './template-reach.ts';

/** The error for an id that no template of the account has. */
export function templateNotFound(): StoreError {
  return new StoreError('template_not_found', 'there is no template with this id');
}

/** The number of a template's newest revision. Throws `template_not_found`. */
export async function readNewest(database: Database, reach: Reach, id: string): Promise<number> {
  const row = await database.run((db) =>
    db
      .selectFrom('templates')
      .select(['version', 'versions_before'])
      .where(inReach(reach))
      .where('id', '=', requireUuid(id, templateNotFound))
      .executeTakeFirst(),
  );
  if (row === undefined) throw templateNotFound();
  return row.version - row.versions_before;
}

/** The labels of a template by name. */
export async function readLabels(database: Database, id: string) {
  return database.run((db) =>
    db
      .selectFrom('template_labels')
      .select(['label', 'number', 'updated_at', 'updated_by'])
      .where('template', '=', id.toLowerCase())
      .orderBy('label')
      .execute(),
  );
}

/** The error for a revision that a template does not have, which says what it has; `template_not_found` if there is no template. */
export async function explainMissingRevision(
  database: Database,
  reach: Reach,
  id: string,
  revision: number,
): Promise<StoreError> {
  const newest = await readNewest(database, reach, id);
  const has =
    newest === 1
      ? 'its only revision is 1'
      : revision > 0 && revision < newest
        ? `its newest is ${newest}, and old revisions without a label are deleted`
        : `its newest is ${newest}`;
  return new StoreError('revision_not_found', `the template has no revision ${revision}; ${has}`);
}

/** The same for a label. */
export async function explainMissingLabel(
  database: Database,
  reach: Reach,
  id: string,
  label: string,
): Promise<StoreError> {
  await readNewest(database, reach, id);
  const names = (await readLabels(database, id)).map((row) => row.label);
  const has = names.length === 0 ? 'it has no labels' : `its labels are ${names.join(', ')}`;
  return new StoreError('label_not_found', `the template has no label ${JSON.stringify(label)}; ${has}`);
}

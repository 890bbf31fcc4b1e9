import { nearestName } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import { isStorable } from '../database/stored-values.ts';
import { readUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import { fillSlugs } from './fill-slugs.ts';
import { inReach, type Reach } from './template-reach.ts';

/** The id of a template that is named by its id or its slug. Throws `template_not_found` for an unknown slug, and passes ids unchanged. */
export async function findTemplateId(database: Database, reach: Reach, slug: string): Promise<string> {
  const id = readUuid(slug);
  if (id !== undefined) return id;
  const found = await findBySlug(database, reach, slug);
  if (found !== undefined) return found;
  // An older platen may have made it since the store was opened.
  await fillSlugs(database);
  const filled = await findBySlug(database, reach, slug);
  if (filled !== undefined) return filled;
  throw await explainUnknownSlug(database, reach, slug);
}

async function findBySlug(database: Database, reach: Reach, slug: string): Promise<string | undefined> {
  if (!isStorable(slug)) return undefined;
  const row = await database.run((db) =>
    db.selectFrom('templates').select('id').where(inReach(reach)).where('slug', '=', slug).executeTakeFirst(),
  );
  return row?.id;
}

async function explainUnknownSlug(database: Database, reach: Reach, slug: string): Promise<StoreError> {
  const rows = await database.run((db) => db.selectFrom('templates').select('slug').where(inReach(reach)).execute());
  const near = nearestName(
    slug,
    rows.flatMap((row) => row.slug ?? []),
  );
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return new StoreError('template_not_found', `there is no template ${JSON.stringify(slug)}${hint}`);
}

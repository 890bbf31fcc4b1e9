import type { Selectable } from 'kysely';
import type { TemplateKind } from '../../contract/index.ts';
import { kindOfSlug } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import { isStorable, readTime } from '../database/stored-values.ts';
import { requireUuid } from '../database/uuid.ts';
import type { Database, TemplateRow } from '../rows/tables.ts';
import { fillSlugs } from './fill-slugs.ts';
import { renameOwned } from './owned-files.ts';
import { templateNotFound } from './template-history.ts';
import { findTemplateId } from './template-names.ts';
import { accountOf, inReach, type Reach } from './template-reach.ts';

/** What a template is called and where it belongs. Times are ISO 8601 in UTC. */
export interface StoredProperties {
  id: string;
  name: string;
  slug: string;
  kind: TemplateKind;
  /** Empty for none. */
  folder: string;
  tags: string[];
  inserted_at: string;
  updated_at: string;
}

/** What a change of properties sets. Those that are left out stay unchanged. */
export interface PropertyChanges {
  slug?: string | undefined;
  folder?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** The properties of all templates. Throws `template_not_found` as the templates do, for an unknown slug with a similar one. */
export interface PropertyStore {
  /** Those of the template with this id or slug. */
  get(reach: Reach, template: string): Promise<StoredProperties>;
  /**
   * Changes properties of a template, which is no revision of it. Throws `slug_taken` for a slug of another template, and
   * `invalid_request` for a slug of another kind.
   */
  set(reach: Reach, id: string, changes: PropertyChanges): Promise<StoredProperties>;
}

const columns = ['id', 'name', 'slug', 'kind', 'folder', 'tags', 'inserted_at', 'updated_at'] as const;

/** The properties in an open database. */
export function buildPropertyStore(database: Database): PropertyStore {
  async function read(reach: Reach, id: string): Promise<StoredProperties> {
    const row = await database.run((db) =>
      db
        .selectFrom('templates')
        .select(columns)
        .where(inReach(reach))
        .where('id', '=', requireUuid(id, templateNotFound))
        .executeTakeFirst(),
    );
    if (row === undefined) throw templateNotFound();
    if (row.slug !== null) return readProperties({ ...row, slug: row.slug });
    await fillSlugs(database);
    return read(reach, id);
  }

  return {
    async get(reach, template) {
      return read(reach, await findTemplateId(database, reach, template));
    },

    async set(reach, id, changes) {
      const fields = writeProperties(changes);
      const { slug } = changes;
      const before = await read(reach, id);
      const { kind } = before;
      if (slug !== undefined && kindOfSlug(slug) !== kind) {
        const other = kindOfSlug(slug);
        throw new StoreError('invalid_request', `${JSON.stringify(slug)} is the slug of a ${other}, not of a ${kind}`);
      }
      const [row] = await database
        .run(
          (db) =>
            db
              .updateTable('templates')
              .set(fields)
              .where(inReach(reach))
              .where('id', '=', requireUuid(id, templateNotFound))
              .returning('id')
              .execute(),
          'writes',
        )
        .catch(async (error: unknown) => {
          // The index of the slugs has refused it.
          if (slug !== undefined && (await isTaken(database, reach, slug, id))) throw slugTaken(slug);
          throw error;
        });
      if (row === undefined) throw templateNotFound();
      if (slug !== undefined && slug !== before.slug && kind === 'template') {
        await renameOwned(database, accountOf(reach), before.slug, slug);
      }
      return read(reach, row.id);
    },
  };
}

async function isTaken(database: Database, reach: Reach, slug: string, id: string): Promise<boolean> {
  const account = accountOf(reach);
  const rows = await database.run((db) =>
    db
      .selectFrom('templates')
      .select('id')
      .where('account', '=', account)
      .where('slug', '=', slug)
      .where('id', '<>', id.toLowerCase())
      .execute(),
  );
  return rows.length > 0;
}

/** The error for a slug that another template of the account has. */
export function slugTaken(slug: string): StoreError {
  return new StoreError('slug_taken', `the slug ${JSON.stringify(slug)} is that of another template`, {
    fix: 'choose another slug, or change that of the other template',
  });
}

/** The columns that properties are stored in. Throws `invalid_request` for what a database cannot return unchanged. */
export function writeProperties({ slug, folder, tags }: PropertyChanges): {
  slug?: string;
  folder?: string;
  tags?: string;
} {
  for (const text of [slug ?? '', folder ?? '', ...(tags ?? [])]) {
    if (!isStorable(text)) throw new StoreError('invalid_request', 'a name contains characters that cannot be stored');
  }
  return {
    ...(slug !== undefined && { slug }),
    ...(folder !== undefined && { folder }),
    ...(tags !== undefined && { tags: JSON.stringify([...new Set(tags)].sort()) }),
  };
}

function readProperties(
  row: Pick<Selectable<TemplateRow>, (typeof columns)[number]> & { slug: string },
): StoredProperties {
  const { tags, inserted_at, updated_at, kind, ...rest } = row;
  return {
    ...rest,
    kind: kind as TemplateKind,
    tags: JSON.parse(tags),
    inserted_at: readTime(inserted_at) ?? '',
    updated_at: readTime(updated_at) ?? '',
  };
}

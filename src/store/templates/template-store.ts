import type { Insertable } from 'kysely';
import { kindOfSlug, takeSlug } from '../../folders/index.ts';
import { buildUuidSource, requireUuid } from '../database/uuid.ts';
import type { Database, Tables, TemplateRow } from '../rows/tables.ts';
import {
  type ChangeTemplate,
  explainMiss,
  readOld,
  type StoredTemplateChanges,
  type StoredTemplateTexts,
  writeFields,
  writeVersions,
} from './change-template.ts';
import { removeOwned } from './owned-files.ts';
import { pinFiles } from './pin-files.ts';
import { type PropertyChanges, slugTaken, writeProperties } from './property-store.ts';
import type { RevisionStore } from './revision-store.ts';
import { templateNotFound } from './template-history.ts';
import {
  buildTemplateList,
  type ListTemplates,
  readListed,
  type StoredTemplate,
  templateColumns,
} from './template-list.ts';
import { accountOf, inReach, type Reach } from './template-reach.ts';
import { refuseUsed } from './template-users.ts';
import { readPinnedSets } from './value-set-pins.ts';

/**
 * What a creation takes. Default of `content` is the empty text, of `preview_context` `{}`. The slug tells the kind; default of the slug is
 * one that is derived from the name.
 */
export interface NewStoredTemplate extends StoredTemplateTexts, PropertyChanges {}

/**
 * The templates of all accounts. Throws `template_not_found` for another account's id and an id that is no UUID, and
 * `invalid_request` for text that a database cannot return unchanged.
 */
export interface TemplateStore {
  /** Stores a template under a new UUID of version 7, so that ids sort by creation. `by` says who does it. */
  create(account: string, template: NewStoredTemplate, by?: string): Promise<StoredTemplate>;
  get(reach: Reach, id: string): Promise<StoredTemplate>;
  list: ListTemplates;
  /**
   * Changes a template and writes its next revision in one statement. With `ifVersion`, throws `template_changed` unless the stored
   * version is among them. `message` says why it is changed.
   */
  update(
    reach: Reach,
    id: string,
    changes: StoredTemplateChanges,
    ifVersion?: number | readonly number[],
    by?: string,
    message?: string,
  ): Promise<StoredTemplate>;
  /**
   * Makes a template what it was at a revision, which is a change as any other. Returns the version of the template and the number of
   * its new revision. Throws `revision_not_found`.
   */
  restore(
    reach: Reach,
    id: string,
    revision: number,
    ifVersion?: number | readonly number[],
    by?: string,
    message?: string,
  ): Promise<{ version: number; revision: number }>;
  /**
   * Deletes a template with its partials, layouts and assets. With `ifVersion`, throws `template_changed` unless the stored version is
   * among them. Throws `in_use`, unless forced, for a partial or layout that templates use.
   */
  delete(reach: Reach, id: string, ifVersion?: number | readonly number[], force?: boolean): Promise<void>;
}

/** What templates need besides a database. */
interface TemplateParts {
  now: () => Date;
  revisions: Pick<RevisionStore, 'get'>;
  changeTemplate: ChangeTemplate;
}

/** The templates in an open database. */
export function buildTemplateStore(
  database: Database,
  { now, revisions, changeTemplate }: TemplateParts,
): TemplateStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');

  return {
    async create(account, { name, content = '', preview_context = {}, ...properties }, by) {
      const time = now().getTime();
      const row = {
        ...writeFields({ name, content, preview_context }),
        id: makeId(),
        account,
        inserted_at: time,
        updated_at: time,
        version: 1,
        updated_by: by ?? null,
      };
      const { slug } = properties;
      const uses = await pinFiles(database, { account, slug }, content, now);
      const filed = { ...writeProperties(properties), uses, uses_version: uses === null ? null : 1 };
      if (slug !== undefined) {
        if (!(await insert({ ...row, ...filed, slug }))) throw slugTaken(slug);
        return readRow(row);
      }
      for (const taken = new Set<string>(); ; ) {
        if (await insert({ ...row, ...filed, slug: takeSlug(name, taken) })) return readRow(row);
        for (const known of await listSlugs(account)) taken.add(known);
      }
    },

    async get(reach, id) {
      const row = await database.run((db) =>
        db
          .selectFrom('templates')
          .select(templateColumns)
          .where(inReach(reach))
          .where('id', '=', requireUuid(id, templateNotFound))
          .executeTakeFirst(),
      );
      if (row === undefined) throw templateNotFound();
      return readListed(row) as StoredTemplate;
    },

    list: buildTemplateList(database),

    async update(...change) {
      const { versions_before: _, ...template } = await changeTemplate(...change);
      return readListed(template) as StoredTemplate;
    },

    async restore(reach, id, revision, ifVersion, by, message) {
      const { name, content, preview_context } = await revisions.get(reach, id, revision);
      const changes = { name, content, preview_context, value_sets: await readPinnedSets(database, id, revision) };
      const { version, versions_before } = await changeTemplate(reach, id, changes, ifVersion, by, message);
      return { version, revision: version - versions_before };
    },
    async delete(reach, id, ifVersion, force = false) {
      const found = await readOld(database, reach, id);
      const account = accountOf(reach);
      if (found && found.kind !== 'template' && !force) {
        await refuseUsed(database, account, { id: found.id, slug: found.slug ?? '' });
      }
      const rows = await write((db) =>
        db
          .deleteFrom('templates')
          .where(inReach(reach))
          .where('id', '=', requireUuid(id, templateNotFound))
          .$if(ifVersion !== undefined, (query) => query.where('version', 'in', writeVersions(ifVersion)))
          .returning('id')
          .execute(),
      );
      if (rows.length === 0) throw await explainMiss(database, reach, id);
      await removeOwned(database, account, { id: id.toLowerCase(), slug: found?.slug }, now);
    },
  };

  /** Whether a row was stored: not if another template of the account has its slug. */
  async function insert(row: Insertable<Tables['templates']> & { slug: string }): Promise<boolean> {
    const stored = await write((db) =>
      db
        .insertInto('templates')
        .values({ ...row, kind: kindOfSlug(row.slug) })
        .onConflict((conflict) => conflict.columns(['account', 'slug']).doNothing())
        .returning('id')
        .execute(),
    );
    return stored.length > 0;
  }

  async function listSlugs(account: string): Promise<string[]> {
    const rows = await database.run((db) =>
      db.selectFrom('templates').select('slug').where('account', '=', account).where('slug', 'is not', null).execute(),
    );
    return rows.flatMap(({ slug }) => slug ?? []);
  }
}

type FieldRow = Pick<TemplateRow, (typeof templateColumns)[number]>;

function readRow({
  account: _,
  updated_by: __,
  ...row
}: FieldRow & { account: string; updated_by: unknown }): StoredTemplate {
  return readListed(row) as StoredTemplate;
}

import type { Insertable } from 'kysely';
import { kindOfSlug, takeSlug } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import { formatStoredJson, refuseUnstorable } from '../database/stored-values.ts';
import { buildUuidSource, requireUuid } from '../database/uuid.ts';
import type { Database, Tables, TemplateRow } from '../rows/tables.ts';
import { removeOwned } from './owned-files.ts';
import { pinFiles } from './pin-files.ts';
import { type PropertyChanges, slugTaken, writeProperties } from './property-store.ts';
import { pruneRevisions, type RevisionStore } from './revision-store.ts';
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

/**
 * What a creation takes. Default of `content` is the empty text, of `preview_context` `{}`. The slug tells the kind; default of the slug is
 * one that is derived from the name.
 */
export interface NewStoredTemplate extends StoredTemplateTexts, PropertyChanges {}

/** What a template has in each of its revisions. */
interface StoredTemplateTexts {
  name: string;
  content?: string | undefined;
  preview_context?: object | undefined;
}

/** What an update changes. Fields that are left out stay unchanged. `preview_context` is replaced whole. */
type StoredTemplateChanges = { [field in keyof StoredTemplateTexts]?: StoredTemplateTexts[field] | undefined };

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
  /** How many revisions of each are kept, besides those with a label. */
  keptRevisions: number;
}

/** The templates in an open database. */
export function buildTemplateStore(
  database: Database,
  { now, revisions, keptRevisions }: TemplateParts,
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
      const changes = { name, content, preview_context };
      const { version, versions_before } = await changeTemplate(reach, id, changes, ifVersion, by, message);
      return { version, revision: version - versions_before };
    },
    async delete(reach, id, ifVersion, force = false) {
      const found = await readOld(reach, id);
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
      if (rows.length === 0) throw await explainMiss(reach, id);
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

  /** Changes a template; the row has its new values. */
  async function changeTemplate(...[reach, id, changes, ifVersion, by, message]: Parameters<TemplateStore['update']>) {
    refuseUnstorable('message', message);
    const fields = { ...writeFields(changes), updated_by: by ?? null, message: message ?? null };
    const time = now().getTime();
    const old = await readOld(reach, id);
    const user = { account: accountOf(reach), id: id.toLowerCase(), slug: old?.slug ?? undefined };
    const content = changes.content ?? old?.content;
    const read = old?.version ?? 0;
    const uses = old && content !== undefined ? await pinFiles(database, user, content, now) : null;
    const [row] = await write((db) =>
      db
        .updateTable('templates')
        .set(fields)
        .set((row) => ({
          version: row('version', '+', 1),
          message_version: row('version', '+', 1),
          // Without a new content the uses are those of the content that was read, unless another one was stored meanwhile.
          ...(changes.content === undefined
            ? {
                uses: row.case().when('version', '=', read).then(uses).else(row.ref('uses')).end(),
                uses_version: row
                  .case()
                  .when(row.or([row('version', '=', read), row('uses_version', '=', row.ref('version'))]))
                  .then(row('version', '+', 1))
                  .else(null)
                  .end(),
              }
            : { uses, uses_version: row('version', '+', 1) }),
          // `updated_at` grows even if the clock stops or was set back, so that a change shows in it.
          updated_at: row
            .case()
            .when('updated_at', '>=', time)
            .then(row('updated_at', '+', 1))
            .else(time)
            .end(),
        }))
        .where(inReach(reach))
        .where('id', '=', requireUuid(id, templateNotFound))
        .$if(ifVersion !== undefined, (query) => query.where('version', 'in', writeVersions(ifVersion)))
        .returning([...templateColumns, 'versions_before'])
        .execute(),
    );
    if (row === undefined) throw await explainMiss(reach, id);
    await pruneRevisions(database, row.id, row.version - row.versions_before, keptRevisions);
    return row;
  }

  /** What a change of a template needs to know of it. */
  async function readOld(reach: Reach, id: string) {
    return database.run((db) =>
      db
        .selectFrom('templates')
        .select(['id', 'slug', 'kind', 'content', 'version'])
        .where(inReach(reach))
        .where('id', '=', requireUuid(id, templateNotFound))
        .executeTakeFirst(),
    );
  }

  async function explainMiss(reach: Reach, id: string): Promise<StoreError> {
    const rows = await database.run((db) =>
      db
        .selectFrom('templates')
        .select('id')
        .where(inReach(reach))
        .where('id', '=', requireUuid(id, templateNotFound))
        .execute(),
    );
    return rows.length === 0
      ? templateNotFound()
      : new StoreError('template_changed', 'the template has changed since the version that was named');
  }
}

type Fields = Pick<TemplateRow, 'name' | 'content' | 'preview_context'>;

function writeFields(template: Required<StoredTemplateTexts>): Fields;
function writeFields(template: StoredTemplateChanges): Partial<Fields>;
function writeFields({ name, content, preview_context }: StoredTemplateChanges): Partial<Fields> {
  refuseUnstorable('name', name);
  refuseUnstorable('content', content);
  return {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content }),
    ...(preview_context !== undefined && { preview_context: formatStoredJson('preview_context', preview_context) }),
  };
}

type FieldRow = Pick<TemplateRow, (typeof templateColumns)[number]>;

function readRow({
  account: _,
  updated_by: __,
  ...row
}: FieldRow & { account: string; updated_by: unknown }): StoredTemplate {
  return readListed(row) as StoredTemplate;
}

/** Versions to compare with. A list in SQL cannot be empty, so it holds 0, which is no template's version. */
function writeVersions(versions: number | readonly number[] | undefined): number[] {
  return [0, ...[versions ?? []].flat().filter(Number.isSafeInteger)];
}

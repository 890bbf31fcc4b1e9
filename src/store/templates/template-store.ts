import { StoreError } from '../database/store-error.ts';
import { formatStoredJson, isStorable, refuseUnstorable } from '../database/stored-values.ts';
import { buildCursor, buildUuidSource, readCursor, requireUuid } from '../database/uuid.ts';
import type { Database, TemplateRow } from '../rows/tables.ts';
import { pruneRevisions, type RevisionStore } from './revision-store.ts';
import { templateNotFound } from './template-history.ts';

/** A stored template. Times are ISO 8601 in UTC. `version` starts at 1 and grows by 1 with each update. */
export interface StoredTemplate {
  id: string;
  name: string;
  content: string;
  preview_context: object;
  inserted_at: string;
  updated_at: string;
  version: number;
}

/** What a creation takes. Default of `content` is the empty text, of `preview_context` `{}`. */
export interface NewStoredTemplate {
  name: string;
  content?: string | undefined;
  preview_context?: object | undefined;
}

/** What an update changes. Fields that are left out stay unchanged. `preview_context` is replaced whole. */
type StoredTemplateChanges = { [field in keyof NewStoredTemplate]?: NewStoredTemplate[field] | undefined };

/** The name of a field of a stored template. */
type StoredField = keyof StoredTemplate;

/**
 * Which templates to list: at most `limit`, behind the cursor `after`, only those of exactly `name`, with the named `fields` and
 * the id. Default of `fields`: all.
 */
interface TemplatePageRequest<F extends StoredField = StoredField> {
  limit: number;
  after?: string | undefined;
  name?: string | undefined;
  fields?: readonly F[] | undefined;
  /** Only these. Default: all. */
  ids?: readonly string[] | undefined;
}

/** A page of templates, oldest first. `next` is the `after` of the following page, or null on the last page. */
interface StoredTemplatePage<F extends StoredField = StoredField> {
  templates: Pick<StoredTemplate, F | 'id'>[];
  next: string | null;
}

/**
 * The templates of all accounts. Throws `template_not_found` for another account's id and an id that is no UUID, and
 * `invalid_request` for text that a database cannot return unchanged.
 */
export interface TemplateStore {
  /** Stores a template under a new UUID of version 7, so that ids sort by creation. `by` says who does it. */
  create(account: string, template: NewStoredTemplate, by?: string): Promise<StoredTemplate>;
  get(account: string, id: string): Promise<StoredTemplate>;
  /** Lists a page. A page of large templates may be shorter than `limit`; only a `next` of null ends the list. */
  list<F extends StoredField = StoredField>(
    account: string,
    page: TemplatePageRequest<F>,
  ): Promise<StoredTemplatePage<F>>;
  /**
   * Changes a template and writes its next revision in one statement. With `ifVersion`, throws `template_changed` unless the stored
   * version is among them. `message` says why it is changed.
   */
  update(
    account: string,
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
    account: string,
    id: string,
    revision: number,
    ifVersion?: number | readonly number[],
    by?: string,
    message?: string,
  ): Promise<{ version: number; revision: number }>;
  /** Deletes a template. With `ifVersion`, throws `template_changed` unless the stored version is among them. */
  delete(account: string, id: string, ifVersion?: number | readonly number[]): Promise<void>;
}

/** Most bytes of content and preview context on a page of a list. A hundred of the largest templates have 600 MiB. */
const pageBytes = 16 * 1024 * 1024;

const allFields = ['name', 'content', 'preview_context', 'inserted_at', 'updated_at', 'version'] as const;
const allColumns = ['id', ...allFields] as const;

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
    async create(account, { name, content = '', preview_context = {} }, by) {
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
      await write((db) => db.insertInto('templates').values(row).execute());
      return readRow(row);
    },

    async get(account, id) {
      const row = await database.run((db) =>
        db
          .selectFrom('templates')
          .select(allColumns)
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, templateNotFound))
          .executeTakeFirst(),
      );
      if (row === undefined) throw templateNotFound();
      return readListed(row) as StoredTemplate;
    },

    async list<F extends StoredField>(
      account: string,
      { limit, after, name, fields, ids: only }: TemplatePageRequest<F>,
    ): Promise<StoredTemplatePage<F>> {
      const columns: StoredField[] = [...new Set<StoredField>(['id', ...(fields ?? allFields)])];
      const large = columns.filter((field) => field === 'content' || field === 'preview_context');
      const behind = after === undefined ? undefined : readCursor(after);
      if (name !== undefined && !isStorable(name)) return { templates: [], next: null };
      return database.run(async (db) => {
        let candidates = db.selectFrom('templates').where('account', '=', account);
        if (behind !== undefined) candidates = candidates.where('id', '>', behind);
        if (name !== undefined) candidates = candidates.where('name', '=', name);
        if (only !== undefined) candidates = candidates.where('id', 'in', only);
        const sizes = await candidates
          .select('id')
          .select((row) => large.map((field) => row.fn<number>('octet_length', [field]).as(`${field}_bytes`)))
          .orderBy('id')
          .limit(limit + 1)
          .execute();
        const ids = pickPage(sizes, limit);
        const last = ids.at(-1);
        if (last === undefined) return { templates: [], next: null };
        const rows = await db
          .selectFrom('templates')
          .select(columns)
          .where('account', '=', account)
          .where('id', 'in', ids)
          .orderBy('id')
          .execute();
        return {
          templates: rows.map((row) => readListed(row) as StoredTemplate),
          next: ids.length < sizes.length ? buildCursor(last) : null,
        };
      });
    },

    async update(...change) {
      const { versions_before: _, ...template } = await changeTemplate(...change);
      return readListed(template) as StoredTemplate;
    },

    async restore(account, id, revision, ifVersion, by, message) {
      const { name, content, preview_context } = await revisions.get(account, id, revision);
      const changes = { name, content, preview_context };
      const { version, versions_before } = await changeTemplate(account, id, changes, ifVersion, by, message);
      return { version, revision: version - versions_before };
    },
    async delete(account, id, ifVersion) {
      const rows = await write((db) =>
        db
          .deleteFrom('templates')
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, templateNotFound))
          .$if(ifVersion !== undefined, (query) => query.where('version', 'in', writeVersions(ifVersion)))
          .returning('id')
          .execute(),
      );
      if (rows.length === 0) throw await explainMiss(account, id);
    },
  };

  /** Changes a template; the row has its new values. */
  async function changeTemplate(
    ...[account, id, changes, ifVersion, by, message]: Parameters<TemplateStore['update']>
  ) {
    refuseUnstorable('message', message);
    const fields = { ...writeFields(changes), updated_by: by ?? null, message: message ?? null };
    const time = now().getTime();
    const [row] = await write((db) =>
      db
        .updateTable('templates')
        .set(fields)
        .set((old) => ({
          version: old('version', '+', 1),
          message_version: old('version', '+', 1),
          // `updated_at` grows even if the clock stops or was set back, so that a change shows in it.
          updated_at: old
            .case()
            .when('updated_at', '>=', time)
            .then(old('updated_at', '+', 1))
            .else(time)
            .end(),
        }))
        .where('account', '=', account)
        .where('id', '=', requireUuid(id, templateNotFound))
        .$if(ifVersion !== undefined, (query) => query.where('version', 'in', writeVersions(ifVersion)))
        .returning([...allColumns, 'versions_before'])
        .execute(),
    );
    if (row === undefined) throw await explainMiss(account, id);
    await pruneRevisions(database, row.id, row.version - row.versions_before, keptRevisions);
    return row;
  }

  async function explainMiss(account: string, id: string): Promise<StoreError> {
    const rows = await database.run((db) =>
      db
        .selectFrom('templates')
        .select('id')
        .where('account', '=', account)
        .where('id', '=', requireUuid(id, templateNotFound))
        .execute(),
    );
    return rows.length === 0
      ? templateNotFound()
      : new StoreError('template_changed', 'the template has changed since the version that was named');
  }
}

type Fields = Pick<TemplateRow, 'name' | 'content' | 'preview_context'>;

function writeFields(template: Required<NewStoredTemplate>): Fields;
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

type FieldRow = Pick<TemplateRow, (typeof allColumns)[number]>;

function readRow({
  account: _,
  updated_by: __,
  ...row
}: FieldRow & { account: string; updated_by: unknown }): StoredTemplate {
  return readListed(row) as StoredTemplate;
}

function readListed(row: Pick<FieldRow, 'id'> & Partial<FieldRow>): Partial<StoredTemplate> {
  const { preview_context, inserted_at, updated_at, ...rest } = row;
  return {
    ...rest,
    ...(preview_context !== undefined && { preview_context: JSON.parse(preview_context) }),
    ...(inserted_at !== undefined && { inserted_at: new Date(inserted_at).toISOString() }),
    ...(updated_at !== undefined && { updated_at: new Date(updated_at).toISOString() }),
  };
}

/** As many ids as fit on a page, at least one. */
function pickPage(
  rows: { id: string; content_bytes?: number; preview_context_bytes?: number }[],
  limit: number,
): string[] {
  const ids: string[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    bytes += (row.content_bytes ?? 0) + (row.preview_context_bytes ?? 0);
    if (ids.length > 0 && bytes > pageBytes) break;
    ids.push(row.id);
  }
  return ids;
}

/** Versions to compare with. A list in SQL cannot be empty, so it holds 0, which is no template's version. */
function writeVersions(versions: number | readonly number[] | undefined): number[] {
  return [0, ...[versions ?? []].flat().filter(Number.isSafeInteger)];
}

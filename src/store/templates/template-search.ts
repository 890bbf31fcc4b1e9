import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { StoreError } from '../database/store-error.ts';
import { isStorable } from '../database/stored-values.ts';
import type { Database } from '../rows/tables.ts';

/** A template without its content. Times are ISO 8601 in UTC. */
interface FoundTemplate {
  id: string;
  name: string;
  inserted_at: string;
  updated_at: string;
  updated_by: string | null;
  version: number;
}

/** Which templates to find. */
interface TemplateQuery {
  /** A part of the name, without regard to the case of ASCII letters. */
  search?: string | undefined;
  /** Names in ascending order, times newest first. */
  sort: 'name' | 'updated' | 'inserted';
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

/** Finds the templates of an account. */
export type SearchTemplates = (
  account: string,
  query: TemplateQuery,
) => Promise<{ templates: FoundTemplate[]; next: string | null }>;

/** The condition that a text is in the name or the slug, without regard to the case of ASCII letters. */
export function hasText(text: string): RawBuilder<SqlBool> {
  const pattern = `%${escapeLike(text.toLowerCase())}%`;
  return sql<SqlBool>`(lower(templates.name) like ${pattern} escape '\\' or templates.slug like ${pattern} escape '\\')`;
}

/** The condition that a template has a tag. Tags have no character that JSON escapes. */
export function hasTag(tag: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`templates.tags like ${`%${escapeLike(JSON.stringify(tag))}%`} escape '\\'`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

const columns = { name: 'name', updated: 'updated_at', inserted: 'inserted_at' } as const;

/** The search in an open database. A page is found by its number: templates are few, and their order changes while they are used. */
export function buildTemplateSearch(database: Database): SearchTemplates {
  return async (account, { search = '', sort, limit, after }) => {
    const skipped = readOffset(after);
    if (!isStorable(search)) return { templates: [], next: null };
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    const rows = await database.run((db) =>
      db
        .selectFrom('templates')
        .select(['id', 'name', 'inserted_at', 'updated_at', 'updated_by', 'version'])
        .where('account', '=', account)
        .$if(search !== '', (query) => query.where(sql<boolean>`lower(name) like ${pattern} escape '\\'`))
        .orderBy(columns[sort], sort === 'name' ? 'asc' : 'desc')
        .orderBy('id', sort === 'name' ? 'asc' : 'desc')
        .limit(limit + 1)
        .offset(skipped)
        .execute(),
    );
    const templates = rows.slice(0, limit).map((row) => ({
      ...row,
      inserted_at: new Date(row.inserted_at).toISOString(),
      updated_at: new Date(row.updated_at).toISOString(),
    }));
    return { templates, next: rows.length > limit ? String(skipped + limit) : null };
  };
}

function readOffset(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^[1-9]\d{0,6}$/.test(after)) return Number(after);
  throw new StoreError('invalid_request', '"after" is not a cursor of this list');
}

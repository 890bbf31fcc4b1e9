import type { TemplateEntry, TemplateKind, TemplateSearchAnswer } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { isStorable } from '../database/stored-values.ts';
import type { Database } from '../rows/tables.ts';
import { fillSlugs } from './fill-slugs.ts';
import { hasTag, hasText, inReach, isBelow } from './template-reach.ts';

/** A template without its content. Times are ISO 8601 in UTC. */
type FoundTemplate = Omit<TemplateEntry, 'etag'> & { version: number };

/** Which templates to find. */
interface TemplateQuery {
  /** A part of the name or the slug, without regard to the case of ASCII letters. */
  search?: string | undefined;
  /** Only those in this folder and below it. Default: all. */
  folder?: string | undefined;
  /** Only those with this tag. Default: all. */
  tag?: string | undefined;
  /** Default: templates. */
  kind?: TemplateKind | undefined;
  /** Names in ascending order, times newest first. */
  sort: 'name' | 'updated' | 'inserted';
  limit: number;
  /** The `next` of the page before. */
  after?: string | undefined;
}

/** A page of what was found. `total` counts all that fit; `folders` are those of the account, with how many of the kind each has. */
interface FoundTemplates extends Pick<TemplateSearchAnswer, 'total' | 'folders'> {
  templates: FoundTemplate[];
  next: string | null;
}

/** Finds the templates of an account. */
export type SearchTemplates = (account: string, query: TemplateQuery) => Promise<FoundTemplates>;

/** Folders that one answer lists. */
const folderLimit = 1000;

const columns = { name: 'name', updated: 'updated_at', inserted: 'inserted_at' } as const;

/** The search in an open database. A page is found by its number: templates are few, and their order changes while they are used. */
export function buildTemplateSearch(database: Database): SearchTemplates {
  return async (account, { search = '', folder = '', tag, kind = 'template', sort, limit, after }) => {
    const skipped = readOffset(after);
    if (![search, folder, tag ?? ''].every(isStorable)) return { templates: [], next: null, total: 0, folders: [] };
    await fillSlugs(database);
    return database.run(async (db) => {
      const all = db.selectFrom('templates').where(inReach(account)).where('kind', '=', kind);
      let found = all;
      if (search !== '') found = found.where(hasText(search));
      if (folder !== '') found = found.where(isBelow(folder));
      if (tag !== undefined) found = found.where(hasTag(tag));
      const rows = await found
        .select(['id', 'name', 'slug', 'kind', 'folder', 'tags', 'inserted_at', 'updated_at', 'updated_by', 'version'])
        .select((row) => [
          row('version', '-', row.ref('versions_before')).as('revision'),
          row
            .selectFrom('template_labels')
            .select('number')
            .whereRef('template', '=', 'templates.id')
            .where('label', '=', 'live')
            .as('live'),
        ])
        .orderBy(columns[sort], sort === 'name' ? 'asc' : 'desc')
        .orderBy('id', sort === 'name' ? 'asc' : 'desc')
        .limit(limit + 1)
        .offset(skipped)
        .execute();
      const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      const folders = await all
        .where('folder', '<>', '')
        .select((row) => ['folder', row.fn.countAll<number>().as('templates')])
        .groupBy('folder')
        .orderBy('folder')
        .limit(folderLimit)
        .execute();
      const templates = rows.slice(0, limit).map(({ slug, tags, revision, ...row }) => ({
        ...row,
        slug: slug ?? '',
        kind: row.kind as TemplateKind,
        tags: JSON.parse(tags) as string[],
        revision: Number(revision),
        inserted_at: new Date(row.inserted_at).toISOString(),
        updated_at: new Date(row.updated_at).toISOString(),
      }));
      return { templates, total, folders, next: rows.length > limit ? String(skipped + limit) : null };
    });
  };
}

function readOffset(after: string | undefined): number {
  if (after === undefined) return 0;
  if (/^[1-9]\d{0,6}$/.test(after)) return Number(after);
  throw new StoreError('invalid_request', '"after" is not a cursor of this list');
}

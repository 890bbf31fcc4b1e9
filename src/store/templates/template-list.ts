import type { Selectable } from 'kysely';
import type { TemplateKind } from '../../contract/index.ts';
import { isStorable } from '../database/stored-values.ts';
import { buildCursor, readCursor } from '../database/uuid.ts';
import type { Database, TemplateRow } from '../rows/tables.ts';
import { fillSlugs } from './fill-slugs.ts';
import type { StoredProperties } from './property-store.ts';
import { hasTag, hasText, inReach, isBelow, type Reach } from './template-reach.ts';
import { describeSetList, type SetDigests } from './value-set-pins.ts';

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

/** All that a list may have of a template. */
type ListableTemplate = StoredTemplate &
  Pick<StoredProperties, 'slug' | 'kind' | 'folder' | 'tags'> & { value_sets: SetDigests };

/** The name of a field that a list may have. */
type StoredField = keyof ListableTemplate;

/**
 * Which templates to list: at most `limit`, behind the cursor `after`, only those of exactly `name`, with the named `fields` and
 * the id. Default of `fields`: those of `StoredTemplate`.
 */
interface TemplatePageRequest<F extends StoredField> {
  limit: number;
  after?: string | undefined;
  name?: string | undefined;
  fields?: readonly F[] | undefined;
  /** Only those in this folder and below it. Default: all. */
  folder?: string | undefined;
  /** Only those with this tag. Default: all. */
  tag?: string | undefined;
  /** Only those with this text in the name or the slug. Default: all. */
  search?: string | undefined;
  /** Default: templates. */
  kind?: TemplateKind | 'any' | undefined;
}

/** A page of templates, oldest first. `next` is the `after` of the following page, or null on the last page. */
interface StoredTemplatePage<F extends StoredField> {
  templates: Pick<ListableTemplate, F | 'id'>[];
  next: string | null;
}

/** Lists a page. A page of large templates may be shorter than `limit`; only a `next` of null ends the list. */
export type ListTemplates = <F extends StoredField = keyof StoredTemplate>(
  reach: Reach,
  page: TemplatePageRequest<F>,
) => Promise<StoredTemplatePage<F>>;

/** Most bytes of content and preview context on a page of a list. A hundred of the largest templates have 600 MiB. */
const pageBytes = 16 * 1024 * 1024;

const allFields = ['name', 'content', 'preview_context', 'inserted_at', 'updated_at', 'version'] as const;

/** The columns of a stored template. */
export const templateColumns = ['id', ...allFields] as const;

/** The lists of templates in an open database. */
export function buildTemplateList(database: Database): ListTemplates {
  return async (reach, { limit, after, name, fields, folder, tag, search = '', kind = 'template' }) => {
    const columns: StoredField[] = [...new Set<StoredField>(['id', ...(fields ?? allFields)])];
    const large = columns.filter((field) => field === 'content' || field === 'preview_context');
    const behind = after === undefined ? undefined : readCursor(after);
    if (![name ?? '', folder ?? '', tag ?? '', search].every(isStorable)) return { templates: [], next: null };
    // An older platen may have made some since the store was opened.
    if (columns.includes('slug') || search !== '') await fillSlugs(database);
    return database.run(async (db) => {
      let candidates = db.selectFrom('templates').where(inReach(reach));
      if (behind !== undefined) candidates = candidates.where('id', '>', behind);
      if (name !== undefined) candidates = candidates.where('name', '=', name);
      if (kind !== 'any') candidates = candidates.where('kind', '=', kind);
      if (folder !== undefined) candidates = candidates.where(isBelow(folder));
      if (tag !== undefined) candidates = candidates.where(hasTag(tag));
      if (search !== '') candidates = candidates.where(hasText(search));
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
        .where(inReach(reach))
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      return {
        templates: rows.map((row) => readListed(row) as ListableTemplate),
        next: ids.length < sizes.length ? buildCursor(last) : null,
      };
    });
  };
}

type ListedRow = Selectable<
  Pick<TemplateRow, (typeof templateColumns)[number] | 'slug' | 'kind' | 'folder' | 'tags' | 'value_sets'>
>;

/** A row as others see it, as far as it was read. */
export function readListed(row: Pick<ListedRow, 'id'> & Partial<ListedRow>): object {
  const { preview_context, inserted_at, updated_at, tags, value_sets, ...rest } = row;
  return {
    ...rest,
    ...(tags !== undefined && { tags: JSON.parse(tags) }),
    ...(value_sets !== undefined && { value_sets: describeSetList(value_sets) }),
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

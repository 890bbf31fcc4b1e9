import { StoreError } from '../database/store-error.ts';
import { formatStoredJson, refuseUnstorable } from '../database/stored-values.ts';
import { requireUuid } from '../database/uuid.ts';
import type { Database, TemplateRow } from '../rows/tables.ts';
import { pinFiles } from './pin-files.ts';
import { pruneRevisions } from './revision-store.ts';
import { templateNotFound } from './template-history.ts';
import { templateColumns } from './template-list.ts';
import { accountOf, inReach, type Reach } from './template-reach.ts';

/** What a template has in each of its revisions. */
export interface StoredTemplateTexts {
  name: string;
  content?: string | undefined;
  preview_context?: object | undefined;
}

/** What a change of a template changes. Fields that are left out stay unchanged. `preview_context` is replaced whole. */
export type StoredTemplateChanges = { [field in keyof StoredTemplateTexts]?: StoredTemplateTexts[field] | undefined };

/** Changes a template and writes its next revision in one statement; the row has its new values. */
export type ChangeTemplate = (
  reach: Reach,
  id: string,
  /** `value_sets` is the column of that name. */
  changes: StoredTemplateChanges & { value_sets?: string | null | undefined },
  ifVersion?: number | readonly number[],
  by?: string,
  message?: string,
) => Promise<ChangedRow>;

/** A template as a change has left it. */
type ChangedRow = Pick<TemplateRow, (typeof templateColumns)[number]> & { versions_before: number };

/** Builds the function that makes every change of templates. */
export function buildTemplateChange(database: Database, now: () => Date, keptRevisions: number): ChangeTemplate {
  return async (reach, id, { value_sets, ...changes }, ifVersion, by, message) => {
    refuseUnstorable('message', message);
    const fields = {
      ...writeFields(changes),
      ...(value_sets !== undefined && { value_sets }),
      ...{ updated_by: by ?? null, message: message ?? null },
    };
    const time = now().getTime();
    const old = await readOld(database, reach, id);
    const user = { account: accountOf(reach), id: id.toLowerCase(), slug: old?.slug ?? undefined };
    const content = changes.content ?? old?.content;
    const read = old?.version ?? 0;
    const uses = old && content !== undefined ? await pinFiles(database, user, content, now) : null;
    const [row] = await database.run(
      (db) =>
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
      'writes',
    );
    if (row === undefined) throw await explainMiss(database, reach, id);
    await pruneRevisions(database, row.id, row.version - row.versions_before, keptRevisions);
    return row;
  };
}

/** What a change of a template needs to know of it. */
export async function readOld(database: Database, reach: Reach, id: string) {
  return database.run((db) =>
    db
      .selectFrom('templates')
      .select(['id', 'slug', 'kind', 'content', 'version'])
      .where(inReach(reach))
      .where('id', '=', requireUuid(id, templateNotFound))
      .executeTakeFirst(),
  );
}

/** Why no row was changed: the template is not there, or has another version. */
export async function explainMiss(database: Database, reach: Reach, id: string): Promise<StoreError> {
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

type Fields = Pick<TemplateRow, 'name' | 'content' | 'preview_context'>;

/** The columns of texts. */
export function writeFields(template: Required<StoredTemplateTexts>): Fields;
export function writeFields(template: StoredTemplateChanges): Partial<Fields>;
export function writeFields({ name, content, preview_context }: StoredTemplateChanges): Partial<Fields> {
  refuseUnstorable('name', name);
  refuseUnstorable('content', content);
  return {
    ...(name !== undefined && { name }),
    ...(content !== undefined && { content }),
    ...(preview_context !== undefined && { preview_context: formatStoredJson('preview_context', preview_context) }),
  };
}

/** Versions to compare with. A list in SQL cannot be empty, so it holds 0, which is no template's version. */
export function writeVersions(versions: number | readonly number[] | undefined): number[] {
  return [0, ...[versions ?? []].flat().filter(Number.isSafeInteger)];
}

import { StoreError } from '../database/store-error.ts';
import { isStorable, readTime } from '../database/stored-values.ts';
import { requireUuid } from '../database/uuid.ts';
import type { RevisionRow } from '../rows/revision-tables.ts';
import type { Database } from '../rows/tables.ts';
import { findFiles, readPinned, type TemplateFiles } from './template-files.ts';
import {
  explainMissingLabel,
  explainMissingRevision,
  readLabels,
  readNewest,
  templateNotFound,
} from './template-history.ts';
import { findTemplateId } from './template-names.ts';
import { accountOf, inReach, type Reach } from './template-reach.ts';
import { listPinnedSets, type PinnedValues, setNotFound } from './value-set-pins.ts';

/** A revision without its content. `revision` is its number, from 1 on for each template. Times are ISO 8601 in UTC. */
export interface StoredRevisionHead {
  revision: number;
  name: string;
  created_at: string;
  /** Who made the change; null if unknown. */
  created_by: string | null;
  message: string | null;
  labels: string[];
  /** The names of its sets of values. */
  value_sets: string[];
  /** Whether it has a schema of its values. */
  values_schema: boolean;
}

/** What a template was at a time. It never changes, but for its labels. */
export interface StoredRevision extends StoredRevisionHead {
  content: string;
  preview_context: object;
}

/** Which revision of a template to use: a number or a label. Default: the label `live`, or the newest if there is none. */
export interface RevisionChoice {
  revision?: number | undefined;
  label?: string | undefined;
}

/** What a render uses: a revision, and the name of a set of its values. Default: its preview context. */
export interface RenderChoice extends RevisionChoice {
  values?: string | undefined;
}

/** A template as a render uses it. */
interface ChosenRevision extends Pick<StoredRevision, 'revision' | 'name' | 'content' | 'preview_context'> {
  id: string;
  /** Its partials, layouts and assets: those that the revision pins if one is chosen or live, else those of now. */
  files: TemplateFiles;
  /** The JSON text of the schema that values must follow. */
  schema?: string | undefined;
}

/**
 * The revisions of all templates. Throws `template_not_found` as the templates do, `revision_not_found`, `label_not_found` and
 * `values_not_found`, which say what exists.
 */
export interface RevisionStore {
  /** Lists a page, newest first. `after` is the `next` of the page before. */
  list(
    reach: Reach,
    id: string,
    page: { limit: number; after?: string | undefined },
  ): Promise<{ revisions: StoredRevisionHead[]; next: string | null }>;
  get(reach: Reach, id: string, revision: number): Promise<StoredRevision>;
  /** Finds what a render uses, by the id or the slug of its template. Its preview context is the set of values that is chosen. */
  choose(reach: Reach, template: string, choice?: RenderChoice): Promise<ChosenRevision>;
}

/** The label of the revision that is rendered if a request names none. */
const liveLabel = 'live';

const listedColumns = ['number', 'name', 'created_at', 'created_by', 'message'] as const;

/** The revisions in an open database. */
export function buildRevisionStore(database: Database): RevisionStore {
  const readSet = buildReadSet(database);
  return {
    async list(reach, id, { limit, after }) {
      const before = after === undefined ? undefined : readNumber(after);
      await readNewest(database, reach, id);
      const [rows, labels] = await Promise.all([
        database.run((db) =>
          db
            .selectFrom('template_revisions')
            .select(listedColumns)
            .where('template', '=', id.toLowerCase())
            .$if(before !== undefined, (query) => query.where('number', '<', before ?? 0))
            .orderBy('number', 'desc')
            .limit(limit + 1)
            .execute(),
        ),
        readLabels(database, id),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const numbers = shown.map(({ number }) => number);
      const sets = await listPinnedSets(database, id, numbers);
      return {
        revisions: shown.map((row) => readListed(row, labels, sets)),
        next: rows.length > limit && last ? String(last.number) : null,
      };
    },

    async get(reach, id, revision) {
      const row = await database.run((db) =>
        db
          .selectFrom('template_revisions as found')
          .innerJoin('templates', 'templates.id', 'found.template')
          .selectAll('found')
          .where(inReach(reach))
          .where('templates.id', '=', requireUuid(id, templateNotFound))
          .where('found.number', '=', writeNumber(revision))
          .executeTakeFirst(),
      );
      if (row === undefined) throw await explainMissingRevision(database, reach, id, revision);
      const [labels, sets] = await Promise.all([readLabels(database, id), listPinnedSets(database, id, [row.number])]);
      return {
        ...readListed(row, labels, sets),
        content: row.content,
        preview_context: JSON.parse(row.preview_context),
      };
    },

    async choose(reach, template, { revision, label, values } = {}) {
      const name = label ?? liveLabel;
      const id = await findTemplateId(database, reach, template);
      if (!isStorable(name)) throw await explainMissingLabel(database, reach, id, name);
      const row = await database.run((db) =>
        db
          .selectFrom('template_revisions as found')
          .innerJoin('templates', 'templates.id', 'found.template')
          .leftJoin('template_uses as used', (join) =>
            join
              .onRef('used.template', '=', 'found.template')
              .onRef('used.number', '=', 'found.number')
              .on('used.kind', '=', 'schema'),
          )
          .leftJoin('template_contents as text', (join) =>
            join.onRef('text.account', '=', 'templates.account').onRef('text.digest', '=', 'used.digest'),
          )
          .select((columns) =>
            columns
              .selectFrom('template_labels')
              .select('number')
              .whereRef('template', '=', 'templates.id')
              .where('label', '=', name)
              .as('labelled'),
          )
          .select([
            'templates.id',
            'templates.slug',
            'found.number as revision',
            'found.name',
            'found.content',
            'found.preview_context',
            'text.bytes as schema',
          ])
          .where(inReach(reach))
          .where('templates.id', '=', requireUuid(id, templateNotFound))
          .where((columns) => {
            const labelled = columns
              .selectFrom('template_labels')
              .select('number')
              .whereRef('template', '=', 'templates.id')
              .where('label', '=', name);
            if (revision !== undefined) return columns('found.number', '=', writeNumber(revision));
            if (label !== undefined) return columns('found.number', '=', labelled);
            const newest = columns('templates.version', '-', columns.ref('templates.versions_before'));
            return columns('found.number', '=', columns.fn.coalesce(labelled, newest));
          })
          .executeTakeFirst(),
      );
      if (row !== undefined) {
        const { slug, labelled, schema, ...chosen } = row;
        const user = { account: accountOf(reach), id: row.id, slug: slug ?? undefined };
        const isPinned = revision !== undefined || labelled !== null;
        const pinned = isPinned ? await readPinned(database, user.account, row.id, row.revision) : undefined;
        const files = pinned ?? (await findFiles(database, user, row.content)).files;
        const context = values === undefined ? row.preview_context : await readSet(row, user.account, values);
        return {
          ...{ ...chosen, preview_context: JSON.parse(context), files },
          ...(schema && { schema: Buffer.from(schema).toString() }),
        };
      }
      if (revision !== undefined) throw await explainMissingRevision(database, reach, id, revision);
      if (label !== undefined) throw await explainMissingLabel(database, reach, id, label);
      throw templateNotFound();
    },
  };
}

/** The JSON text of a set of values of a revision. */
function buildReadSet(database: Database) {
  return async ({ id, revision }: { id: string; revision: number }, account: string, name: string): Promise<string> => {
    const list = await listPinnedSets(database, id, [revision]);
    const found = list.find((one) => one.kind === 'values' && one.name === name);
    if (found === undefined) throw setNotFound(name, list);
    const row = await database.run((db) =>
      db
        .selectFrom('template_contents')
        .select('bytes')
        .where('account', '=', account)
        .where('digest', '=', found.digest)
        .executeTakeFirstOrThrow(),
    );
    return Buffer.from(row.bytes).toString();
  };
}

/**
 * Deletes revisions that are neither labelled nor among the last `kept`. Never throws: what is left is deleted with the next change, and
 * the change that this follows is stored.
 */
export async function pruneRevisions(database: Database, id: string, newest: number, kept: number): Promise<void> {
  if (newest <= kept) return;
  const prune = database.run(
    (db) =>
      db
        .deleteFrom('template_revisions')
        .where('template', '=', id)
        .where('number', '<=', newest - kept)
        .where('number', 'not in', (labels) =>
          labels.selectFrom('template_labels').select('number').where('template', '=', id),
        )
        .execute(),
    'claims',
  );
  await prune.catch(() => undefined);
}

function readListed(
  row: Pick<RevisionRow, (typeof listedColumns)[number]>,
  labels: readonly { label: string; number: number }[],
  sets: readonly (PinnedValues & { number: number })[],
): StoredRevisionHead {
  const own = sets.filter(({ number }) => number === row.number);
  return {
    revision: row.number,
    name: row.name,
    created_at: readTime(row.created_at) ?? '',
    created_by: row.created_by,
    message: row.message,
    labels: labels.filter(({ number }) => number === row.number).map(({ label }) => label),
    value_sets: own.filter(({ kind }) => kind === 'values').map(({ name }) => name),
    values_schema: own.some(({ kind }) => kind === 'schema'),
  };
}

function readNumber(after: string): number {
  if (/^[1-9]\d{0,14}$/.test(after)) return Number(after);
  throw new StoreError('invalid_request', '"after" is not a cursor of this list');
}

/** A number to compare with: 0, which no revision has, for one that a database cannot hold. */
export function writeNumber(revision: number): number {
  return Number.isSafeInteger(revision) ? revision : 0;
}

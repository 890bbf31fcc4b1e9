import type { RenderEntry, RenderLogQuery } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { buildCursor, buildUuidSource, readCursor, requireUuid } from '../database/uuid.ts';
import type { RenderRow } from '../rows/account-tables.ts';
import type { Database } from '../rows/tables.ts';

/** A render to keep. */
export interface NewRenderEntry extends Omit<RenderEntry, 'id' | 'at' | 'kept'> {
  account: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The request as JSON and the PDF, if they are kept. */
  request?: string | undefined;
  pdf?: Uint8Array | undefined;
}

/** Which renders to list. `from` and `to` are milliseconds since 1970, `to` excluded. */
interface RenderFilter extends Pick<RenderLogQuery, 'outcome' | 'key' | 'template' | 'after'> {
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
}

/** The renders of all accounts. */
export interface RenderStore {
  /** Keeps many at once, in one statement. */
  add(entries: readonly NewRenderEntry[]): Promise<void>;
  /** A page, newest first. `next` is the `after` of the following page, or null on the last page. */
  list(account: string, filter: RenderFilter): Promise<{ entries: RenderEntry[]; next: string | null }>;
  /** Throws `not_found`, as what follows does. */
  get(account: string, id: string): Promise<RenderEntry>;
  /** What was kept of the request and the PDF. Null if nothing was. */
  getKept(account: string, id: string): Promise<{ request: string | null; pdf: Uint8Array | null }>;
  /** Drops what is older than this time. */
  dropBefore(time: number): Promise<void>;
}

const shown = ['id', 'account', 'at', 'source', 'template', 'api_key', 'by', 'outcome', 'facts'] as const;

/** The renders in an open database. */
export function buildRenderStore(database: Database, now: () => Date): RenderStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');
  return {
    async add(entries) {
      const rows = entries.map((entry) => writeRow(entry, makeId()));
      await write((db) => db.insertInto('renders').values(rows).execute());
    },

    async list(account, { outcome, key, template, from, to, after, limit }) {
      const before = after === undefined ? undefined : readCursor(after);
      const rows = await database.run((db) => {
        let query = db
          .selectFrom('renders')
          .select(shown)
          .select((row) => row('request', 'is not', null).as('kept'))
          .where('account', '=', account);
        if (before !== undefined) query = query.where('id', '<', before);
        if (outcome === 'failed') query = query.where('outcome', 'not in', ['ok', 'warnings']);
        else if (outcome === 'warnings') query = query.where('outcome', '=', 'warnings');
        else if (outcome === 'ok') query = query.where('outcome', 'in', ['ok', 'warnings']);
        if (key !== undefined) query = query.where('api_key', '=', key);
        if (template !== undefined) query = query.where('template', '=', template);
        if (from !== undefined) query = query.where('at', '>=', from);
        if (to !== undefined) query = query.where('at', '<', to);
        return query
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute();
      });
      const entries = rows.slice(0, limit).map(readEntry);
      const last = entries.at(-1);
      return { entries, next: rows.length > limit && last ? buildCursor(last.id) : null };
    },

    async get(account, id) {
      const row = await database.run((db) =>
        db
          .selectFrom('renders')
          .select(shown)
          .select((kept) => kept('request', 'is not', null).as('kept'))
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, noRender))
          .executeTakeFirst(),
      );
      if (row === undefined) throw noRender();
      return readEntry(row);
    },

    async getKept(account, id) {
      const row = await database.run((db) =>
        db
          .selectFrom('renders')
          .select(['request', 'pdf'])
          .where('account', '=', account)
          .where('id', '=', requireUuid(id, noRender))
          .executeTakeFirst(),
      );
      if (row === undefined) throw noRender();
      return row;
    },

    async dropBefore(time) {
      await write((db) => db.deleteFrom('renders').where('at', '<', time).execute());
    },
  };
}

function writeRow(entry: NewRenderEntry, id: string): RenderRow {
  const { account, at, source, template, key, by, request, pdf, ...facts } = entry;
  return {
    id,
    account,
    at,
    source,
    template,
    api_key: key,
    by,
    outcome: entry.error?.code ?? (entry.warnings.length > 0 ? 'warnings' : 'ok'),
    facts: JSON.stringify(facts),
    request: request ?? null,
    pdf: pdf ?? null,
  };
}

/** A row without what was kept. Postgres has true and false; SQLite has 1 and 0. */
type ShownRow = Pick<RenderRow, (typeof shown)[number]> & { kept: unknown };

function readEntry({ id, at, source, template, api_key, by, facts, kept }: ShownRow): RenderEntry {
  return {
    id,
    at: new Date(at).toISOString(),
    source: source as RenderEntry['source'],
    template,
    key: api_key,
    by,
    ...(JSON.parse(facts) as Omit<RenderEntry, 'id' | 'at' | 'source' | 'template' | 'key' | 'by' | 'kept'>),
    kept: Boolean(kept),
  };
}

function noRender(): StoreError {
  return new StoreError('not_found', 'there is no render with this id, or it has expired');
}

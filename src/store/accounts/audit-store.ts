import type { AuditEntry } from '../../contract/index.ts';
import { buildCursor, buildUuidSource, readCursor } from '../database/uuid.ts';
import type { AuditRow } from '../rows/account-tables.ts';
import type { Database } from '../rows/tables.ts';

/** What was done, to be kept. */
export interface NewAuditEntry {
  account: string;
  by: string;
  action: string;
  target?: { id: string; name: string } | undefined;
  details?: Record<string, unknown> | undefined;
}

/** What was done in accounts. Nothing here is ever changed or deleted. */
export interface AuditStore {
  add(entry: NewAuditEntry): Promise<void>;
  /** A page, newest first. `next` is the `after` of the following page, or null on the last page. */
  list(
    account: string,
    page: { limit: number; after?: string | undefined },
  ): Promise<{ entries: AuditEntry[]; next: string | null }>;
}

/** The audit log in an open database. */
export function buildAuditStore(database: Database, now: () => Date): AuditStore {
  const makeId = buildUuidSource(now);
  return {
    async add({ account, by, action, target, details = {} }) {
      const row: AuditRow = {
        id: makeId(),
        account,
        at: now().getTime(),
        by,
        action,
        target: target?.id ?? null,
        target_name: target?.name ?? null,
        details: JSON.stringify(details),
      };
      await database.run((db) => db.insertInto('audit').values(row).execute(), 'writes');
    },

    async list(account, { limit, after }) {
      const before = after === undefined ? undefined : readCursor(after);
      const rows = await database.run((db) =>
        db
          .selectFrom('audit')
          .selectAll()
          .where('account', '=', account)
          .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
          .orderBy('id', 'desc')
          .limit(limit + 1)
          .execute(),
      );
      const entries = rows.slice(0, limit).map(readEntry);
      const last = entries.at(-1);
      return { entries, next: rows.length > limit && last ? buildCursor(last.id) : null };
    },
  };
}

function readEntry({ id, at, by, action, target, target_name, details }: AuditRow): AuditEntry {
  return {
    id,
    at: new Date(at).toISOString(),
    by,
    action,
    target: target === null ? null : { id: target, name: target_name ?? '' },
    details: JSON.parse(details),
  };
}

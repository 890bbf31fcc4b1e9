import type { UsageEntry } from '../../contract/index.ts';
import { refuseUnnamed } from '../database/stored-values.ts';
import type { UsageRow } from '../rows/account-tables.ts';
import type { Database } from '../rows/tables.ts';

/** The most of a month; null for no limit. */
export interface Quota {
  renders: number | null;
  pages: number | null;
}

/** How much accounts have used, and how much they may. */
export interface UsageStore {
  /** Adds to what was used, in one statement. No two entries may have the same account, day and key. */
  add(entries: readonly (UsageEntry & { account: string })[]): Promise<void>;
  /** What was used since this day, included, by day and key. Days are in UTC, such as "2026-11-22". */
  list(account: string, since: string): Promise<UsageEntry[]>;
  /** What was used since this day in all. */
  sum(account: string, since: string): Promise<{ renders: number; pages: number }>;
  /** Null in both without a quota. */
  quota(account: string): Promise<Quota>;
  /** Throws `invalid_request` for a name that no account can have. */
  setQuota(account: string, quota: Quota): Promise<void>;
  /** All accounts with a quota, by name. */
  quotas(): Promise<(Quota & { account: string })[]>;
}

/** The usage in an open database. */
export function buildUsageStore(database: Database): UsageStore {
  const write: Database['run'] = (work) => database.run(work, 'writes');
  return {
    async add(entries) {
      const rows: UsageRow[] = entries.map(({ key, ...rest }) => ({ ...rest, api_key: key ?? '' }));
      await write((db) =>
        db
          .insertInto('usage')
          .values(rows)
          .onConflict((conflict) =>
            conflict.columns(['account', 'day', 'api_key']).doUpdateSet((old) => ({
              renders: old('usage.renders', '+', old.ref('excluded.renders')),
              failures: old('usage.failures', '+', old.ref('excluded.failures')),
              pages: old('usage.pages', '+', old.ref('excluded.pages')),
              bytes: old('usage.bytes', '+', old.ref('excluded.bytes')),
            })),
          )
          .execute(),
      );
    },

    async list(account, since) {
      const rows = await database.run((db) =>
        db
          .selectFrom('usage')
          .selectAll()
          .where('account', '=', account)
          .where('day', '>=', since)
          .orderBy('day')
          .orderBy('api_key')
          .execute(),
      );
      return rows.map(({ account: _, api_key, ...rest }) => ({ ...rest, key: api_key === '' ? null : api_key }));
    },

    async sum(account, since) {
      const rows = await database.run((db) =>
        db
          .selectFrom('usage')
          .select(['renders', 'pages'])
          .where('account', '=', account)
          .where('day', '>=', since)
          .execute(),
      );
      const total = (name: 'renders' | 'pages') => rows.reduce((sum, row) => sum + row[name], 0);
      return { renders: total('renders'), pages: total('pages') };
    },

    async quota(account) {
      const row = await database.run((db) =>
        db.selectFrom('quotas').select(['renders', 'pages']).where('account', '=', account).executeTakeFirst(),
      );
      return row ?? { renders: null, pages: null };
    },

    async setQuota(account, quota) {
      refuseUnnamed('account', account);
      await write((db) =>
        db
          .insertInto('quotas')
          .values({ account, ...quota })
          .onConflict((conflict) => conflict.column('account').doUpdateSet(quota))
          .execute(),
      );
    },

    quotas: () => database.run((db) => db.selectFrom('quotas').selectAll().orderBy('account').execute()),
  };
}

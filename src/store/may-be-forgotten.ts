import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * A condition that always holds. On Postgres the statement is then committed without a wait for the disk (PostgreSQL,
 * "synchronous_commit"): what a server forgets that crashes is done again. It keeps the order of commits, so whatever is waited for
 * later keeps this as well. Belongs to the transaction, so that a pooler may stand between.
 */
export function mayBeForgotten({ kind }: Database): RawBuilder<boolean> {
  return kind === 'Postgres' ? sql`(select set_config('synchronous_commit', 'off', true)) = 'off'` : sql`true`;
}

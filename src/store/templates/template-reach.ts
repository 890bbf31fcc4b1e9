import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The templates of an account that a caller may see. */
export interface TemplateReach {
  account: string;
  /** Only those in this folder and in the folders below it. Default: all. */
  folder?: string | null | undefined;
  /** Only these. Default: all. */
  ids?: readonly string[] | null | undefined;
}

/** A reach, or an account for all of its templates. */
export type Reach = string | TemplateReach;

/** The account of a reach. */
export function accountOf(reach: Reach): string {
  return typeof reach === 'string' ? reach : reach.account;
}

/** The condition that a row of `templates` is within reach, in the statement that reads or changes it. */
export function inReach(reach: Reach): RawBuilder<SqlBool> {
  const { account, folder, ids } = typeof reach === 'string' ? { account: reach } : reach;
  const owned = sql<SqlBool>`templates.account = ${account}`;
  const placed = folder ? sql<SqlBool>`${owned} and ${isBelow(folder)}` : owned;
  if (!ids) return placed;
  return ids.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${placed} and templates.id in (${sql.join([...ids])})`;
}

/** The condition that a template is in a folder or below it. */
export function isBelow(folder: string): RawBuilder<SqlBool> {
  const start = `${folder}/`;
  return sql<SqlBool>`substr(templates.folder || '/', 1, ${sql.lit([...start].length)}) = ${start}`;
}

import type { Scope } from '../../contract/index.ts';
import { readTime } from '../database/stored-values.ts';
import type { KeyRow } from '../rows/tables.ts';

/** A stored API key: its first and last characters, never its text. Times are ISO 8601 in UTC, or null. */
export interface StoredKey {
  id: string;
  account: string;
  name: string;
  first: string;
  last: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at: string | null;
  scopes: Scope[];
  /** The only templates that it is for; null for all. */
  templates: string[] | null;
  /** The folder whose templates are the only ones that it is for; null for all. */
  folder: string | null;
  /** Who made it; null if that was not noted. */
  created_by: string | null;
}

/** Whose key it is and what it may do. */
export interface KeyHolder {
  id: string;
  account: string;
  name: string;
  scopes: Scope[];
  templates: string[] | null;
  folder: string | null;
  /** ISO 8601 in UTC; null for a key that holds until it is revoked. */
  expires_at: string | null;
}

/** What is shown of a key. Columns that a newer platen has added are not. */
export const keyColumns = [
  'id',
  'account',
  'name',
  'first',
  'last',
  'created_at',
  'expires_at',
  'last_used_at',
  'revoked_at',
  'scopes',
  'templates',
  'folder',
  'created_by',
] as const;

/** A row as others see it. */
export function readKey(row: Pick<KeyRow, (typeof keyColumns)[number]>): StoredKey {
  return {
    ...row,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: readTime(row.expires_at),
    last_used_at: readTime(row.last_used_at),
    revoked_at: readTime(row.revoked_at),
    ...readKeyLimits(row),
  };
}

/** What a key may do, and for which templates. */
export function readKeyLimits({ scopes, templates }: Pick<KeyRow, 'scopes' | 'templates'>) {
  return {
    scopes: scopes.split(' ') as Scope[],
    templates: templates === null ? null : (JSON.parse(templates) as string[]),
  };
}

import { randomBytes } from 'node:crypto';
import { defaultOverlapSeconds, formatApiKey, type Scope } from '../../contract/index.ts';
import type { KeyStore, StoredKey } from '../../store/index.ts';

/** A key to make. */
export interface KeyFields {
  account: string;
  name: string;
  /** Default: the key holds until it is retired. */
  expiresAt?: Date | undefined;
  /** Default: `render`, `templates:read` and `templates:write`. */
  scopes?: readonly Scope[] | undefined;
  /** Default: all templates. */
  templates?: readonly string[] | null | undefined;
  /** Default: all folders. */
  folder?: string | null | undefined;
  /** Who makes it. */
  createdBy?: string | undefined;
}

/** A key that was made. Its text is returned here and never again. */
export interface IssuedKey {
  key: string;
  stored: StoredKey;
}

/** Makes a key. */
export async function issueKey(keys: KeyStore, fields: KeyFields): Promise<IssuedKey> {
  const key = formatApiKey(randomBytes(32));
  return { key, stored: await keys.create({ ...fields, key }) };
}

/** How a key is rotated. */
export interface RotationOptions {
  /** Milliseconds for which the old key still holds. Default: a day. */
  overlapMs?: number | undefined;
  /** When the new key ends; null for never. Default: it lives as long as the old one was made for. */
  expiresAt?: Date | null | undefined;
  /** The only account whose keys may be rotated. Default: any. */
  account?: string | undefined;
  /** Looks at the new key before anything happens, and may throw. */
  check?: (wanted: KeyFields) => void;
  /** Who rotates it. */
  by: string;
}

/** Makes a key that may do what an old one may, and has the old one end. Throws `not_found` for a key that has ended already. */
export async function rotateKey(
  keys: KeyStore,
  id: string,
  { overlapMs = defaultOverlapSeconds * 1000, expiresAt, account, check, by }: RotationOptions,
  now = new Date(),
): Promise<IssuedKey & { old: StoredKey }> {
  const old = await keys.get(id, account);
  const isOver = old.revoked_at !== null || (old.expires_at !== null && Date.parse(old.expires_at) <= now.getTime());
  if (isOver) throw Object.assign(new Error('this key has ended already'), { code: 'not_found' });
  const fields = {
    account: old.account,
    name: old.name,
    scopes: old.scopes,
    templates: old.templates,
    folder: old.folder,
    expiresAt: expiresAt === undefined ? sameLifetime(old, now) : (expiresAt ?? undefined),
    createdBy: by,
  };
  check?.(fields);
  const issued = await issueKey(keys, fields);
  // The new key comes first: between the two steps both hold, and never none.
  const ended =
    overlapMs === 0
      ? await keys.revoke(id, account)
      : await keys.expire(id, new Date(now.getTime() + overlapMs), account);
  return { ...issued, old: ended };
}

function sameLifetime({ created_at, expires_at }: StoredKey, now: Date): Date | undefined {
  if (expires_at === null) return undefined;
  return new Date(now.getTime() + Date.parse(expires_at) - Date.parse(created_at));
}

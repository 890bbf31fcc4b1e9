import { isApiKey } from '../../contract/index.ts';
import type { KeyStore } from '../../store/index.ts';
import type { Caller } from '../checks/caller.ts';

/** Finds the caller that a key belongs to; undefined for a key that is unknown, revoked or expired. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/** Finds callers by the keys of a store. */
export function findByKey(keys: Pick<KeyStore, 'find'>): FindCaller {
  return async (key) => {
    const found = await keys.find(key);
    if (found === undefined) return undefined;
    const { account, id, name, scopes, templates, folder, expires_at } = found;
    const expiresAt = expires_at === null ? undefined : new Date(expires_at);
    return { account, keyId: id, by: `key ${name}`, scopes, templates, folder, expiresAt };
  };
}

/**
 * The caller of a request by its Authorization headers (RFC 6750, section 2.1). Undefined without a header, with several, and for
 * a key that is malformed, unknown, revoked or expired. The checksum finds a mistyped key without a look into the store.
 */
export async function authenticate(headers: readonly string[], find: FindCaller): Promise<Caller | undefined> {
  if (headers.length !== 1) return undefined;
  const key = /^Bearer +(\S+) *$/i.exec(headers[0] ?? '')?.[1];
  return key !== undefined && isApiKey(key) ? find(key) : undefined;
}

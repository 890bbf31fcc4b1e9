import { isApiKey } from '../../contract/index.ts';

/** Whose request it is. */
interface Caller {
  account: string;
  keyId: string;
}

/** Finds the caller that a key belongs to; undefined for a key that is unknown, revoked or expired. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/**
 * The caller of a request by its Authorization headers (RFC 6750, section 2.1). Undefined without a header, with several, and for
 * a key that is malformed, unknown, revoked or expired. The checksum finds a mistyped key without a look into the store.
 */
export async function authenticate(headers: readonly string[], find: FindCaller): Promise<Caller | undefined> {
  if (headers.length !== 1) return undefined;
  const key = /^Bearer +(\S+) *$/i.exec(headers[0] ?? '')?.[1];
  return key !== undefined && isApiKey(key) ? find(key) : undefined;
}

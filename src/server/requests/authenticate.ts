import { isApiKey } from '../../contract/index.ts';

/** Whose request it is. */
export interface Caller {
  account: string;
  keyId: string;
  /** Whether rates and shares do not count: a command that runs the service for itself. Default false. */
  unlimited?: boolean;
}

/** Finds the caller that a key belongs to; undefined for a key that is unknown, retired or expired. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/**
 * The caller of a request by its Authorization headers (RFC 6750, section 2.1), or nothing: for none, more than one, and a
 * key that is malformed, unknown, retired or expired. A mistyped key is told by its checksum, without asking for it.
 */
export async function authenticate(headers: readonly string[], find: FindCaller): Promise<Caller | undefined> {
  if (headers.length !== 1) return undefined;
  const key = /^Bearer +(\S+) *$/i.exec(headers[0] ?? '')?.[1];
  return key !== undefined && isApiKey(key) ? find(key) : undefined;
}

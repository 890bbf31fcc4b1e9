import { isApiKey } from '../contract/index.ts';
import { RequestError } from './problems.ts';

/** Whose request it is. */
export interface Caller {
  account: string;
  keyId: string;
}

/** Finds the caller that a key belongs to; undefined for a key that is unknown, retired or expired. */
export type FindCaller = (key: string) => Promise<Caller | undefined>;

/**
 * The caller of a request by its Authorization header (RFC 6750, section 2.1). Throws one and the same `unauthorized` for a
 * missing, malformed, unknown, retired and expired key.
 */
export async function authenticate(header: string | undefined, find: FindCaller): Promise<Caller> {
  const key = /^Bearer +(\S+) *$/i.exec(header ?? '')?.[1];
  const caller = key !== undefined && isApiKey(key) ? await find(key) : undefined;
  if (!caller) throw new RequestError('unauthorized', 'send a valid API key as "Authorization: Bearer <API key>"');
  return caller;
}

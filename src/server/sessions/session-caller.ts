import type { FastifyRequest } from 'fastify';
import { type Role, roles, scopesOfRole } from '../../contract/index.ts';
import type { Membership } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import type { Caller } from '../checks/caller.ts';
import { readCookie } from './cookies.ts';
import { refuseForeign } from './same-origin.ts';

/** A sign-in that holds. */
export interface PersonSession {
  id: string;
  /** Null in the local dashboard. */
  userId: string | null;
  email: string | null;
  /** The account that is looked at. */
  account: string;
  /** All accounts of the person, at least one. */
  memberships: Membership[];
}

/** A caller of the dashboard. */
export interface SessionCaller extends Caller {
  role: Role;
  session: PersonSession;
}

/** Finds the sign-in of a cookie's secret. */
export type FindSession = (secret: string) => Promise<PersonSession | undefined>;

/**
 * The caller, by the cookie; undefined without one that holds. The header `Platen-Account` chooses another account of the
 * person for this request. Throws `forbidden` for a request from another origin, and for an account that is not theirs.
 */
export async function findPerson(request: FastifyRequest, find: FindSession): Promise<SessionCaller | undefined> {
  const secret = readCookie(request);
  const session = secret === undefined ? undefined : await find(secret);
  if (session === undefined) return undefined;
  refuseForeign(request);
  const account = request.headers['platen-account'] ?? session.account;
  const membership = session.memberships.find((other) => other.account === account);
  if (membership === undefined) throw new RequestError('forbidden', 'you are not in this account');
  const { role } = membership;
  return {
    account: membership.account,
    keyId: `user:${session.userId ?? 'local'}`,
    by: session.email ?? 'the dashboard',
    scopes: scopesOfRole[role],
    templates: null,
    folder: null,
    role,
    session,
  };
}

/** Throws `forbidden` unless the person has this role or one that may do more. */
export function requireRole({ role }: SessionCaller, needed: Role): void {
  if (roles.indexOf(role) <= roles.indexOf(needed)) return;
  throw new RequestError('forbidden', `this takes the role "${needed}"; you are ${role} of this account`);
}

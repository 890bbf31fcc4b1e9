import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredUser } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { networkOf } from '../requests/client-address.ts';
import { makeSecret, readCookie, setSessionCookie } from '../sessions/cookies.ts';
import type { PersonSession } from '../sessions/session-caller.ts';
import type { DashboardParts } from './dashboard-parts.ts';

/**
 * Signs a person in: the earlier sign-in of the browser ends, and a new secret goes into the cookie, so that no attacker can have
 * known it (session fixation). Throws `forbidden` for a person without an account, and `unauthorized` if the password that was checked is
 * theirs no more.
 */
export async function beginSession(
  { accounts: { users, sessions }, audit, findSession }: Pick<DashboardParts, 'accounts' | 'audit' | 'findSession'>,
  { id: userId, email, password }: Pick<StoredUser, 'id' | 'email'> & { password?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PersonSession> {
  const [first] = await users.memberships(userId);
  if (first === undefined) throw new RequestError('forbidden', 'you are in no account; ask an admin to add you');
  const earlier = readCookie(request);
  const before = earlier === undefined ? undefined : await findSession(earlier);
  if (before?.userId) await sessions.end(before.id, before.userId);
  const secret = makeSecret();
  const isBegun = await sessions.create({
    secret,
    userId,
    account: before?.userId === userId ? before.account : first.account,
    address: request.ip,
    network: networkOf(request.ip),
    agent: request.headers['user-agent'] ?? '',
    password,
  });
  if (!isBegun) throw new RequestError('unauthorized', 'the password has just been changed; sign in again');
  await users.noteSignIn(userId);
  setSessionCookie(request, reply, secret);
  const session = (await findSession(secret)) as PersonSession;
  await audit({ account: session.account, by: email, action: 'session.began', details: { address: request.ip } });
  return session;
}

import type { FastifyInstance } from 'fastify';
import type { SessionEntry, SignIn } from '../../contract/index.ts';
import type { StoredUser } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';
import { networkOf } from '../requests/client-address.ts';
import { clearSessionCookie, readCookie, setSessionCookie } from '../sessions/cookies.ts';
import { beginSession } from './begin-session.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';
import { describeSession } from './session-view.ts';

/** Registers signing in and out, passwords and one-time links. */
export function addSessionRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { accounts, passwords, signInLimits, findSession, audit, local } = parts;
  const { users, sessions } = accounts;

  /** Throws `unauthorized` unless it is the password; slows down who guesses. */
  async function checkPassword(email: string, password: string, address: string) {
    const user = await users.find(email);
    const network = networkOf(address);
    const isKnown = async () => user !== undefined && sessions.knowsNetwork(user.id, network);
    const succeed = await signInLimits.begin(network, email.toLowerCase(), isKnown);
    const isRight = await passwords.verify(password, user?.password ?? null);
    if (!user?.password || !isRight) throw wrongPassword();
    succeed();
    return { ...user, password: user.password };
  }

  addDashboardRoutes(app, parts, {
    async readSession({ request }) {
      const secret = readCookie(request);
      const session = secret === undefined ? undefined : await findSession(secret);
      return describeSession(session, parts);
    },

    async signIn({ body, request, reply }: DashboardRequest<SignIn>) {
      const user = await checkPassword(body.email, body.password, request.ip);
      return describeSession(await beginSession(parts, user, request, reply), parts);
    },

    async signOut({ caller: { session }, request, reply }) {
      if (session.userId !== null) await sessions.end(session.id, session.userId);
      clearSessionCookie(request, reply);
    },

    async switchAccount({ caller: { session }, body: { account } }: DashboardRequest<{ account: string }>) {
      if (!session.memberships.some((other) => other.account === account)) {
        throw new RequestError('forbidden', 'you are not in this account');
      }
      if (session.userId !== null) await sessions.setAccount(session.id, account);
      return describeSession(session, parts, account);
    },

    async redeemTicket({ body, request, reply }: DashboardRequest<{ ticket: string }>) {
      const secret = local?.redeem(body.ticket);
      if (secret === undefined)
        throw new RequestError('unauthorized', 'this ticket was used already, or is of another start');
      setSessionCookie(request, reply, secret);
      return describeSession(await findSession(secret), parts);
    },

    async readLink({ body }: DashboardRequest<{ link: string }>) {
      const user = await users.findLink(body.link);
      if (user === undefined) throw usedLink();
      return { data: { email: user.email } };
    },

    async setPassword({ body, request, reply }: DashboardRequest<{ link: string; password: string }>) {
      // Hashed before the link is used up, so that a failure leaves it good.
      if ((await users.findLink(body.link)) === undefined) throw usedLink();
      const password = await passwords.hash(body.password);
      const user = await users.redeemLink(body.link, password);
      if (user === undefined) throw usedLink();
      await endSignIns(user);
      return describeSession(await beginSession(parts, { ...user, password }, request, reply), parts);
    },

    async changePassword(call: DashboardRequest<{ old_password: string; password: string }>) {
      const { caller, body, request, reply } = call;
      if (caller.session.email === null) throw new RequestError('forbidden', 'this dashboard has no passwords');
      const user = await checkPassword(caller.session.email, body.old_password, request.ip);
      const password = await passwords.hash(body.password);
      if (!(await users.setPassword(user.id, password, user.password))) throw wrongPassword();
      await endSignIns(user);
      return describeSession(await beginSession(parts, { ...user, password }, request, reply), parts);
    },

    async listSessions({ caller: { session } }) {
      const list = session.userId === null ? [] : await sessions.list(session.userId);
      return { data: list.map((entry): SessionEntry => ({ ...entry, current: entry.id === session.id })) };
    },

    async endSession({ caller: { session }, id }) {
      if (session.userId !== null && (await sessions.end(id, session.userId))) return;
      throw new RequestError('not_found', 'there is no such sign-in');
    },

    async endSessions({ caller: { session }, request, reply }) {
      if (session.userId !== null) await sessions.endAll(session.userId);
      clearSessionCookie(request, reply);
    },
  });

  /** Ends all sign-ins of a person whose password has changed. */
  async function endSignIns({ id, email }: Pick<StoredUser, 'id' | 'email'>): Promise<void> {
    await sessions.endAll(id);
    for (const { account } of await users.memberships(id)) await audit({ account, by: email, action: 'password.set' });
  }
}

function usedLink(): RequestError {
  return new RequestError('unauthorized', 'this link was used already, or is too old; ask for a new one');
}

function wrongPassword(): RequestError {
  return new RequestError('unauthorized', 'the email address or the password is wrong');
}

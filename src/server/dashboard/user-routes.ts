import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role, UserEntry } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';
import type { SessionCaller } from '../sessions/session-caller.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';
import { admit, makeLink, writeLink } from './invite.ts';

/** Registers the people of an account. */
export function addUserRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { accounts, audit, now } = parts;
  const { users, sessions } = accounts;

  async function find({ account }: SessionCaller, id: string): Promise<UserEntry> {
    const member = (await users.members(account)).find((other) => other.id === id.toLowerCase());
    if (member === undefined) throw new RequestError('not_found', 'there is no such user in this account');
    return member;
  }

  function note(
    { account, by }: SessionCaller,
    action: string,
    { id, email }: Pick<UserEntry, 'id' | 'email'>,
    details = {},
  ) {
    return audit({ account, by, action, target: { id, name: email }, details });
  }

  addDashboardRoutes(app, parts, {
    async listUsers({ caller }) {
      return { data: (await users.members(caller.account)).map(describeMember) };
    },

    async createUser({ caller, body, request }: DashboardRequest<{ email: string; role: Role }>) {
      refuseLocal(caller);
      const { account } = caller;
      const known = await users.find(body.email);
      const memberships = known === undefined ? [] : await users.memberships(known.id);
      if (memberships.some((other) => other.account === account)) {
        throw new RequestError('invalid_request', 'this user is already in the account');
      }
      if (memberships.length > 0) throw inAnotherAccount();
      const { id, email } = await admit(users, body.email, account, body.role);
      const secret = await makeLink(users, id, { onlyIn: account, now: now() });
      if (secret === undefined) {
        // Another request has added them at the same moment.
        await users.remove(id, account);
        throw inAnotherAccount();
      }
      await note(caller, 'user.added', { id, email }, { role: body.role });
      return { data: describeMember(await find(caller, id)), link: writeLink(addressOf(request, parts), secret) };
    },

    async changeRole({ caller, id, body: { role } }: DashboardRequest<{ role: Role }>) {
      const member = await find(caller, id);
      if (member.role === role) return { data: describeMember(member) };
      await users.setRole(member.id, caller.account, role);
      await sessions.endAll(member.id);
      await note(caller, 'user.role_changed', member, { from: member.role, to: role });
      return { data: describeMember({ ...member, role }) };
    },

    async deleteUser({ caller, id }) {
      const member = await find(caller, id);
      // Their sign-ins go on in other accounts: memberships are read at each request.
      await users.remove(member.id, caller.account);
      await note(caller, 'user.removed', member);
    },

    async createLink({ caller, id, request }) {
      const member = await find(caller, id);
      const secret = await makeLink(users, member.id, { onlyIn: caller.account, now: now() });
      if (secret === undefined) {
        throw new RequestError('forbidden', 'this person is in other accounts too, and sets a password by themselves');
      }
      await note(caller, 'user.link_made', member);
      return { link: writeLink(addressOf(request, parts), secret) };
    },
  });
}

/** The address at which the caller's browser has found the service. */
function addressOf({ headers, protocol, host }: FastifyRequest, { publicUrl }: DashboardParts): string {
  return publicUrl ?? headers.origin ?? `${protocol}://${host}`;
}

function inAnotherAccount(): RequestError {
  return new RequestError(
    'forbidden',
    'this person is already in another account; the operator can add them here: platen users create',
  );
}

function refuseLocal({ session }: SessionCaller): void {
  if (session.userId !== null) return;
  throw new RequestError(
    'forbidden',
    'the dashboard of one machine has no users; create them for a service: platen users create',
  );
}

function describeMember({ id, email, role, created_at, last_sign_in_at, has_password }: UserEntry): UserEntry {
  return { id, email, role, created_at, last_sign_in_at, has_password };
}

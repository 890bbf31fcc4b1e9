import { type SessionView, scopesOfRole } from '../../contract/index.ts';
import type { PersonSession } from '../sessions/session-caller.ts';
import type { DashboardParts } from './dashboard-parts.ts';

/** What the dashboard gets about its user. `account` is the one that is looked at; default that of the session. */
export function describeSession(
  session: PersonSession | undefined,
  { local, openIdName, version }: Pick<DashboardParts, 'local' | 'openIdName' | 'version'>,
  account = session?.account ?? null,
): { data: SessionView } {
  const role = session?.memberships.find((other) => other.account === account)?.role ?? null;
  return {
    data: {
      signed_in: session !== undefined,
      local: local !== undefined,
      email: session?.email ?? null,
      account,
      role,
      scopes: role === null ? [] : [...scopesOfRole[role]],
      accounts: session?.memberships ?? [],
      openid: openIdName ?? null,
      version,
    },
  };
}

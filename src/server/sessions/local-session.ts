import { createHash, timingSafeEqual } from 'node:crypto';
import { makeSecret } from './cookies.ts';
import type { FindSession, PersonSession } from './session-caller.ts';

/** The sign-in of the local dashboard. It ends with the process. */
export interface LocalSession {
  find: FindSession;
  /** The secret of a new cookie for the ticket; undefined if it is wrong or used. */
  redeem(ticket: string): string | undefined;
}

/** Opens it for one-time tickets. */
export function openLocalSession(tickets: readonly string[], account: string): LocalSession {
  const session: PersonSession = {
    id: 'local',
    userId: null,
    email: null,
    account,
    memberships: [{ account, role: 'admin' }],
  };
  const left = new Set(tickets);
  const secrets = new Set<string>();
  return {
    find: async (secret) => (findSame(secret, secrets) === undefined ? undefined : session),
    redeem(text) {
      const ticket = findSame(text, left);
      if (ticket === undefined) return undefined;
      left.delete(ticket);
      const secret = makeSecret();
      secrets.add(secret);
      return secret;
    },
  };
}

/** The text that is equal to `secret`, compared in constant time. */
function findSame(secret: string, wanted: Iterable<string>): string | undefined {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return [...wanted].find((text) => timingSafeEqual(digest(secret), digest(text)));
}

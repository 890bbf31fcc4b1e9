import { createHash, timingSafeEqual } from 'node:crypto';
import { makeSecret } from './cookies.ts';
import type { FindSession, Session } from './session-caller.ts';

/** The sign-in of who opened the dashboard of their own machine. It ends with the process. */
export interface LocalSession {
  find: FindSession;
  /** The secret of a new cookie for the ticket; undefined where it is wrong or used. */
  redeem(ticket: string): string | undefined;
}

/** Opens it for a one-time ticket. */
export function openLocalSession(ticket: string, account: string): LocalSession {
  const session: Session = {
    id: 'local',
    userId: null,
    email: null,
    account,
    memberships: [{ account, role: 'admin' }],
  };
  let left: string | undefined = ticket;
  let secret: string | undefined;
  return {
    find: async (given) => (secret !== undefined && isSame(given, secret) ? session : undefined),
    redeem(given) {
      if (left === undefined || !isSame(given, left)) return undefined;
      left = undefined;
      secret = makeSecret();
      return secret;
    },
  };
}

/** Whether two texts are equal, in constant time. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}

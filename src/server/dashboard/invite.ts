import type { Role } from '../../contract/index.ts';
import type { AccountStores, StoredUser } from '../../store/index.ts';
import { makeSecret } from '../sessions/cookies.ts';

/** Milliseconds for which a one-time link is good. */
const linkMs = 15 * 60_000;

/**
 * Makes somebody a member of an account, with a one-time link to set a password. Who is in another account too gets no link: it would
 * let an admin of one account into the others.
 */
export async function invite(
  users: AccountStores['users'],
  email: string,
  account: string,
  role: Role,
  now: Date,
): Promise<{ user: StoredUser; secret: string | undefined }> {
  const user = await users.create(email);
  await users.setRole(user.id, account, role);
  const memberships = await users.memberships(user.id);
  if (memberships.some((other) => other.account !== account)) return { user, secret: undefined };
  const secret = makeSecret();
  await users.createLink(user.id, secret, new Date(now.getTime() + linkMs));
  return { user, secret };
}

/** The whole link: the secret stands in the fragment, which no server and no proxy gets to see. */
export function writeLink(address: string, secret: string): string {
  return `${address.replace(/\/+$/, '')}/dashboard/#link=${secret}`;
}

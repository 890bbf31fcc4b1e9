import type { Role } from '../../contract/index.ts';
import type { AccountStores, StoredUser } from '../../store/index.ts';
import { makeSecret } from '../sessions/cookies.ts';

/** Milliseconds for which a one-time link is good. */
const linkMs = 15 * 60_000;

/** Who is to be a member of what. */
interface Invitation {
  email: string;
  account: string;
  role: Role;
  /** Default: the time of this machine. */
  now?: Date;
}

/**
 * Makes somebody a member of an account, with the secret of a one-time link to set a password. Who is in another account too gets
 * none, because it would let an admin of one account into the others; with `always`, for the operator, everybody gets one.
 */
export async function invite(
  users: AccountStores['users'],
  wish: Invitation & { always: true },
): Promise<{ user: StoredUser; secret: string }>;
export async function invite(
  users: AccountStores['users'],
  wish: Invitation,
): Promise<{ user: StoredUser; secret: string | undefined }>;
export async function invite(
  users: AccountStores['users'],
  { email, account, role, now = new Date(), always = false }: Invitation & { always?: boolean },
): Promise<{ user: StoredUser; secret: string | undefined }> {
  const user = await users.create(email);
  await users.setRole(user.id, account, role);
  const memberships = await users.memberships(user.id);
  if (!always && memberships.some((other) => other.account !== account)) return { user, secret: undefined };
  const secret = makeSecret();
  await users.createLink(user.id, secret, new Date(now.getTime() + linkMs));
  return { user, secret };
}

/** The whole link: the secret stands in the fragment, which no server and no proxy gets to see. */
export function writeLink(address: string, secret: string): string {
  return `${address.replace(/\/+$/, '')}/dashboard/#link=${secret}`;
}

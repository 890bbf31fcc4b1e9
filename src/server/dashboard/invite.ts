import type { Role } from '../../contract/index.ts';
import type { AccountStores, StoredUser } from '../../store/index.ts';
import { makeSecret } from '../sessions/cookies.ts';

/** Milliseconds for which a one-time link is good. */
const linkMs = 15 * 60_000;

type Users = AccountStores['users'];

/** For whom a link is made. */
interface LinkOptions {
  /**
   * The only account that the person may be in. An admin of one account gets no link for a member of others, which would let them in
   * there. Default: any, for the operator.
   */
  onlyIn?: string | undefined;
  /** Default: the time of this machine. */
  now?: Date | undefined;
}

/** Makes a person a new member of an account: only the holder of the next link gets in. */
export async function admit(users: Users, email: string, account: string, role: Role): Promise<StoredUser> {
  const user = await users.create(email);
  await users.join(user.id, account, role);
  return user;
}

/** Makes a one-time link to set a password. Gives its secret; undefined for a person in another account than `onlyIn`. */
export async function makeLink(
  users: Users,
  id: string,
  { onlyIn, now = new Date() }: LinkOptions = {},
): Promise<string | undefined> {
  const secret = makeSecret();
  const isMade = await users.createLink(id, secret, new Date(now.getTime() + linkMs), onlyIn);
  return isMade ? secret : undefined;
}

/** The whole link: the secret is in the fragment, which no server and no proxy gets to see. */
export function writeLink(address: string, secret: string): string {
  return `${address.replace(/\/+$/, '')}/dashboard/#link=${secret}`;
}

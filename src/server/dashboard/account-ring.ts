import type { Role, UserEntry } from '../../contract/index.ts';
import { openStore, type StoreLocation } from '../../store/index.ts';
import { admit, makeLink, writeLink } from './invite.ts';

/** An account with what it has used this month and may use. Null means no limit. */
interface AccountUsage {
  account: string;
  people: number;
  renders: number;
  pages: number;
  renders_limit: number | null;
  pages_limit: number | null;
}

/** The people and the quotas of a store, for commands on the service's own machine. */
export interface AccountRing {
  /**
   * Makes a person a member of an account, with a one-time link to set a password at this address of the service. Without a role
   * members keep theirs, and others become admins if the account has no member yet, else viewers. Adding a new member
   * revokes their password and all their sessions, in all accounts.
   */
  invite(
    email: string,
    account: string,
    role: Role | undefined,
    address: string,
  ): Promise<{ user: UserEntry; link: string }>;
  /** The people of an account, or of all. */
  people(account?: string): Promise<(UserEntry & { account: string })[]>;
  /** Takes a person out of an account immediately. Throws `not_found`. */
  remove(email: string, account: string): Promise<void>;
  /** All accounts with people or a quota. */
  accounts(): Promise<AccountUsage[]>;
  /** The names of all accounts with keys, people or a quota. */
  names(): Promise<string[]>;
  /** Changes the quota of an account: what is undefined stays unchanged. */
  setQuota(
    account: string,
    change: { renders?: number | null | undefined; pages?: number | null | undefined },
  ): Promise<void>;
  close(): Promise<void>;
}

const by = 'the command line';

/** Opens the people and quotas of a store. Throws `io_failed` if the store cannot be opened. */
export async function openAccountRing(location: StoreLocation): Promise<AccountRing> {
  const store = await openStore(location);
  const { users, sessions, usage, audit } = await store.accounts();

  async function find(email: string, account: string): Promise<UserEntry | undefined> {
    const user = await users.find(email);
    return user && (await users.members(account)).find(({ id }) => id === user.id);
  }

  return {
    async invite(email, account, requestedRole, address) {
      const before = await find(email, account);
      const isFirst = (await users.members(account)).length === 0;
      const role = requestedRole ?? before?.role ?? (isFirst ? 'admin' : 'viewer');
      const { id } = before ?? (await admit(users, email, account, role));
      if (before !== undefined && before.role !== role) {
        await users.setRole(id, account, role);
        await sessions.endAll(id);
      }
      const secret = (await makeLink(users, id)) as string;
      const user = (await find(email, account)) as UserEntry;
      const action = before === undefined ? 'user.added' : 'user.link_made';
      await audit.add({ account, by, action, target: { id, name: user.email }, details: { role } });
      return { user, link: writeLink(address, secret) };
    },
    people: (account) => users.members(account),
    async remove(email, account) {
      const member = await find(email, account);
      if (member === undefined) throw Object.assign(new Error('there is no such person'), { code: 'not_found' });
      await users.remove(member.id, account);
      await audit.add({ account, by, action: 'user.removed', target: { id: member.id, name: member.email } });
    },
    async accounts() {
      const [people, quotas] = [await users.members(), await usage.quotas()];
      const names = new Set([...people, ...quotas].map(({ account }) => account));
      const month = `${new Date().toISOString().slice(0, 7)}-01`;
      return Promise.all(
        [...names].sort().map(async (account) => {
          const { renders, pages } = await usage.sum(account, month);
          const quota = quotas.find((other) => other.account === account);
          return {
            account,
            people: people.filter((person) => person.account === account).length,
            renders,
            pages,
            renders_limit: quota?.renders ?? null,
            pages_limit: quota?.pages ?? null,
          };
        }),
      );
    },
    async names() {
      const rows = await Promise.all([store.keys.list(), users.members(), usage.quotas()]);
      return [...new Set(rows.flat().map(({ account }) => account))].sort();
    },
    async setQuota(account, { renders, pages }) {
      const before = await usage.quota(account);
      const quota = {
        renders: renders === undefined ? before.renders : renders,
        pages: pages === undefined ? before.pages : pages,
      };
      await usage.setQuota(account, quota);
      await audit.add({ account, by, action: 'quota.changed', details: { ...quota } });
    },
    close: () => store.close(),
  };
}

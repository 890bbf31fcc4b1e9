import type { Role, UserEntry } from '../../contract/index.ts';
import { StoreError } from '../database/store-error.ts';
import { readTime, refuseUnnamed } from '../database/stored-values.ts';
import { buildUuidSource, readUuid } from '../database/uuid.ts';
import type { UserRow } from '../rows/account-tables.ts';
import type { Database } from '../rows/tables.ts';
import { buildUserLinks, type StoredUser, type UserLinks } from './user-links.ts';

/** An account of a person. */
export interface Membership {
  account: string;
  role: Role;
}

/** People and their accounts. An email address is compared without regard to case. */
export interface UserStore extends UserLinks {
  /** The person of this address, made if there is none. */
  create(email: string): Promise<StoredUser>;
  /** Whether the store has no people at all. */
  isEmpty(): Promise<boolean>;
  find(email: string): Promise<StoredUser | undefined>;
  /** The person that a provider of OpenID Connect knows by this name of issuer and subject. */
  findByOpenId(openid: string): Promise<StoredUser | undefined>;
  /** Whether a provider knows this person. */
  hasOpenId(id: string): Promise<boolean>;
  /** Notes by which name a provider knows a person. */
  setOpenId(id: string, openid: string): Promise<void>;
  /**
   * Sets what the password is checked against, and drops the links of the person. With `earlier`, only if that is what it was
   * checked against until now. Gives whether it did.
   */
  setPassword(id: string, password: string, earlier?: string): Promise<boolean>;
  noteSignIn(id: string): Promise<void>;
  /** The accounts of a person, by name. */
  memberships(id: string): Promise<Membership[]>;
  /** The people of an account, or of all, by address. */
  members(account?: string): Promise<(UserEntry & { account: string })[]>;
  /**
   * Makes a person a new member: their password, sign-ins, links and the name by which a provider knows them are deleted, so
   * that an earlier way in, such as that of an admin of another account, does not lead into this one.
   */
  join(id: string, account: string, role: Role): Promise<void>;
  /** Makes a person a member who keeps their sign-ins, or changes a role. Throws `invalid_request` for the role of the last admin. */
  setRole(id: string, account: string, role: Role): Promise<void>;
  /**
   * Makes these the accounts of a person, and no others. Joining one of them deletes what `join` deletes, but for
   * the name by which the provider knows them. The last admin is not spared: a provider decides.
   */
  setMemberships(id: string, memberships: readonly Membership[]): Promise<void>;
  /** Takes a person out of an account; a person in no other is deleted. Throws `not_found`, and `invalid_request` for the last admin. */
  remove(id: string, account: string): Promise<void>;
}

/** The people in an open database. */
export function buildUserStore(database: Database, now: () => Date): UserStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');

  async function findBy(column: 'id' | 'email' | 'openid', value: string): Promise<StoredUser | undefined> {
    const row = await database.run((db) =>
      db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst(),
    );
    return row && readUser(row);
  }

  async function writeRole(id: string, account: string, role: Role): Promise<void> {
    await write((db) =>
      db
        .insertInto('memberships')
        .values({ user_id: id, account, role })
        .onConflict((conflict) => conflict.columns(['user_id', 'account']).doUpdateSet({ role }))
        .execute(),
    );
  }

  /** Closes every way in: what is being set by a link finds the link gone, and what has been set already goes after. */
  async function startAfresh(id: string, wiped: { password: null; openid?: null }): Promise<void> {
    await write((db) => db.deleteFrom('links').where('user_id', '=', id).execute());
    await write((db) => db.updateTable('users').set(wiped).where('id', '=', id).execute());
    await write((db) => db.deleteFrom('sessions').where('user_id', '=', id).execute());
  }

  async function refuseLastAdmin(id: string, account: string): Promise<void> {
    const admins = await database.run((db) =>
      db
        .selectFrom('memberships')
        .select('user_id')
        .where('account', '=', account)
        .where('role', '=', 'admin')
        .execute(),
    );
    if (admins.length !== 1 || admins[0]?.user_id !== id) return;
    throw new StoreError('invalid_request', 'an account needs an admin; make another person an admin first', {
      fix: 'platen users create ada@example.com --role admin',
    });
  }

  const users: UserStore = {
    ...buildUserLinks(database, (id) => findBy('id', id), now),

    async create(email) {
      const address = normaliseEmail(email);
      refuseUnnamed('email', address);
      const row = {
        id: makeId(),
        email: address,
        password: null,
        openid: null,
        created_at: now().getTime(),
        last_sign_in_at: null,
      };
      await write((db) =>
        db
          .insertInto('users')
          .values(row)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .execute(),
      );
      return (await findBy('email', address)) ?? readUser(row);
    },

    async isEmpty() {
      const found = await database.run((db) => db.selectFrom('users').select('id').limit(1).executeTakeFirst());
      return found === undefined;
    },

    find: (email) => findBy('email', normaliseEmail(email)),
    findByOpenId: (openid) => findBy('openid', openid),

    async hasOpenId(id) {
      const found = await database.run((db) =>
        db.selectFrom('users').select('openid').where('id', '=', id).executeTakeFirst(),
      );
      return (found?.openid ?? null) !== null;
    },

    async setOpenId(id, openid) {
      await write((db) => db.updateTable('users').set({ openid }).where('id', '=', id).execute());
    },

    async setPassword(id, password, earlier) {
      const set = await write((db) =>
        db
          .updateTable('users')
          .set({ password })
          .where('id', '=', id)
          .$if(earlier !== undefined, (query) => query.where('password', '=', earlier ?? ''))
          .returning('id')
          .execute(),
      );
      if (set.length === 0) return false;
      await write((db) => db.deleteFrom('links').where('user_id', '=', id).execute());
      return true;
    },

    async noteSignIn(id) {
      const time = now().getTime();
      await write((db) => db.updateTable('users').set({ last_sign_in_at: time }).where('id', '=', id).execute());
    },

    async memberships(id) {
      const rows = await database.run((db) =>
        db.selectFrom('memberships').select(['account', 'role']).where('user_id', '=', id).orderBy('account').execute(),
      );
      return rows.map(({ account, role }) => ({ account, role: role as Role }));
    },

    async members(account) {
      const rows = await database.run((db) =>
        db
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .selectAll('users')
          .select(['memberships.role', 'memberships.account'])
          .$if(account !== undefined, (query) => query.where('memberships.account', '=', account ?? ''))
          .orderBy('users.email')
          .orderBy('memberships.account')
          .execute(),
      );
      return rows.map(readMember);
    },

    async join(id, account, role) {
      refuseUnnamed('account', account);
      const wiped = { password: null, openid: null };
      await startAfresh(id, wiped);
      await writeRole(id, account, role);
      // Once more, for what was under way meanwhile.
      await startAfresh(id, wiped);
    },

    async setRole(id, account, role) {
      refuseUnnamed('account', account);
      if (role !== 'admin') await refuseLastAdmin(id, account);
      await writeRole(id, account, role);
    },

    async setMemberships(id, memberships) {
      const before = await users.memberships(id);
      const joins = memberships.some(({ account }) => !before.some((other) => other.account === account));
      if (joins) await startAfresh(id, { password: null });
      for (const { account, role } of memberships) {
        refuseUnnamed('account', account);
        await writeRole(id, account, role);
      }
      if (joins) await startAfresh(id, { password: null });
      const accounts = memberships.map(({ account }) => account);
      await write((db) =>
        db
          .deleteFrom('memberships')
          .where('user_id', '=', id)
          .$if(accounts.length > 0, (query) => query.where('account', 'not in', accounts))
          .execute(),
      );
    },

    async remove(id, account) {
      const uuid = readUuid(id);
      if (uuid === undefined) throw notThere();
      await refuseLastAdmin(uuid, account);
      const gone = await write((db) =>
        db
          .deleteFrom('memberships')
          .where('user_id', '=', uuid)
          .where('account', '=', account)
          .returning('user_id')
          .execute(),
      );
      if (gone.length === 0) throw notThere();
      if ((await users.memberships(uuid)).length > 0) return;
      await write((db) => db.deleteFrom('links').where('user_id', '=', uuid).execute());
      await write((db) => db.deleteFrom('users').where('id', '=', uuid).execute());
    },
  };
  return users;
}

function normaliseEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

function readUser({ id, email, password }: Pick<UserRow, 'id' | 'email' | 'password'>): StoredUser {
  return { id, email, password };
}

function readMember(row: UserRow & { role: string; account: string }): UserEntry & { account: string } {
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    account: row.account,
    created_at: new Date(row.created_at).toISOString(),
    last_sign_in_at: readTime(row.last_sign_in_at),
    has_password: row.password !== null,
  };
}

function notThere(): StoreError {
  return new StoreError('not_found', 'there is no such user in this account');
}

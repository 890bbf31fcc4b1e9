import type { Kysely } from 'kysely';
import type { SessionEntry } from '../../contract/index.ts';
import { digestSecret } from '../database/stored-values.ts';
import { buildUuidSource, readUuid } from '../database/uuid.ts';
import type { SessionRow } from '../rows/account-tables.ts';
import { selectRow } from '../rows/statements.ts';
import type { Database, Tables } from '../rows/tables.ts';
import type { Membership, UserStore } from './user-store.ts';

/** Milliseconds for which a sign-in holds without a use. */
export const idleMs = 12 * 3_600_000;
/** Milliseconds for which a sign-in holds at most. */
const lifetimeMs = 7 * 86_400_000;
/** Milliseconds by which the time of the last use may lag: a write per request would take longer than its read. */
const useIntervalMs = 5 * 60_000;
/** Milliseconds for which the networks of earlier sign-ins are kept. */
const rememberMs = 37 * 86_400_000;

/** A sign-in to keep. */
interface NewSession {
  /** The text of the cookie, made from 32 random bytes. Only its digest is stored. */
  secret: string;
  userId: string;
  /** The account that is looked at. */
  account: string;
  /** The network address that it comes from, and what failures of it are counted by. */
  address: string;
  network: string;
  /** What the browser calls itself. */
  agent: string;
  /** What the password was checked against. Default: no password was given. */
  password?: string | undefined;
}

/** The person of a cookie. */
export interface FoundSession {
  id: string;
  userId: string;
  email: string;
  account: string;
  /** All accounts of the person, at least one. */
  memberships: Membership[];
}

/** A sign-in as its owner sees it. Times are ISO 8601 in UTC. */
type StoredSession = Omit<SessionEntry, 'current'>;

/** The sign-ins of people. */
export interface SessionStore {
  /** Gives whether it did: with a `password`, only if that is still the one of the person. */
  create(session: NewSession): Promise<boolean>;
  /** The person of this cookie; undefined if it is unknown, ended, or 12 hours without a use or 7 days old. */
  find(secret: string): Promise<FoundSession | undefined>;
  /** Looks at another account from now on. */
  setAccount(id: string, account: string): Promise<void>;
  /** The sign-ins of a person that hold, newest first. */
  list(userId: string): Promise<StoredSession[]>;
  /** Ends a sign-in of this person. False if there is none of this id. */
  end(id: string, userId: string): Promise<boolean>;
  /** Ends all sign-ins of a person. */
  endAll(userId: string): Promise<void>;
  /** Whether this person has signed in from this network in the last month. */
  knowsNetwork(userId: string, network: string): Promise<boolean>;
}

/** The sign-ins in an open database. */
export function buildSessionStore(
  database: Database,
  users: Pick<UserStore, 'memberships'>,
  now: () => Date,
): SessionStore {
  const makeId = buildUuidSource(now);
  const write: Database['run'] = (work) => database.run(work, 'writes');

  function holding(row: SessionRow): boolean {
    const time = now().getTime();
    return row.ended_at === null && row.last_used_at + idleMs > time && row.created_at + lifetimeMs > time;
  }

  async function end(userId: string, id?: string): Promise<number> {
    const rows = await write((db) =>
      db
        .updateTable('sessions')
        .set({ ended_at: now().getTime() })
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
        .returning('id')
        .execute(),
    );
    return rows.length;
  }

  return {
    async create({ secret, userId, account, address, network, agent, password }) {
      const time = now().getTime();
      await write((db) =>
        db
          .deleteFrom('sessions')
          .where('created_at', '<', time - rememberMs)
          .execute(),
      );
      const times = { created_at: time, last_used_at: time, ended_at: null };
      const place = { address, network, agent: agent.slice(0, 300) };
      const row = { id: makeId(), digest: digestSecret(secret), user_id: userId, account, ...place, ...times };
      const made = await write((db) => insertSession(db, row, password).execute());
      return made.length > 0;
    },

    async find(secret) {
      const row = await database.run((db) =>
        db
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.user_id')
          .selectAll('sessions')
          .select('users.email')
          .where('sessions.digest', '=', digestSecret(secret))
          .executeTakeFirst(),
      );
      if (row === undefined || !holding(row)) return undefined;
      const memberships = await users.memberships(row.user_id);
      const [first] = memberships;
      if (first === undefined) return undefined;
      const time = now().getTime();
      if (row.last_used_at <= time - useIntervalMs) {
        await write((db) => db.updateTable('sessions').set({ last_used_at: time }).where('id', '=', row.id).execute());
      }
      const account = memberships.some((other) => other.account === row.account) ? row.account : first.account;
      return { id: row.id, userId: row.user_id, email: row.email, account, memberships };
    },

    async setAccount(id, account) {
      await write((db) => db.updateTable('sessions').set({ account }).where('id', '=', id).execute());
    },

    async list(userId) {
      const rows = await database.run((db) =>
        db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute(),
      );
      return rows.filter(holding).map(({ id, created_at, last_used_at, address, agent }) => ({
        id,
        created_at: new Date(created_at).toISOString(),
        last_used_at: new Date(last_used_at).toISOString(),
        expires_at: new Date(Math.min(created_at + lifetimeMs, last_used_at + idleMs)).toISOString(),
        address,
        agent,
      }));
    },

    async end(id, userId) {
      const uuid = readUuid(id);
      return uuid !== undefined && (await end(userId, uuid)) > 0;
    },

    async endAll(userId) {
      await end(userId);
    },

    async knowsNetwork(userId, network) {
      const row = await database.run((db) =>
        db
          .selectFrom('sessions')
          .select('id')
          .where('user_id', '=', userId)
          .where('network', '=', network)
          .limit(1)
          .executeTakeFirst(),
      );
      return row !== undefined;
    },
  };
}

/** One statement that looks at the password and inserts: a check of a password takes so long that it may be another by its end. */
function insertSession(db: Kysely<Tables>, row: SessionRow, password: string | undefined) {
  const { names, values } = selectRow(db, row);
  const users = db.selectFrom('users').select('id').where('id', '=', row.user_id);
  const guarded = values.$if(password !== undefined, (query) =>
    query.where((all) => all.exists(users.where('password', '=', password ?? ''))),
  );
  return db.insertInto('sessions').columns(names).expression(guarded).returning('id');
}

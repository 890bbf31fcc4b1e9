import type { Kysely } from 'kysely';
import { digestSecret } from '../database/stored-values.ts';
import { selectRow } from '../rows/statements.ts';
import type { Database, Tables } from '../rows/tables.ts';

/** A person. `password` is the text that the password is checked against; null if none was set. */
export interface StoredUser {
  id: string;
  email: string;
  password: string | null;
}

/** One-time links to set a password, each kept by the digest of its secret. */
export interface UserLinks {
  /**
   * Keeps a link, in place of all earlier ones of the person. With `onlyIn`, only for a person in no other account.
   * Gives whether it did.
   */
  createLink(id: string, secret: string, expiresAt: Date, onlyIn?: string): Promise<boolean>;
  /** Whose link this is; undefined if it is unknown, used or too old. */
  findLink(secret: string): Promise<StoredUser | undefined>;
  /** Sets the password by a link, and uses up all links of the person: of several calls at once one succeeds. Else as `findLink`. */
  redeemLink(secret: string, password: string): Promise<StoredUser | undefined>;
}

/** The links in an open database. */
export function buildUserLinks(
  database: Database,
  findUser: (id: string) => Promise<StoredUser | undefined>,
  now: () => Date,
): UserLinks {
  const write: Database['run'] = (work) => database.run(work, 'writes');

  return {
    async createLink(id, secret, expiresAt, onlyIn) {
      const digest = digestSecret(secret);
      const row = { digest, user_id: id, expires_at: expiresAt.getTime() };
      const made = await write((db) => insertLink(db, row, onlyIn).execute());
      if (made.length === 0) return false;
      await write((db) => db.deleteFrom('links').where('user_id', '=', id).where('digest', '!=', digest).execute());
      return true;
    },

    async findLink(secret) {
      const link = await database.run((db) =>
        db
          .selectFrom('links')
          .select('user_id')
          .where('digest', '=', digestSecret(secret))
          .where('expires_at', '>', now().getTime())
          .executeTakeFirst(),
      );
      return link && findUser(link.user_id);
    },

    async redeemLink(secret, password) {
      const digest = digestSecret(secret);
      // The link is taken before, and dropped after: dropping it in between keeps the password from being set.
      const [taken] = await write((db) =>
        db
          .updateTable('links')
          .set({ expires_at: 0 })
          .where('digest', '=', digest)
          .where('expires_at', '>', now().getTime())
          .returning('user_id')
          .execute(),
      );
      if (taken === undefined) return undefined;
      const id = taken.user_id;
      const [user] = await write((db) =>
        db
          .updateTable('users')
          .set({ password })
          .where('id', '=', id)
          .where((all) => all.exists(all.selectFrom('links').select('digest').where('digest', '=', digest)))
          .returning(['id', 'email', 'password'])
          .execute(),
      );
      if (user !== undefined) await write((db) => db.deleteFrom('links').where('user_id', '=', id).execute());
      return user;
    },
  };
}

/** One statement that looks at the accounts of the person and inserts. */
function insertLink(db: Kysely<Tables>, row: Tables['links'], onlyIn: string | undefined) {
  const { names, values } = selectRow(db, row);
  const guarded = values.$if(onlyIn !== undefined, (query) =>
    query.where((all) =>
      all.not(
        all.exists(
          all
            .selectFrom('memberships')
            .select('account')
            .where('user_id', '=', row.user_id)
            .where('account', '!=', onlyIn ?? ''),
        ),
      ),
    ),
  );
  return db.insertInto('links').columns(names).expression(guarded).returning('digest');
}

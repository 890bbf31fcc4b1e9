import type { Database } from '../rows/tables.ts';

/** A request that is done once: its scope and name, and the digest of its content. */
interface ClaimRequest {
  scope: string;
  name: string;
  digest: string;
}

/** What is kept of a result. */
export interface KeptResult {
  /** A JSON value. */
  facts: object;
  pdf: Uint8Array;
}

/** Whose a request is: `mine` to work on, another's that `runs` or is `done`, or one of another content (`mismatch`). */
export type Claim = { state: 'mine' | 'runs' | 'mismatch' } | { state: 'done'; result: KeptResult | undefined };

/** How long claims last, in milliseconds. */
interface ClaimTimes {
  /** Until a holder that says nothing more has lost its claim. */
  holdMs: number;
  /** Until a claim is forgotten, whatever came of it. */
  keepMs: number;
}

/** Claims to idempotent requests, which all processes on the database share. */
export interface ClaimStore {
  /** Claims a request in one statement. A claim that its holder lost or that is forgotten is taken over. */
  claim(request: ClaimRequest, holder: string, times: ClaimTimes): Promise<Claim>;
  /** Holds what this holder works on for longer. */
  renew(holder: string, holdMs: number): Promise<void>;
  /** Notes a success. Without `result`, a repeat has to work again. */
  finish(request: ClaimRequest, holder: string, result: KeptResult | undefined): Promise<void>;
  /** Gives a request back that has failed. */
  release(request: ClaimRequest, holder: string): Promise<void>;
  /** Removes what is forgotten. */
  sweep(): Promise<void>;
}

/** The claims in an open database. */
export function buildClaimStore(database: Database, now: () => Date): ClaimStore {
  const run: Database['run'] = (work) => database.run(work, 'claims');

  return {
    async claim({ scope, name, digest }, holder, { holdMs, keepMs }) {
      const time = now().getTime();
      const fresh = { digest, holder, held_until: time + holdMs, expires_at: time + keepMs };
      const none = { is_done: 0, facts: null, pdf: null };
      const mine = await run((db) =>
        db
          .insertInto('claims')
          .values({ scope, name, ...fresh, ...none })
          .onConflict((conflict) =>
            conflict
              .columns(['scope', 'name'])
              .doUpdateSet({ ...fresh, ...none })
              .where((old) =>
                old.or([
                  old('claims.expires_at', '<=', time),
                  old.and([
                    old('claims.digest', '=', digest),
                    old('claims.is_done', '=', 0),
                    old('claims.held_until', '<=', time),
                  ]),
                ]),
              ),
          )
          .returning('holder')
          .execute(),
      );
      if (mine.length > 0) return { state: 'mine' };
      const row = await run((db) =>
        db
          .selectFrom('claims')
          .select(['digest', 'is_done', 'facts', 'pdf'])
          .where('scope', '=', scope)
          .where('name', '=', name)
          .executeTakeFirst(),
      );
      // It was given back in between; the client may retry.
      if (row === undefined) return { state: 'runs' };
      if (row.digest !== digest) return { state: 'mismatch' };
      if (row.is_done === 0) return { state: 'runs' };
      const { facts, pdf } = row;
      return { state: 'done', result: facts === null || pdf === null ? undefined : { facts: JSON.parse(facts), pdf } };
    },

    async renew(holder, holdMs) {
      await run((db) =>
        db
          .updateTable('claims')
          .set({ held_until: now().getTime() + holdMs })
          .where('holder', '=', holder)
          .where('is_done', '=', 0)
          .execute(),
      );
    },

    async finish({ scope, name }, holder, result) {
      const facts = result ? JSON.stringify(result.facts) : null;
      await run((db) =>
        db
          .updateTable('claims')
          .set({ is_done: 1, facts, pdf: result?.pdf ?? null })
          .where('scope', '=', scope)
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute(),
      );
    },

    async release({ scope, name }, holder) {
      await run((db) =>
        db
          .deleteFrom('claims')
          .where('scope', '=', scope)
          .where('name', '=', name)
          .where('holder', '=', holder)
          .where('is_done', '=', 0)
          .execute(),
      );
    },

    async sweep() {
      await run((db) => db.deleteFrom('claims').where('expires_at', '<=', now().getTime()).execute());
    },
  };
}

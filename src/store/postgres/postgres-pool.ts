import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool } from 'pg';

/**
 * The pool as Kysely uses it. A connection whose statement got no answer in time is closed: the next statement on it would wait
 * behind the first.
 */
export function closeUnanswered(pool: Pool): PostgresPool {
  return {
    async connect() {
      const client = await pool.connect();
      let isUnanswered = false;
      const query = (text: string, values: unknown[]) =>
        client.query(text, values).catch((error: { severity?: string }) => {
          // Only what the server itself reports has a severity.
          isUnanswered = error.severity === undefined;
          throw error;
        });
      const release = () => client.release(isUnanswered);
      // The type has cursors as well, which nothing here uses.
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient, QueryResult } from 'pg';
import { keepPlans, type Statement } from './keep-plans.ts';

/**
 * The pool as Kysely uses it. A connection whose statement got no answer in time is closed: the next statement on it would wait
 * behind the first. With `plans`, each connection plans a statement once that is in no transaction.
 */
export function closeUnanswered(pool: Pool, { plans = false } = {}): PostgresPool {
  const run = keepPlans(plans);
  return {
    async connect() {
      const client: PoolClient = await pool.connect();
      let isUnanswered = false;
      const send = (statement: Statement): Promise<QueryResult> =>
        client.query(statement).catch((error: { severity?: string }) => {
          // Only what the server itself reports has a severity.
          isUnanswered = error.severity === undefined;
          throw error;
        });
      let isInTransaction = false;
      const query = (text: string, values: unknown[]) => {
        // A transaction has its connection until its end. One statement that fails breaks all of it, so that
        // none can be sent again without its name.
        isInTransaction ||= /^(begin|start transaction)\b/.test(text);
        return isInTransaction ? send({ text, values }) : run(send, { text, values });
      };
      const release = () => client.release(isUnanswered);
      // The type has cursors as well, which nothing here uses.
      return { query: query as unknown as PostgresPoolClient['query'], release };
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

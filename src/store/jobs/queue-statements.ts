import { CompiledQuery } from 'kysely';
import type { Lane } from '../database/database.ts';
import type { Database } from '../rows/tables.ts';

/** Sends the statements of a queue in the database of the jobs. */
interface Statements {
  /** Throws `StoreError`. What a failing server forgets of the statement must come back by itself. */
  executeSql<Row>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** The two ways of sending the statements of a queue. */
export interface QueueStatements {
  /** What is sent again and again is planned once. */
  plannedOnce: Statements;
  /** Each is planned as it comes: how it is best done depends on the length of the queue. */
  plannedEachTime: Statements;
}

/** The statements of the queue in an open database. */
export function buildQueueStatements(database: Database): QueueStatements {
  const sendOver = (lane: Lane): Statements => ({
    executeSql: <Row>(text: string, values: unknown[] = []) =>
      database.run((db) => db.executeQuery<Row>(CompiledQuery.raw(text, values)), lane),
  });
  return { plannedOnce: sendOver('queue'), plannedEachTime: sendOver('tickets') };
}

import { StoreError } from './store-error.ts';

/** What classes of SQLSTATE mean to the user, by their first two characters (PostgreSQL, appendix A). */
const meanings: Record<string, string> = {
  '08': 'lost the connection',
  '28': 'refused the user or the password',
  '3D': 'does not exist',
  '42501': 'does not let this user make or change tables',
  '53': 'has run out of memory or connections',
  '57': 'ended the connection, is starting or is shutting down',
  '58': 'could not read or write its files',
  XX: 'is damaged',
};

/** SQLSTATE disk_full. */
const diskFull = '53100';

/** The `StoreError` for a failure on a Postgres database, with the failure as its cause. */
export function explainPostgresError(error: unknown, name: string): StoreError {
  if (error instanceof StoreError) return error;
  const { code = '', severity, message } = error as { code?: string; severity?: string; message?: string };
  const meaning = severity === undefined ? undefined : (meanings[code] ?? meanings[code.slice(0, 2)]);
  if (code === diskFull) return new StoreError('storage_full', `${name} has run out of disk`, { cause: error });
  if (meaning) return new StoreError('io_failed', `${name} ${meaning}`, { cause: error });
  if (/^E[A-Z]+$/.test(code))
    return new StoreError('io_failed', `${name} cannot be reached (${code})`, { cause: error });
  // The driver's own errors about a connection have no code.
  if (/^connection terminated|^timeout/i.test(message ?? '')) {
    return new StoreError('io_failed', `${name} does not answer or lost the connection`, { cause: error });
  }
  return new StoreError('internal', `${name} failed`, { cause: error });
}

import { StoreError } from '../database/store-error.ts';

/** What classes of SQLSTATE mean to the user, by their first characters (PostgreSQL, appendix A). */
const meanings: Record<string, string> = {
  '28': 'refused the user or the password',
  '3D': 'does not exist',
  '42501': 'does not let this user make or change tables',
  '58': 'could not read or write its files',
  XX: 'is damaged',
};

/** The same of what passes: the server is away, busy, or blocked by another client. */
const outages: Record<string, string> = {
  '08': 'lost the connection',
  '25006': 'takes no writes now',
  '40': 'gave up a statement for the sake of another',
  '53': 'has run out of memory or connections',
  '55P03': 'is held up by a lock of another',
  '57': 'ended the connection, is starting or is shutting down',
  '57014': 'did not finish a statement in time',
};

/** SQLSTATE disk_full. */
const diskFull = '53100';

interface DriverError {
  code?: string;
  /** Only what the server itself reports has one. */
  severity?: string;
  message?: string;
}

/** The `StoreError` for a failure on a Postgres database, with the failure as its cause. */
export function explainPostgresError(error: unknown, name: string): StoreError {
  if (error instanceof StoreError) return error;
  const { code = '', severity } = error as DriverError;
  if (code === diskFull) return new StoreError('storage_full', `${name} has run out of disk`, { cause: error });
  if (isOutage(error)) {
    return new StoreError('store_unavailable', `${name} ${describeOutage(error as DriverError)}`, { cause: error });
  }
  const meaning = severity === undefined ? undefined : findMeaning(meanings, code);
  if (meaning) return new StoreError('io_failed', `${name} ${meaning}`, { cause: error });
  return new StoreError('internal', `${name} failed`, { cause: error });
}

/** Whether the failure passes, so that the same statement may succeed later. */
function isOutage(error: unknown): boolean {
  const { code = '', severity, message = '' } = error as DriverError;
  if (code === diskFull) return false;
  if (severity !== undefined) return findMeaning(outages, code) !== undefined;
  // The driver's own errors about a connection have no code.
  return /^E[A-Z]+$/.test(code) || /^connection terminated|timeout|not queryable/i.test(message);
}

function describeOutage({ code = '', severity }: DriverError): string {
  if (severity !== undefined) return findMeaning(outages, code) ?? 'failed';
  return code === '' ? 'does not answer or lost the connection' : `cannot be reached (${code})`;
}

function findMeaning(table: Record<string, string>, code: string): string | undefined {
  return table[code] ?? table[code.slice(0, 2)];
}

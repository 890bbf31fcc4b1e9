import pg from 'pg';
import { expect, test } from 'vitest';
import { explainPostgresError } from '../../../src/store/postgres/postgres-errors.ts';

test.each([
  ['53100', 'storage_full', 'the database has run out of disk'],
  ['53200', 'store_unavailable', 'the database has run out of memory or connections'],
  ['57P01', 'store_unavailable', 'the database ended the connection, is starting or is shutting down'],
  ['22P02', 'internal', 'the database failed'],
])('SQLSTATE %s is %s', (state, code, message) => {
  const cause = Object.assign(new pg.DatabaseError('could not extend file', 0, 'error'), {
    code: state,
    severity: 'ERROR',
  });
  expect(explainPostgresError(cause, 'the database')).toMatchObject({ code, message, cause });
});

test.each([
  [{ message: 'Connection terminated unexpectedly' }, 'store_unavailable', 'does not answer or lost the connection'],
  [{ message: 'Query read timeout' }, 'store_unavailable', 'does not answer or lost the connection'],
  [{ message: 'connect', code: 'ECONNREFUSED' }, 'store_unavailable', 'cannot be reached (ECONNREFUSED)'],
  [{ message: 'something else' }, 'internal', 'failed'],
])('an error of the driver, %j, is %s', (facts, code, words) => {
  const cause = Object.assign(new Error(facts.message), facts);
  expect(explainPostgresError(cause, 'the database')).toMatchObject({ code, message: `the database ${words}`, cause });
});

import { expect, test } from 'vitest';
import { explainSqliteError } from '../../../src/store/sqlite/sqlite-errors.ts';

const thrown = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });

test.each([
  [5, 'store_unavailable', 'SQLITE_BUSY'],
  [5 | (2 << 8), 'store_unavailable', 'SQLITE_BUSY'],
  [13, 'storage_full', 'SQLITE_FULL'],
  [10 | (4 << 8), 'io_failed', 'SQLITE_IOERR_FSYNC'],
  [26, 'io_failed', 'SQLITE_NOTADB'],
])('result %i of SQLite is %s, and its cause says %s', (errcode, code, name) => {
  const error = explainSqliteError(thrown(errcode), '/data/platen.db');
  expect(error).toMatchObject({ name: 'StoreError', code, cause: { code: name } });
  expect(error.message).toMatch(/^the database \/data\/platen\.db /);
});

test('a result that no user can do something about is an internal error with its code', () => {
  const cause = thrown(2067);
  expect(explainSqliteError(cause, '/data/platen.db')).toMatchObject({ code: 'internal', cause: { errcode: 2067 } });
  expect(cause.code).toBe('ERR_SQLITE_ERROR');
});

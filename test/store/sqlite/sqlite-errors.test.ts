import { expect, it } from 'vitest';
import { explainSqliteError } from '../../../src/store/sqlite/sqlite-errors.ts';

const fail = (message: string) =>
  explainSqliteError(Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' }), '/data/platen.db');

it('names the C library that SQLite needs, and what to do', () => {
  const words = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by /x/better_sqlite3.node)";
  expect(fail(words)).toMatchObject({
    code: 'io_failed',
    message: 'SQLite cannot be loaded: it needs glibc 2.34, and this system has an older one',
    fix: expect.stringContaining('DATABASE_URL'),
  });
});

it('says what the system says if SQLite cannot be loaded for another reason', () => {
  expect(fail('/x/better_sqlite3.node: invalid ELF header\nRequire stack:').message).toBe(
    'SQLite cannot be loaded: /x/better_sqlite3.node: invalid ELF header',
  );
});

import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { loadSqlite, openSqliteFile, readPragma } from '../../../src/store/sqlite/sqlite-file.ts';

test('a connection checks references between tables, and reads its settings', () => {
  const connection = openSqliteFile(':memory:');
  expect(readPragma(connection, 'foreign_keys')).toBe(1);
  expect(readPragma(connection, 'busy_timeout')).toBe(5000);
  expect(readPragma(connection, 'of_no_meaning')).toBeUndefined();
  connection.close();
});

test('loading SQLite writes no warning, and later ones are written', () => {
  const url = new URL('../../../src/store/sqlite/sqlite-file.ts', import.meta.url).href;
  const code = `const { loadSqlite } = await import(${JSON.stringify(url)});
    process.on('warning', ({ message }) => console.log(message));
    console.log(typeof loadSqlite().DatabaseSync); process.emitWarning('later');`;
  const stdout = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(stdout).toBe('function\nlater\n');
});

test('a Node without SQLite is named, with what to do', () => {
  const missing = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined as never);
  try {
    expect(loadSqlite).toThrow(
      expect.objectContaining({ code: 'io_failed', fix: expect.stringContaining('PLATEN_DATABASE_URL') }),
    );
  } finally {
    missing.mockRestore();
  }
});

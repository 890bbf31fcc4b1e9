import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { keepStatements } from '../../../src/store/sqlite/keep-statements.ts';

test('a statement is compiled once, and serves each call with its own values', () => {
  const connection = new DatabaseSync(':memory:');
  const kept = keepStatements(connection);
  const first = kept.prepare('select ? + 1 as sum');
  expect(first.all([1])).toEqual([{ sum: 2 }]);
  expect(kept.prepare('select ? + 1 as sum')).toBe(first);
  expect(first.all([2])).toEqual([{ sum: 3 }]);
  kept.close();
  expect(connection.isOpen).toBe(false);
});

test('many statements with their own texts do not pile up', () => {
  const kept = keepStatements(new DatabaseSync(':memory:'));
  const first = kept.prepare('select 0');
  for (let at = 1; at <= 200; at += 1) kept.prepare(`select ${at}`);
  expect(kept.prepare('select 0')).not.toBe(first);
  kept.close();
});

test('a statement that was kept serves tables that others have changed', () => {
  const connection = new DatabaseSync(':memory:');
  const kept = keepStatements(connection);
  connection.exec('create table a (b)');
  const insert = kept.prepare('insert into a (b) values (?) returning *');
  expect(insert.all([1])).toEqual([{ b: 1 }]);
  connection.exec('alter table a add column c default 7');
  // Node 22 gives the columns that the statement had when it was compiled.
  expect(insert.all([2])).toEqual([expect.objectContaining({ b: 2 })]);
  expect(kept.prepare('select b, c from a').all([])).toEqual([
    { b: 1, c: 7 },
    { b: 2, c: 7 },
  ]);
  kept.close();
});

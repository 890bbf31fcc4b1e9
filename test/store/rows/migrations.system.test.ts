import { Kysely, PostgresDialect } from 'kysely';
import { expect, test } from 'vitest';
import { pendingMigrations, schemaVersion } from '../../../src/store/rows/migrations.ts';
import type { Tables } from '../../../src/store/rows/tables.ts';

const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('nothing is asked')) });
const { schema } = new Kysely<Tables>({ dialect });
const additions = [
  /^create table "\w+" \(/,
  /^create (unique )?index "?\w+"? on /,
  // The platen before it leaves the column out.
  /^alter table "\w+" add column "\w+" \w+( default .+ not null| not null default .+| default .+)?$/,
  // How new values lie in their rows. The platen before it reads them all the same.
  /^alter table \w+ alter column \w+ set storage external$/,
  // Columns and tables that the migration itself has added, and what fills them whoever writes.
  /^update templates set versions_before = [^,]+$/,
  /^insert into template_revisions /,
  /^create function \w+\(\) returns trigger /,
  /^create trigger \w+ after (insert|update) on \w+\s/,
];

test('every migration adds alone, so that replicas of this version and the last one run side by side', () => {
  const steps = pendingMigrations(0, schema, { id: 'uuid', bytes: 'bytea' }, 'the database');
  expect(steps.filter((step) => !additions.some((addition) => addition.test(step)))).toEqual([]);
  expect(steps.length).toBeGreaterThan(schemaVersion);
});

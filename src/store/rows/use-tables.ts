import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';

/** A row of the contents: bytes by their SHA-256 in hex, once for each account. */
export interface ContentRow {
  account: string;
  digest: string;
  bytes: Uint8Array;
  created_at: number;
}

/** A row of the assets: the file that has a path now. `owner` is the id of the template that it is for; empty for the whole account. */
export interface AssetRow {
  account: string;
  owner: string;
  path: string;
  digest: string;
  type: string;
  size: number;
  updated_at: number;
  updated_by: string | null;
}

/** A row of the uses: a partial, a layout, an asset, a set of values or a schema as a revision pins it. It never changes. */
export interface UseRow {
  template: string;
  number: number;
  kind: string;
  name: string;
  digest: string;
  /** The media type of an asset. */
  type: string | null;
  /** The partial or layout, and its revision. */
  source: string | null;
  source_number: number | null;
}

const useColumns = 'template, number, kind, name, digest, type, source, source_number';

/**
 * Assets, and what revisions use. A change of a template leaves its uses in the row, with the version that they belong to, and triggers
 * write them with the revision in the same statement. An older platen leaves those of an earlier version, which are not written.
 */
export function createUses(schema: SchemaModule, { id, bytes }: ColumnTypes): (Compilable | string)[] {
  return [
    schema.alterTable('templates').addColumn('uses', 'text'),
    schema.alterTable('templates').addColumn('uses_version', 'bigint'),
    schema
      .createTable('template_contents')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('contents_by_digest', ['account', 'digest']),
    schema
      .createTable('template_assets')
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('owner', 'text', (column) => column.notNull())
      .addColumn('path', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'text')
      .addPrimaryKeyConstraint('assets_by_path', ['account', 'owner', 'path']),
    schema.createIndex('template_assets_by_digest').on('template_assets').columns(['account', 'digest']),
    schema
      .createTable('template_uses')
      .addColumn('template', id, (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('digest', 'text', (column) => column.notNull())
      .addColumn('type', 'text')
      .addColumn('source', 'text')
      .addColumn('source_number', 'bigint')
      .addPrimaryKeyConstraint('uses_of_revisions', ['template', 'number', 'kind', 'name'])
      // Checked at the end of a statement: the trigger of the uses may run before that of the revision.
      .addForeignKeyConstraint(
        'uses_by_revisions',
        ['template', 'number'],
        'template_revisions',
        ['template', 'number'],
        (constraint) => constraint.onDelete('cascade').deferrable().initiallyDeferred(),
      ),
    schema.createIndex('template_uses_by_name').on('template_uses').columns(['name', 'template']),
    schema.createIndex('template_uses_by_digest').on('template_uses').columns(['digest']),
    ...(bytes === 'bytea' ? postgresUseTriggers : sqliteUseTriggers),
  ];
}

const field = (name: string) => `json_extract(value, '$.${name}')`;
const insertSqliteUses = `insert into template_uses (${useColumns}) select new.id, new.version - new.versions_before,
  ${['kind', 'name', 'digest', 'type', 'source', 'source_number'].map(field).join(', ')} from json_each(new.uses);`;
const hasUses = 'new.uses is not null and new.uses_version = new.version';

/** The triggers that SQLite has for uses. */
export const sqliteUseTriggers = [
  `create trigger templates_created_with_uses after insert on templates when ${hasUses} begin ${insertSqliteUses} end`,
  `create trigger templates_used after update on templates
    when new.version <> old.version and ${hasUses} begin ${insertSqliteUses} end`,
];

const insertPostgresUses = `insert into template_uses (${useColumns}) select new.id, new.version - new.versions_before,
  e ->> 'kind', e ->> 'name', e ->> 'digest', e ->> 'type', e ->> 'source', (e ->> 'source_number')::bigint
  from json_array_elements(new.uses::json) as e;`;

const postgresUseTriggers = [
  `create function write_template_uses() returns trigger language plpgsql as $$
    begin ${insertPostgresUses} return null; end $$`,
  `create trigger templates_created_with_uses after insert on templates
    for each row when (${hasUses}) execute function write_template_uses()`,
  `create trigger templates_used after update on templates
    for each row when (new.version <> old.version and ${hasUses}) execute function write_template_uses()`,
];

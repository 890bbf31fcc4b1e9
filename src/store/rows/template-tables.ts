import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';

const useColumns = 'template, number, kind, name, digest';
const fields = ['kind', 'name', 'digest'];
const hasSets = 'new.value_sets is not null';

/**
 * Named sets of values and schemas of templates: a list in the row of the template, of which triggers write the uses of each revision.
 * An older platen does not change the list, so that its changes keep the sets too.
 */
export function createValueSets(schema: SchemaModule, { bytes }: ColumnTypes): (Compilable | string)[] {
  return [
    schema.alterTable('templates').addColumn('value_sets', 'text'),
    ...(bytes === 'bytea' ? postgresTriggers : sqliteValueSetTriggers),
  ];
}

const insertSqlite = `insert into template_uses (${useColumns}) select new.id, new.version - new.versions_before,
  ${fields.map((name) => `json_extract(value, '$.${name}')`).join(', ')} from json_each(new.value_sets);`;

/** The triggers that SQLite has for sets of values. */
export const sqliteValueSetTriggers = [
  `create trigger templates_created_with_values after insert on templates when ${hasSets} begin ${insertSqlite} end`,
  `create trigger templates_valued after update on templates
    when new.version <> old.version and ${hasSets} begin ${insertSqlite} end`,
];

const insertPostgres = `insert into template_uses (${useColumns}) select new.id, new.version - new.versions_before,
  ${fields.map((name) => `e ->> '${name}'`).join(', ')} from json_array_elements(new.value_sets::json) as e;`;

const postgresTriggers = [
  `create function write_template_values() returns trigger language plpgsql as $$
    begin ${insertPostgres} return null; end $$`,
  `create trigger templates_created_with_values after insert on templates
    for each row when (${hasSets}) execute function write_template_values()`,
  `create trigger templates_valued after update on templates
    for each row when (new.version <> old.version and ${hasSets}) execute function write_template_values()`,
];

/**
 * The names, folders and tags of templates, and folders of keys. `slug` is null for a template that an older platen has made or left:
 * the store derives it from the name when it is opened, because no database can. `tags` is a JSON list.
 */
export function createProperties(schema: SchemaModule): (Compilable | string)[] {
  return [
    schema.alterTable('templates').addColumn('slug', 'text'),
    schema.alterTable('templates').addColumn('kind', 'text', (column) => column.notNull().defaultTo('template')),
    schema.alterTable('templates').addColumn('folder', 'text', (column) => column.notNull().defaultTo('')),
    schema.alterTable('templates').addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]')),
    schema.createIndex('templates_by_slug').on('templates').columns(['account', 'slug']).unique(),
    schema.createIndex('templates_by_folder').on('templates').columns(['account', 'folder', 'id']),
    'create index "templates_without_slug" on "templates" ("account") where slug is null',
    schema.alterTable('api_keys').addColumn('folder', 'text'),
  ];
}

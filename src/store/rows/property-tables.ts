import type { Compilable, SchemaModule } from 'kysely';

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

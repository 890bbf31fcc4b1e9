import type { Compilable, SchemaModule } from 'kysely';
import type { ColumnTypes } from './account-tables.ts';
import { sqliteValueSetTriggers } from './template-tables.ts';
import { sqliteUseTriggers } from './use-tables.ts';

/** A row of the revisions of templates. It never changes. `preview_context` is JSON text; times are milliseconds since 1970. */
export interface RevisionRow {
  template: string;
  number: number;
  name: string;
  content: string;
  preview_context: string;
  created_at: number;
  created_by: string | null;
  message: string | null;
}

/** A row of the labels: a name of a template's revision. */
export interface LabelRow {
  template: string;
  label: string;
  number: number;
  updated_at: number;
  updated_by: string | null;
}

const revisionColumns = 'template, number, name, content, preview_context, created_at, created_by, message';

/** The values of a revision, from the row of its template. An older platen leaves the message of the change before it. */
const revisionValues = `new.id, new.version - new.versions_before, new.name, new.content, new.preview_context,
  new.updated_at, new.updated_by, case when new.message_version = new.version then new.message end`;

/**
 * Revisions and labels of templates. Triggers write a revision in the statement that changes a template, also in those of an older
 * platen on the same database. `versions_before` are the versions that a template had before there were revisions.
 */
export function createRevisions(schema: SchemaModule, { id, bytes }: ColumnTypes): (Compilable | string)[] {
  return [
    schema.alterTable('templates').addColumn('versions_before', 'bigint', (column) => column.notNull().defaultTo(0)),
    schema.alterTable('templates').addColumn('message', 'text'),
    schema.alterTable('templates').addColumn('message_version', 'bigint'),
    schema
      .createTable('template_revisions')
      .addColumn('template', id, (column) => column.notNull().references('templates.id').onDelete('cascade'))
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('preview_context', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('created_by', 'text')
      .addColumn('message', 'text')
      .addPrimaryKeyConstraint('revisions_of_templates', ['template', 'number']),
    schema
      .createTable('template_labels')
      .addColumn('template', id, (column) => column.notNull().references('templates.id').onDelete('cascade'))
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('number', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_by', 'text')
      .addPrimaryKeyConstraint('labels_of_templates', ['template', 'label'])
      // Checked at the end of a statement, when a deleted template has taken both along.
      .addForeignKeyConstraint(
        'labels_of_revisions',
        ['template', 'number'],
        'template_revisions',
        ['template', 'number'],
        (constraint) => constraint.deferrable().initiallyDeferred(),
      ),
    schema.createIndex('template_labels_by_revision').on('template_labels').columns(['template', 'number']),
    'update templates set versions_before = version - 1 where version > 1',
    `insert into template_revisions (${revisionColumns})
      select id, 1, name, content, preview_context, updated_at, updated_by, null from templates`,
    ...(bytes === 'bytea' ? postgresTriggers : sqliteTriggers),
  ];
}

const insertRevision = `insert into template_revisions (${revisionColumns}) values (${revisionValues});`;

const sqliteTriggers = [
  `create trigger templates_created after insert on templates begin ${insertRevision} end`,
  `create trigger templates_changed after update on templates when new.version <> old.version begin ${insertRevision} end`,
];

/** Whether a statement of SQLite's schema is that of a trigger that platen makes. */
export function isOwnTrigger(statement: string): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
  return [...sqliteTriggers, ...sqliteUseTriggers, ...sqliteValueSetTriggers].some(
    (own) => plain(own) === plain(statement),
  );
}

const postgresTriggers = [
  `create function write_template_revision() returns trigger language plpgsql as $$
    begin ${insertRevision} return null; end $$`,
  `create trigger templates_created after insert on templates
    for each row execute function write_template_revision()`,
  `create trigger templates_changed after update on templates
    for each row when (new.version <> old.version) execute function write_template_revision()`,
];

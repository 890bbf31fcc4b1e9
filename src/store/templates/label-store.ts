import { StoreError } from '../database/store-error.ts';
import { isStorable } from '../database/stored-values.ts';
import type { Database } from '../rows/tables.ts';
import { writeNumber } from './revision-store.ts';
import { explainMissingLabel, explainMissingRevision, readLabels, readNewest } from './template-history.ts';
import type { Reach } from './template-reach.ts';

/** A movable name of a revision. */
export interface StoredLabel {
  label: string;
  revision: number;
  updated_at: string;
  updated_by: string | null;
}

/** The labels of all templates. Throws as the revisions do. */
export interface LabelStore {
  /** Lists the labels by name. */
  list(reach: Reach, id: string): Promise<StoredLabel[]>;
  /** Sets a label or moves it. Throws `invalid_request` for more labels than a template may have. */
  set(reach: Reach, id: string, label: string, revision: number, by?: string): Promise<StoredLabel>;
  remove(reach: Reach, id: string, label: string): Promise<void>;
}

/** Labels of a template: their revisions are kept for ever. */
const mostLabels = 100;

/** The labels in an open database. */
export function buildLabelStore(database: Database, now: () => Date): LabelStore {
  async function hasRevision(template: string, revision: number): Promise<boolean> {
    const rows = await database.run((db) =>
      db
        .selectFrom('template_revisions')
        .select('number')
        .where('template', '=', template)
        .where('number', '=', writeNumber(revision))
        .execute(),
    );
    return rows.length > 0;
  }

  return {
    async list(reach, id) {
      await readNewest(database, reach, id);
      return (await readLabels(database, id)).map(({ number, updated_at, ...row }) => ({
        ...row,
        revision: number,
        updated_at: new Date(updated_at).toISOString(),
      }));
    },

    async set(reach, id, label, revision, by) {
      await readNewest(database, reach, id);
      const template = id.toLowerCase();
      const labels = await readLabels(database, id);
      if (labels.length >= mostLabels && labels.every((row) => row.label !== label)) {
        throw new StoreError('invalid_request', `a template has at most ${mostLabels} labels`, {
          fix: 'remove a label that is no longer used',
        });
      }
      const time = now().getTime();
      const rows = await database
        .run(
          (db) =>
            db
              .insertInto('template_labels')
              .columns(['template', 'label', 'number', 'updated_at', 'updated_by'])
              .expression((found) =>
                found
                  .selectFrom('template_revisions')
                  .select((columns) => [
                    'template',
                    columns.cast<string>(columns.val(label), 'text').as('label'),
                    'number',
                    columns.cast<number>(columns.val(time), 'bigint').as('updated_at'),
                    columns.cast<string | null>(columns.val(by ?? null), 'text').as('updated_by'),
                  ])
                  .where('template', '=', template)
                  .where('number', '=', writeNumber(revision)),
              )
              .onConflict((conflict) =>
                conflict.columns(['template', 'label']).doUpdateSet((columns) => ({
                  number: columns.ref('excluded.number'),
                  updated_at: columns.ref('excluded.updated_at'),
                  updated_by: columns.ref('excluded.updated_by'),
                })),
              )
              .returning('label')
              .execute(),
          'writes',
        )
        .catch(async (error: unknown) => {
          // Another process may have deleted the revision meanwhile, which the database refuses to lose.
          if (await hasRevision(template, revision)) throw error;
          return [];
        });
      if (rows.length === 0) throw await explainMissingRevision(database, reach, id, revision);
      return { label, revision, updated_at: new Date(time).toISOString(), updated_by: by ?? null };
    },

    async remove(reach, id, label) {
      await readNewest(database, reach, id);
      if (!isStorable(label)) throw await explainMissingLabel(database, reach, id, label);
      const rows = await database.run(
        (db) =>
          db
            .deleteFrom('template_labels')
            .where('template', '=', id.toLowerCase())
            .where('label', '=', label)
            .returning('label')
            .execute(),
        'writes',
      );
      if (rows.length === 0) throw await explainMissingLabel(database, reach, id, label);
    },
  };
}

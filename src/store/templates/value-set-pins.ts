import { StoreError } from '../database/store-error.ts';
import type { Database } from '../rows/tables.ts';

/** A set of values, or the schema, whose name is empty: as the list of a template has it, and as a revision pins it. */
export interface PinnedValues {
  kind: 'values' | 'schema';
  name: string;
  digest: string;
}

/** The kinds of uses that are values. */
export const valueKinds = ['values', 'schema'] as const;

/** What a list of a template has. */
export function readSetList(column: string | null): PinnedValues[] {
  return column === null ? [] : JSON.parse(column);
}

/** The digests of sets of values by their names, and of the schema. */
export interface SetDigests {
  sets: Record<string, string>;
  schema: string | null;
}

/** What a list of templates says of a list of sets. */
export function describeSetList(column: string | null): SetDigests {
  const list = readSetList(column);
  const named = list.filter(({ kind }) => kind === 'values');
  const schema = list.find(({ kind }) => kind === 'schema');
  return {
    sets: Object.fromEntries(named.map(({ name, digest }) => [name, digest])),
    schema: schema?.digest ?? null,
  };
}

/** The list as the column has it: by name, and null for none. */
export function writeSetList(list: readonly PinnedValues[]): string | null {
  if (list.length === 0) return null;
  const sorted = [...list].sort((a, b) => (a.name < b.name ? -1 : 1));
  return JSON.stringify(sorted.map(({ kind, name, digest }) => ({ kind, name, digest })));
}

/** The list of a template at a revision. */
export async function readPinnedSets(database: Database, id: string, revision: number): Promise<string | null> {
  return writeSetList(await listPinnedSets(database, id, [revision]));
}

/** What revisions of a template pin, with the numbers of the revisions. */
export async function listPinnedSets(
  database: Database,
  id: string,
  revisions: readonly number[],
): Promise<(PinnedValues & { number: number })[]> {
  if (revisions.length === 0) return [];
  const rows = await database.run((db) =>
    db
      .selectFrom('template_uses')
      .select(['number', 'kind', 'name', 'digest'])
      .where('template', '=', id.toLowerCase())
      .where('number', 'in', revisions)
      .where('kind', 'in', valueKinds)
      .execute(),
  );
  // In JavaScript: each database has another order of texts.
  return (rows as (PinnedValues & { number: number })[]).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The error for a set of values that a template does not have, or for its schema, which says what there is. */
export function setNotFound(
  name: string | undefined,
  list: readonly Pick<PinnedValues, 'kind' | 'name'>[],
): StoreError {
  if (name === undefined) return new StoreError('values_not_found', 'the template has no schema of its values');
  const names = list.filter(({ kind }) => kind === 'values').map((one) => one.name);
  const has = names.length === 0 ? 'it has no named values' : `it has ${names.join(', ')}`;
  return new StoreError('values_not_found', `the template has no values ${JSON.stringify(name)}; ${has}`);
}

import { StoreError } from '../database/store-error.ts';
import { formatStoredJson, isStorable } from '../database/stored-values.ts';
import { requireUuid } from '../database/uuid.ts';
import type { Database } from '../rows/tables.ts';
import { keepContent } from './asset-store.ts';
import type { ChangeTemplate } from './change-template.ts';
import type { RevisionChoice, RevisionStore } from './revision-store.ts';
import { readContents } from './template-files.ts';
import { templateNotFound } from './template-history.ts';
import { accountOf, inReach, type Reach } from './template-reach.ts';
import { listPinnedSets, type PinnedValues, readSetList, setNotFound, writeSetList } from './value-set-pins.ts';

/** The named sets of values of a template, and the schema that all of its values must follow. */
export interface StoredValueSets {
  /** By name. */
  sets: Record<string, object>;
  /** Null for none. */
  schema: object | null;
}

/** The same at a revision, with the version of the template after a change. */
type ValuesOfRevision = StoredValueSets & { revision: number };

/** What a change changes: null deletes. What is left out stays unchanged. */
export interface ValueSetChanges {
  sets?: Readonly<Record<string, object | null>> | undefined;
  schema?: object | null | undefined;
}

/** Sets of values and schemas of templates. Throws `template_not_found`, `revision_not_found`, `label_not_found` as the revisions do. */
export interface ValueSetStore {
  /** Those of a revision. Default: the newest, not the live one. */
  read(reach: Reach, id: string, choice?: RevisionChoice): Promise<ValuesOfRevision>;
  /**
   * Changes them, which is a change of the template as any other. Throws `values_not_found` for the deletion of what does not exist,
   * `too_large` beyond the limits of a template, and `template_changed` as an update of the template does.
   */
  change(
    reach: Reach,
    id: string,
    changes: ValueSetChanges,
    ifVersion?: number | readonly number[],
    by?: string,
    message?: string,
  ): Promise<ValuesOfRevision & { version: number }>;
}

/** The most of a template. */
export const valueSetLimits = { sets: 50, bytes: 8 * 1024 * 1024 };

/** How often a change is tried again because the template has changed meanwhile: each time, another caller was successful. */
const attempts = 500;

/** The sets of values in an open database. */
export function buildValueSetStore(
  database: Database,
  now: () => Date,
  revisions: Pick<RevisionStore, 'choose'>,
  changeTemplate: ChangeTemplate,
): ValueSetStore {
  return {
    async read(reach, id, choice = {}) {
      const isNamed = choice.revision !== undefined || choice.label !== undefined;
      const number = isNamed
        ? (await revisions.choose(reach, requireUuid(id, templateNotFound), choice)).revision
        : (await readRow(reach, id)).newest;
      return { revision: number, ...(await readSets(accountOf(reach), await listPinnedSets(database, id, [number]))) };
    },

    async change(reach, id, changes, ifVersion, by, message) {
      const account = accountOf(reach);
      for (let attempt = 1; ; attempt += 1) {
        const row = await readRow(reach, id);
        const wanted = ifVersion === undefined ? [row.version] : [ifVersion].flat();
        if (!wanted.includes(row.version)) throw changedMeanwhile();
        const list = await applyChanges(account, readSetList(row.value_sets), changes);
        await refuseBeyond(account, list);
        const value_sets = writeSetList(list);
        try {
          const { version, versions_before } = await changeTemplate(
            ...([reach, id, { value_sets }, row.version, by, message] as const),
          );
          return { version, revision: version - versions_before, ...(await readSets(account, list)) };
        } catch (error) {
          const mayPass = error instanceof StoreError && error.code === 'template_changed';
          if (!mayPass || ifVersion !== undefined || attempt === attempts) throw error;
        }
      }
    },
  };

  async function readRow(reach: Reach, id: string) {
    const row = await database.run((db) =>
      db
        .selectFrom('templates')
        .select(['version', 'versions_before', 'value_sets'])
        .where(inReach(reach))
        .where('id', '=', requireUuid(id, templateNotFound))
        .executeTakeFirst(),
    );
    if (row === undefined) throw templateNotFound();
    return { ...row, newest: row.version - row.versions_before };
  }

  async function applyChanges(
    account: string,
    before: readonly PinnedValues[],
    { sets = {}, schema }: ValueSetChanges,
  ): Promise<PinnedValues[]> {
    const named = Object.entries(sets).map(([name, value]) => ({ kind: 'values', name, value }) as const);
    const all = [...named, ...(schema === undefined ? [] : [{ kind: 'schema', name: '', value: schema } as const])];
    const list = new Map(before.map((one) => [keyOf(one), one]));
    for (const { kind, name, value } of all) {
      const key = keyOf({ kind, name });
      if (value === null) {
        if (!list.delete(key)) throw setNotFound(kind === 'schema' ? undefined : name, before);
        continue;
      }
      if (!isStorable(name)) throw new StoreError('invalid_request', 'the name of the values cannot be stored');
      const bytes = Buffer.from(formatStoredJson(kind === 'schema' ? 'schema' : name, value));
      list.set(key, { kind, name, digest: await keepContent(database, account, bytes, now().getTime()) });
    }
    return [...list.values()];
  }

  async function refuseBeyond(account: string, list: readonly PinnedValues[]): Promise<void> {
    const { sets, bytes } = valueSetLimits;
    const sizes = new Map((await readContents(database, account, list)).map((row) => [row.digest, row.bytes.length]));
    const all = list.reduce((sum, { digest }) => sum + (sizes.get(digest) ?? 0), 0);
    if (list.filter(({ kind }) => kind === 'values').length <= sets && all <= bytes) return;
    throw new StoreError(
      'too_large',
      `a template has at most ${sets} sets of values, and ${bytes / 1024 / 1024} MiB of them with the schema`,
      { fix: 'delete sets that are no longer used' },
    );
  }

  async function readSets(account: string, list: readonly PinnedValues[]): Promise<StoredValueSets> {
    const texts = new Map((await readContents(database, account, list)).map((row) => [row.digest, row.bytes]));
    const read = (digest: string) => JSON.parse(Buffer.from(texts.get(digest) ?? '{}').toString()) as object;
    const schema = list.find(({ kind }) => kind === 'schema');
    const named = list.filter(({ kind }) => kind === 'values');
    return {
      sets: Object.fromEntries(named.map(({ name, digest }) => [name, read(digest)])),
      schema: schema === undefined ? null : read(schema.digest),
    };
  }
}

function keyOf({ kind, name }: Pick<PinnedValues, 'kind' | 'name'>): string {
  return `${kind}/${name}`;
}

function changedMeanwhile(): StoreError {
  return new StoreError('template_changed', 'the template has changed since the version that was named');
}

import type { AccountStores } from './accounts/account-stores.ts';
import type { CoordinationStores } from './coordination/coordination-stores.ts';
import type { Lane, LaneConnections } from './database/database.ts';
import { StoreError } from './database/store-error.ts';
import type { StoreLocation } from './database/store-location.ts';
import type { JobStore } from './jobs/job-store.ts';
import type { ResultPieceStore } from './jobs/result-piece-store.ts';
import { buildKeyStore, type KeyStore } from './keys/key-store.ts';
import { openPostgres } from './postgres/postgres.ts';
import type { Database } from './rows/tables.ts';
import { findKeyFile } from './secrets/key-file.ts';
import { openSecretBox, type SecretBox } from './secrets/secret-box.ts';
import { findLastBackup } from './sqlite/back-up.ts';
import { openSqlite } from './sqlite/sqlite.ts';
import { type AssetLimits, type AssetStore, buildAssetStore } from './templates/asset-store.ts';
import { buildTemplateChange } from './templates/change-template.ts';
import { fillSlugs } from './templates/fill-slugs.ts';
import { buildLabelStore, type LabelStore } from './templates/label-store.ts';
import { buildPropertyStore, type PropertyStore } from './templates/property-store.ts';
import { buildRevisionStore, type RevisionStore } from './templates/revision-store.ts';
import { type FileUser, findFiles, type TemplateFiles } from './templates/template-files.ts';
import { buildTemplateStore, type TemplateStore } from './templates/template-store.ts';
import { buildValueSetStore, type ValueSetStore } from './templates/value-set-store.ts';
import type { WebhookStores } from './webhooks/webhook-stores.ts';

/** An open store. Every method throws `StoreError` alone. */
export interface Store {
  templates: TemplateStore;
  properties: PropertyStore;
  assets: AssetStore;
  valueSets: ValueSetStore;
  /** The partials, layouts and assets that a text of an account would use now, which need not be stored. */
  findFiles(user: FileUser, content: string): Promise<TemplateFiles>;
  revisions: RevisionStore;
  labels: LabelStore;
  keys: KeyStore;
  /** People and records. Loaded at the first call: no render of a command needs them. */
  accounts(): Promise<AccountStores>;
  /** What services on this database promise together. Loaded at the first call, as `accounts` are. */
  coordination(): Promise<CoordinationStores>;
  /** The results of background renders. Loaded at the first call, as `accounts` are. */
  results(): Promise<ResultPieceStore>;
  /** Background renders. Loaded at the first call, as `accounts` are. */
  jobs(): Promise<JobStore>;
  /** Webhooks and what is on its way to them. Loaded at the first call, as `accounts` are. */
  webhooks(): Promise<WebhookStores>;
  /**
   * Reads a row; once a write has found no room, it writes as well, until that succeeds. Throws if the database does not answer,
   * and `storage_full`.
   */
  ping(): Promise<void>;
  /** The connections to the database by what they are for; empty on SQLite. */
  connections(): LaneConnections[];
  /** How many statements have failed, by error code. */
  failures(): Record<string, number>;
  /** What tells this database from others: eight hexadecimal digits. */
  identity(): Promise<string>;
  /** Whether secrets of requests are encrypted in the database: on SQLite always, on Postgres if a key is set. */
  canSeal: boolean;
  /** Which database it is, for people. */
  kind: Database['kind'];
  /** When the store was last backed up by platen, ISO 8601 in UTC; null for never, undefined if others back it up. */
  lastBackup(): string | null | undefined;
  /** Waits for what is being written, then releases the database. May be called twice. */
  close(): Promise<void>;
}

/** What a store is opened with besides its place. */
export interface StoreEdges {
  /** Default: the system's clock. */
  now?: () => Date;
  /** The most assets of an account. Default: 5,000 with 512 MiB. */
  assetLimits?: AssetLimits | undefined;
  /** Does the work of a statement, and watches how long it takes and how it ends. */
  follow?: (<T>(work: () => Promise<T>, statement: { kind: Database['kind']; lane: Lane }) => Promise<T>) | undefined;
}

/**
 * Opens the store and brings its tables up to date, in one transaction; other processes may do the same at the same time. Throws
 * `store_unavailable` if the database does not answer or stays locked, and `io_failed` if it cannot be opened, is damaged or
 * was written by a newer platen. The database libraries are loaded only here.
 */
export async function openStore(location: StoreLocation, edges: StoreEdges = {}): Promise<Store> {
  const now = edges.now ?? (() => new Date());
  const keyFile = 'dataFolder' in location ? findKeyFile(location.dataFolder) : undefined;
  const box = openSecretBox(location.secretKeys ?? [], keyFile);
  const database = await ('databaseUrl' in location
    ? openPostgres(location.databaseUrl, location.limits)
    : openSqlite(location.dataFolder));
  const dataFolder = 'dataFolder' in location ? location.dataFolder : undefined;
  const { follow, assetLimits } = edges;
  const followed: Database = follow
    ? {
        ...database,
        run: (work, lane = 'reads') => follow(() => database.run(work, lane), { kind: database.kind, lane }),
      }
    : database;
  try {
    await fillSlugs(followed);
  } catch (error) {
    await database.close();
    throw error;
  }
  return buildStore(followed, { box, now, keptRevisions: location.keptRevisions, dataFolder, assetLimits });
}

/** What a store in an open database needs. */
interface BuiltWith {
  /** What encrypts the secrets in it. */
  box: SecretBox;
  now: () => Date;
  keptRevisions?: number | undefined;
  /** The folder of the database, if it has one. */
  dataFolder?: string | undefined;
  assetLimits?: AssetLimits | undefined;
}

/** The store in an open database. */
export function buildStore(
  opened: Database,
  { box, now, keptRevisions = 100, dataFolder, assetLimits }: BuiltWith,
): Store {
  /** Whether a write found no room, and none has succeeded since. */
  let isFull = false;
  const failures: Record<string, number> = {};
  const database: Database = {
    ...opened,
    run: (work, lane) =>
      opened.run(work, lane).catch((error: unknown) => {
        const code = error instanceof StoreError ? error.code : 'internal';
        failures[code] = (failures[code] ?? 0) + 1;
        if (code === 'storage_full') isFull = true;
        throw error;
      }),
  };
  const { settle, ...keys } = buildKeyStore({ ...database, run: (work) => database.run(work, 'keys') }, now);
  const revisions = buildRevisionStore(database);
  const changeTemplate = buildTemplateChange(database, now, keptRevisions);
  return {
    templates: buildTemplateStore(database, { now, revisions, changeTemplate }),
    properties: buildPropertyStore(database),
    assets: buildAssetStore(database, now, assetLimits),
    valueSets: buildValueSetStore(database, now, revisions, changeTemplate),
    findFiles: async (user, content) => (await findFiles(database, user, content)).files,
    revisions,
    labels: buildLabelStore(database, now),
    keys,
    accounts: loadOnce(async () => (await import('./accounts/account-stores.ts')).buildAccountStores(database, now)),
    coordination: loadOnce(async () =>
      (await import('./coordination/coordination-stores.ts')).buildCoordinationStores(database, now),
    ),
    results: loadOnce(async () => (await import('./jobs/result-piece-store.ts')).buildResultPieceStore(database, now)),
    jobs: loadOnce(async () => (await import('./jobs/job-store.ts')).buildJobStore(database, box, now)),
    webhooks: loadOnce(async () =>
      (await import('./webhooks/webhook-stores.ts')).buildWebhookStores(database, box, now),
    ),
    async ping() {
      await database.run((db) => db.selectFrom('templates').select('id').limit(1).execute(), 'health');
      if (!isFull) return;
      await database.tryWrite();
      isFull = false;
    },
    connections: opened.connections,
    failures: () => ({ ...failures }),
    identity: async () => (await import('./coordination/coordination-stores.ts')).readIdentity(database),
    canSeal: box.canSeal,
    kind: opened.kind,
    lastBackup: () => (dataFolder === undefined ? undefined : (findLastBackup(dataFolder)?.toISOString() ?? null)),
    async close() {
      await settle();
      await database.close();
    },
  };
}

/** A function that loads at its first call, and gives the same ever after. */
function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}

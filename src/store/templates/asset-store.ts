import { StoreError } from '../database/store-error.ts';
import { isStorable, readTime } from '../database/stored-values.ts';
import type { Database } from '../rows/tables.ts';
import { digestOf } from './template-files.ts';
import { refuseUsed } from './template-users.ts';

/** An asset without its bytes. Times are ISO 8601 in UTC. */
export interface StoredAsset {
  path: string;
  /** The id of the template that it is for; null for the whole account. */
  template: string | null;
  /** The media type. */
  type: string;
  size: number;
  sha256: string;
  updated_at: string;
  updated_by: string | null;
}

/** Which asset: its path, and the template that it is for. Default: the whole account. */
export interface AssetName {
  path: string;
  template?: string | undefined;
}

/** The files of templates. Throws `asset_not_found`. */
export interface AssetStore {
  /** Those of the account, or of one template, by path. */
  list(account: string, template?: string): Promise<StoredAsset[]>;
  get(account: string, asset: AssetName): Promise<StoredAsset & { bytes: Uint8Array }>;
  /** Stores an asset or replaces it. Throws `too_large` beyond the limits of an account. */
  set(account: string, asset: AssetName, file: { type: string; bytes: Uint8Array }, by?: string): Promise<StoredAsset>;
  /** Throws `in_use`, unless forced, for a shared asset that templates use. */
  remove(account: string, asset: AssetName, force?: boolean): Promise<void>;
}

/** The most assets of an account, and their bytes together. */
export interface AssetLimits {
  files: number;
  bytes: number;
}

const defaultLimits: AssetLimits = { files: 5000, bytes: 512 * 1024 * 1024 };
const columns = ['path', 'owner', 'type', 'size', 'digest', 'updated_at', 'updated_by'] as const;

/** The assets in an open database. */
export function buildAssetStore(database: Database, now: () => Date, limits = defaultLimits): AssetStore {
  return {
    async list(account, template) {
      const rows = await database.run((db) =>
        db
          .selectFrom('template_assets')
          .select(columns)
          .where('account', '=', account)
          .$if(template !== undefined, (query) => query.where('owner', '=', ownerOf(template)))
          .orderBy('owner')
          .orderBy('path')
          .execute(),
      );
      return rows.map(readAsset);
    },

    async get(account, { path, template }) {
      if (!isStorable(path)) throw notFound(path);
      const row = await database.run((db) =>
        db
          .selectFrom('template_assets as asset')
          .innerJoin('template_contents as found', (join) =>
            join.onRef('found.account', '=', 'asset.account').onRef('found.digest', '=', 'asset.digest'),
          )
          .select(['path', 'owner', 'type', 'size', 'asset.digest', 'updated_at', 'updated_by', 'bytes'])
          .where('asset.account', '=', account)
          .where('owner', '=', ownerOf(template))
          .where('path', '=', path)
          .executeTakeFirst(),
      );
      if (row === undefined) throw notFound(path);
      return { ...readAsset(row), bytes: row.bytes };
    },

    async set(account, { path, template }, { type, bytes }, by) {
      if (!isStorable(path)) throw new StoreError('invalid_request', 'the path cannot be stored');
      await refuseBeyond(database, account, { path, owner: ownerOf(template), size: bytes.length }, limits);
      const time = now().getTime();
      const digest = await keepContent(database, account, bytes, time);
      const row = {
        ...{ account, owner: ownerOf(template), path, digest, type, size: bytes.length },
        ...{ updated_at: time, updated_by: by ?? null },
      };
      await database.run(
        (db) =>
          db
            .insertInto('template_assets')
            .values(row)
            .onConflict((conflict) =>
              conflict.columns(['account', 'owner', 'path']).doUpdateSet((columns) => ({
                digest: columns.ref('excluded.digest'),
                type: columns.ref('excluded.type'),
                size: columns.ref('excluded.size'),
                updated_at: columns.ref('excluded.updated_at'),
                updated_by: columns.ref('excluded.updated_by'),
              })),
            )
            .execute(),
        'writes',
      );
      return readAsset(row);
    },

    async remove(account, { path, template }, force = false) {
      if (!isStorable(path)) throw notFound(path);
      if (!force && template === undefined) await refuseUsed(database, account, { path });
      const rows = await database.run(
        (db) =>
          db
            .deleteFrom('template_assets')
            .where('account', '=', account)
            .where('owner', '=', ownerOf(template))
            .where('path', '=', path)
            .returning('path')
            .execute(),
        'writes',
      );
      if (rows.length === 0) throw notFound(path);
      await sweepContents(database, account, now);
    },
  };
}

/** Milliseconds for which contents are kept that nothing uses: those of uploads under way are among them. */
const graceMs = 86_400_000;

/** Stores bytes under their digest, which it returns. */
export async function keepContent(
  database: Database,
  account: string,
  bytes: Uint8Array,
  time: number,
): Promise<string> {
  const digest = digestOf(bytes);
  await database.run(
    (db) =>
      db
        .insertInto('template_contents')
        .values({ account, digest, bytes, created_at: time })
        .onConflict((conflict) => conflict.columns(['account', 'digest']).doUpdateSet({ created_at: time }))
        .execute(),
    'writes',
  );
  return digest;
}

/** Deletes contents that neither an asset nor a revision uses. Never throws: what is left is deleted the next time. */
export async function sweepContents(database: Database, account: string, now: () => Date): Promise<void> {
  const sweep = database.run(
    (db) =>
      db
        .deleteFrom('template_contents')
        .where('account', '=', account)
        .where('created_at', '<', now().getTime() - graceMs)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('template_assets')
                .select('path')
                .whereRef('template_assets.account', '=', 'template_contents.account')
                .whereRef('template_assets.digest', '=', 'template_contents.digest'),
            ),
          ),
        )
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('template_uses')
                .select('name')
                .whereRef('template_uses.digest', '=', 'template_contents.digest'),
            ),
          ),
        )
        .execute(),
    'claims',
  );
  await sweep.catch(() => undefined);
}

/** Refuses an asset beyond the limits of an account. The one that it replaces does not count. */
async function refuseBeyond(
  database: Database,
  account: string,
  asset: { path: string; owner: string; size: number },
  { files, bytes }: AssetLimits,
): Promise<void> {
  const row = await database.run((db) =>
    db
      .selectFrom('template_assets')
      .select((assets) => [assets.fn.countAll<number>().as('files'), assets.fn.sum<number | null>('size').as('bytes')])
      .where('account', '=', account)
      .where((others) => others.or([others('path', '<>', asset.path), others('owner', '<>', asset.owner)]))
      .executeTakeFirstOrThrow(),
  );
  if (Number(row.files) < files && Number(row.bytes ?? 0) + asset.size <= bytes) return;
  throw new StoreError('too_large', `an account has at most ${files} assets of ${bytes / 1024 / 1024} MiB together`, {
    fix: 'delete assets that no template uses',
  });
}

function ownerOf(template: string | undefined): string {
  return template?.toLowerCase() ?? '';
}

function readAsset({
  owner,
  digest,
  updated_at,
  ...row
}: {
  path: string;
  owner: string;
  type: string;
  size: number;
  digest: string;
  updated_at: number;
  updated_by: string | null;
}): StoredAsset {
  const { path, type, size, updated_by } = row;
  const template = owner === '' ? null : owner;
  return { path, template, type, size, sha256: digest, updated_at: readTime(updated_at) ?? '', updated_by };
}

function notFound(path: string): StoreError {
  return new StoreError('asset_not_found', `there is no asset ${JSON.stringify(path)}`);
}

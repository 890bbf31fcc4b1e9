import { createHash } from 'node:crypto';
import { findPartialNames, selectAssets, selectBesideStyles, slugOfName } from '../../folders/index.ts';
import { StoreError } from '../database/store-error.ts';
import type { Database } from '../rows/tables.ts';

/** Partials, layouts and assets of a template, as a render uses them. */
export interface TemplateFiles {
  /** The texts by the names that tags use. */
  partials: Record<string, string>;
  /** By their paths in the template. */
  assets: Record<string, { type: string; base64: Uint8Array }>;
  /** The names of all partials and layouts that the template may use, if its texts name one that does not exist. */
  names?: string[] | undefined;
}

/** A partial, a layout or an asset, as a revision pins it. */
export interface StoredUse {
  kind: 'partial' | 'asset';
  name: string;
  digest: string;
  type: string | null;
  source: string | null;
  source_number: number | null;
}

/** A template that files are found for. A new one has no id and no slug yet. */
export interface FileUser {
  account: string;
  id?: string | undefined;
  slug?: string | undefined;
}

/** What a template uses now: its files, and how a revision pins them. */
export interface FoundFiles {
  files: TemplateFiles;
  uses: StoredUse[];
}

/** The most files and bytes that one template may use. */
const useLimits = { files: 500, bytes: 32 * 1024 * 1024 };
/** How often files are read again because one has changed meanwhile. */
const attempts = 5;

/** A partial or layout as it was read. */
interface ReadPartial {
  id: string;
  slug: string;
  content: string;
  version: number;
  versions_before: number;
}

/**
 * Finds what a text uses: partials and layouts of the account, those of the template itself first, and theirs; then the assets that any of
 * these texts names, and all assets of the template. What is found was stored at one time: it is read again until nothing has changed
 * meanwhile.
 */
export async function findFiles(database: Database, user: FileUser, content: string): Promise<FoundFiles> {
  const { account } = user;
  for (let attempt = 1; ; attempt += 1) {
    const assets = await listAssets(database, user);
    const { partials, texts, isComplete } = await readPartials(database, user, content);
    const wanted = await chooseAssets(database, account, assets, [content, ...texts.values()]);
    const isSame = partials.length === 0 || (await areUnchanged(database, account, partials));
    const again = assets.length === 0 ? assets : await listAssets(database, user);
    const isSettled = isSame && JSON.stringify(again) === JSON.stringify(assets);
    if (!isSettled && attempt < attempts) continue;
    const names = isComplete ? undefined : await listNames(database, user);
    const uses = describeUses(texts, partials, wanted);
    return { files: { partials: Object.fromEntries(texts), assets: wanted.files, names }, uses };
  }
}

async function readPartials(database: Database, { account, slug }: FileUser, content: string) {
  const texts = new Map<string, string>();
  const partials: ReadPartial[] = [];
  let isComplete = true;
  for (let open = findPartialNames(content); open.length > 0 && texts.size <= useLimits.files; ) {
    const slugs = open.flatMap((name) => candidates(slug, name));
    const rows = await database.run((db) =>
      db
        .selectFrom('templates')
        .select(['id', 'slug', 'content', 'version', 'versions_before'])
        .where('account', '=', account)
        .where('slug', 'in', slugs)
        .where('kind', '<>', 'template')
        .execute(),
    );
    const next = new Set<string>();
    for (const name of open) {
      const [found] = candidates(slug, name).flatMap((one) => rows.filter((row) => row.slug === one));
      if (found === undefined) {
        isComplete = false;
        continue;
      }
      texts.set(name, found.content);
      partials.push({ ...found, slug: found.slug ?? '' });
      for (const inner of findPartialNames(found.content)) next.add(inner);
    }
    open = [...next].filter((name) => !texts.has(name));
  }
  return { texts, partials, isComplete };
}

/** The slugs that a name may be, the nearest first. */
function candidates(slug: string | undefined, name: string): string[] {
  const shared = slugOfName(name);
  return slug === undefined ? [shared] : [`${slug}/${shared}`, shared];
}

async function areUnchanged(database: Database, account: string, partials: readonly ReadPartial[]): Promise<boolean> {
  const rows = await database.run((db) =>
    db
      .selectFrom('templates')
      .select(['id', 'slug', 'version'])
      .where('account', '=', account)
      .where(
        'id',
        'in',
        partials.map(({ id }) => id),
      )
      .execute(),
  );
  const versions = new Map(rows.map(({ id, slug, version }) => [id, `${version} ${slug}`]));
  return partials.every(({ id, version, slug }) => versions.get(id) === `${version} ${slug}`);
}

async function listAssets(database: Database, { account, id = '' }: FileUser) {
  return database.run((db) =>
    db
      .selectFrom('template_assets')
      .select(['owner', 'path', 'digest', 'type', 'size'])
      .where('account', '=', account)
      .where('owner', 'in', ['', id])
      .orderBy('path')
      .orderBy('owner')
      .execute(),
  );
}

/** The assets that are used: one of the template comes before a shared one of the same path. */
async function chooseAssets(
  database: Database,
  account: string,
  listed: Awaited<ReturnType<typeof listAssets>>,
  texts: readonly string[],
) {
  const byPath = new Map(listed.map((asset) => [asset.path, asset]));
  const shared = [...byPath.values()].filter(({ owner }) => owner === '').map(({ path }) => path);
  const chosen = new Set([...byPath.values()].filter(({ owner }) => owner !== '').map(({ path }) => path));
  for (const path of selectAssets(texts, shared)) chosen.add(path);
  const contents = new Map<string, Uint8Array>();
  const seen = new Set<string>();
  for (let open = [...chosen]; open.length > 0; open = [...chosen].filter((path) => !seen.has(path))) {
    const found = open.flatMap((path) => byPath.get(path) ?? []);
    checkSize([...chosen].flatMap((path) => byPath.get(path) ?? []));
    for (const path of open) seen.add(path);
    for (const row of await readContents(database, account, found)) contents.set(row.digest, row.bytes);
    for (const { type, digest } of found) {
      if (!type.startsWith('text/css')) continue;
      const style = Buffer.from(contents.get(digest) ?? []).toString();
      for (const path of selectBesideStyles(style, shared)) chosen.add(path);
    }
  }
  const used = [...chosen].sort().flatMap((path) => byPath.get(path) ?? []);
  const files = used.flatMap(({ path, type, digest }) => {
    const bytes = contents.get(digest);
    return bytes === undefined ? [] : [[path, { type, base64: bytes }] as const];
  });
  return { used, files: Object.fromEntries(files) };
}

function checkSize(assets: readonly { size: number }[]): void {
  const bytes = assets.reduce((sum, { size }) => sum + size, 0);
  if (assets.length <= useLimits.files && bytes <= useLimits.bytes) return;
  throw new StoreError(
    'too_large',
    `the template uses ${assets.length} assets of ${Math.ceil(bytes / 1024 / 1024)} MiB together; the limits are ${useLimits.files} and ${useLimits.bytes / 1024 / 1024} MiB`,
    { fix: 'name fewer or smaller files in the template' },
  );
}

/** Texts and files by their digests. */
export async function readContents(database: Database, account: string, found: readonly { digest: string }[]) {
  if (found.length === 0) return [];
  const digests = [...new Set(found.map(({ digest }) => digest))];
  return database.run((db) =>
    db
      .selectFrom('template_contents')
      .select(['digest', 'bytes'])
      .where('account', '=', account)
      .where('digest', 'in', digests)
      .execute(),
  );
}

async function listNames(database: Database, { account, slug }: FileUser): Promise<string[]> {
  const rows = await database.run((db) =>
    db
      .selectFrom('templates')
      .select('slug')
      .where('account', '=', account)
      .where('kind', '<>', 'template')
      .limit(1000)
      .execute(),
  );
  const own = `${slug}/`;
  return rows.flatMap((row) => {
    const name = row.slug?.startsWith(own) ? row.slug.slice(own.length) : (row.slug ?? '');
    return /^(partials|layouts)\//.test(name) ? [name] : [];
  });
}

function describeUses(
  texts: ReadonlyMap<string, string>,
  partials: readonly ReadPartial[],
  { used }: Awaited<ReturnType<typeof chooseAssets>>,
): StoredUse[] {
  const names = [...texts.keys()];
  return [
    ...names.map((name, index): StoredUse => {
      const { id = '', version = 0, versions_before = 0, content = '' } = partials[index] ?? {};
      const source_number = version - versions_before;
      return { kind: 'partial', name, digest: digestOf(Buffer.from(content)), type: null, source: id, source_number };
    }),
    ...used.map(
      ({ path, digest, type }): StoredUse => ({
        ...{ kind: 'asset', name: path, digest, type },
        ...{ source: null, source_number: null },
      }),
    ),
  ];
}

/** The SHA-256 of bytes in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The files that a revision pins; undefined if it pins none. */
export async function readPinned(
  database: Database,
  account: string,
  template: string,
  number: number,
): Promise<TemplateFiles | undefined> {
  const rows = await database.run((db) =>
    db
      .selectFrom('template_uses as used')
      .innerJoin('template_contents as found', 'found.digest', 'used.digest')
      .select(['used.kind', 'used.name', 'used.type', 'found.bytes'])
      .where('used.template', '=', template)
      .where('used.number', '=', number)
      .where('used.kind', 'in', ['partial', 'asset'])
      .where('found.account', '=', account)
      .orderBy('used.name')
      .execute(),
  );
  if (rows.length === 0) return undefined;
  const files: TemplateFiles = { partials: {}, assets: {} };
  for (const { kind, name, type, bytes } of rows) {
    if (kind === 'partial') files.partials[name] = Buffer.from(bytes).toString();
    else files.assets[name] = { type: type ?? 'application/octet-stream', base64: bytes };
  }
  return files;
}

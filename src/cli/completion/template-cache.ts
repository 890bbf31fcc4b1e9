import { createHash } from 'node:crypto';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../folders/index.ts';
import type { Context } from '../command/context.ts';
import { writePrivateFile } from '../files/write-private-file.ts';
import { folders, resolveConnection } from '../settings/index.ts';
import type { Candidate } from './candidates.ts';

/** Milliseconds for which a list counts as fresh. */
const freshMs = 60_000;
/** Pages of the list that are kept. */
const pageLimit = 5;
/** Milliseconds that a refresh in the background may take. */
const refreshMs = 10_000;

/** The templates of the last listing, and whether the list needs a refresh. */
interface CachedTemplates {
  candidates: Candidate[];
  stale: boolean;
}

/**
 * Reads the cached list of the configured service. A stale list counts as fresh once it was read, so that many Tabs start a
 * single refresh.
 */
export async function readCachedTemplates(context: Context): Promise<CachedTemplates> {
  const path = await cachePath(context);
  const facts = await stat(path).catch(() => undefined);
  const stale = facts === undefined || Date.now() - facts.mtimeMs > freshMs;
  if (facts === undefined) {
    await writeFile(path, '[]', { mode: 0o600, flag: 'wx' }).catch(() => {});
    return { candidates: [], stale };
  }
  if (stale) await utimes(path, new Date(), new Date()).catch(() => {});
  return { candidates: JSON.parse(await readFile(path, 'utf8')), stale };
}

/** Lists the templates of the service and caches them. */
export async function refreshTemplates(context: Context): Promise<void> {
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(refreshMs)]);
  const { baseUrl } = resolveConnection(await context.settings());
  // Listing would create a store on a machine that has not used one yet.
  if (baseUrl === null && !(await hasStore(context))) return;
  const client = await context.client();
  const candidates: Candidate[] = [];
  const { listAllTemplates } = await import('../../client/index.ts');
  let pages = 0;
  for await (const page of listAllTemplates(client, { fields: ['name', 'slug'] }, { signal, retries: 0 })) {
    for (const { id, slug, name } of page) {
      if (slug !== undefined) candidates.push({ word: slug, description: name });
      candidates.push({ word: id, description: name });
    }
    pages += 1;
    if (pages === pageLimit) break;
  }
  await writePrivateFile(await cachePath(context), JSON.stringify(candidates));
}

async function hasStore(context: Context): Promise<boolean> {
  const settings = await context.settings();
  if (settings.get('database_url') !== null) return true;
  return (await stat(settings.get('data_dir') ?? '').catch(() => undefined)) !== undefined;
}

/** The cache file of the service and profile, in a folder that only the user reads. */
async function cachePath(context: Context): Promise<string> {
  const settings = await context.settings();
  const { env, platform, homeFolder } = context.io;
  const folder = join(folders(env, platform, homeFolder).cache, 'completion');
  makeFolder(folder, 0o700);
  const service = ['base_url', 'profile', 'database_url', 'data_dir'] as const;
  const digest = createHash('sha256').update(JSON.stringify(service.map((name) => settings.get(name))));
  return join(folder, `${digest.digest('hex').slice(0, 16)}.json`);
}

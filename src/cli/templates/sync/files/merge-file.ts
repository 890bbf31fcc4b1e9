import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveFile } from '../../../files/save-file.ts';
import { lostBase, type Merged, mergeFileTexts } from '../merge/merge-text.ts';
import { searchRevisions } from '../merge/search-revisions.ts';
import { editedError } from '../merge/write-merged.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { assetType } from './media-types.ts';
import { mergeValueFile } from './merge-values.ts';
import { type LocalFile, pathInOwner, type RemoteFile, sha256Of } from './sync-file.ts';

/** Assets that are texts. */
const textTypes = ['text/css', 'image/svg+xml'];

/** Whether a file is a text, which can be merged. */
export function isTextFile({ kind, path }: Pick<LocalFile, 'kind' | 'path'>): boolean {
  return kind === 'partial' || textTypes.includes(assetType(path) ?? '');
}

/** Templates, and revisions of each, that are searched for an old asset: each answer has all files of a template. */
const searchedTemplates = 3;
const searchedRevisions = 10;

/**
 * Merges a partial, a layout, an asset that is a text, values or a schema, which both sides changed since they agreed on what has the digest `seen`; undefined
 * for other files. `users` are the ids of the templates that use it: old assets are kept only with their revisions.
 */
export async function mergeFile(
  { local, there }: { local?: LocalFile | undefined; there?: RemoteFile | undefined },
  seen: string | undefined,
  users: readonly string[],
  remote: RemoteTemplates,
): Promise<Merged<string> | undefined> {
  if (!local || !there || seen === undefined || local.kind !== there.kind) return undefined;
  if (local.kind === 'values' || local.kind === 'schema') return mergeValueFile(local, there, seen, remote);
  if (!isTextFile(local)) return undefined;
  const here = local.bytes.toString();
  if (sha256Of(here) !== local.sha256) return undefined;
  const base =
    there.kind === 'partial' ? await findPartial(there, seen, remote) : await findAsset(there, seen, users, remote);
  if (base === undefined) return { places: lostBase };
  return mergeFileTexts(base, here, there.content ?? (await readAsset(there, remote)));
}

/** Replaces a file by its merge, whole or not at all. Throws `conflict` if it was edited since it was read. */
export async function writeMergedFile(
  { root, shown }: { root: string; shown: string },
  { path, bytes }: LocalFile,
  merged: string,
  fix: string,
): Promise<void> {
  const file = join(root, path);
  if (!bytes.equals(await readFile(file))) throw editedError(`${shown}/${path}`, fix);
  await saveFile(file, Buffer.from(merged), true);
}

async function findPartial({ id }: RemoteFile, seen: string, remote: RemoteTemplates): Promise<string | undefined> {
  let base: string | undefined;
  await searchRevisions(remote, id ?? '', ({ content }) => {
    if (sha256Of(content) === seen) base = content;
    return base !== undefined;
  });
  return base;
}

async function findAsset(
  file: RemoteFile,
  seen: string,
  users: readonly string[],
  { client, signal }: RemoteTemplates,
): Promise<string | undefined> {
  const path = pathInOwner(file);
  for (const id of users.slice(0, searchedTemplates)) {
    const { data } = await client.listRevisions(id, { limit: searchedRevisions }, { signal });
    for (const { revision } of data) {
      const { assets } = await client.getTemplateFiles(id, { revision }, { signal });
      const bytes = Buffer.from(assets.find((asset) => asset.path === path)?.base64 ?? '', 'base64');
      if (sha256Of(bytes) === seen) return bytes.toString();
    }
  }
  return undefined;
}

async function readAsset(file: RemoteFile, { client, signal }: RemoteTemplates): Promise<string> {
  const { base64 } = await client.getAsset({ path: pathInOwner(file), template: file.template }, { signal });
  return Buffer.from(base64, 'base64').toString();
}

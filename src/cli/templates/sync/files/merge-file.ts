import { type Merged, mergeFileTexts } from '../merge/merge-text.ts';
import { searchRevisions } from '../merge/search-revisions.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { type LocalFile, type RemoteFile, sha256Of } from './sync-file.ts';

/** Merges a partial or layout that both sides changed since they agreed on what has the digest `seen`; undefined for other files. */
export async function mergeFile(
  local: LocalFile | undefined,
  there: RemoteFile | undefined,
  seen: string | undefined,
  remote: RemoteTemplates,
): Promise<Merged<string> | undefined> {
  if (local?.kind !== 'partial' || there?.content === undefined || seen === undefined) return undefined;
  const text = local.bytes.toString();
  if (sha256Of(text) !== local.sha256) return undefined;
  return mergeFileTexts(await findBase(there, seen, remote), text, there.content);
}

async function findBase({ id }: RemoteFile, seen: string, remote: RemoteTemplates): Promise<string | undefined> {
  let base: string | undefined;
  await searchRevisions(remote, id ?? '', ({ content }) => {
    if (sha256Of(content) === seen) base = content;
    return base !== undefined;
  });
  return base;
}

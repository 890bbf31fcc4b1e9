import { formatJson } from '../../../output/safe-text.ts';
import { type Merged, mergeFileValues } from '../merge/merge-text.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import type { LocalFile, RemoteFile } from './sync-file.ts';
import { digestValues, openValueReader, valuesOf } from './value-files.ts';

/** Revisions of a template that are searched for its old values, the newest first. */
const searchedRevisions = 50;

/** Merges values or a schema that both sides changed since they agreed on what has the digest `seen`. The text is JSON with line breaks. */
export async function mergeValueFile(
  local: LocalFile,
  there: RemoteFile,
  seen: string,
  remote: RemoteTemplates,
): Promise<Merged<string>> {
  const base = await findValues(there, seen, remote);
  const now = JSON.parse(await openValueReader(remote)(there)) as object;
  const found = await mergeFileValues(base, JSON.parse(local.bytes.toString()) as object, now);
  return 'merged' in found ? { merged: formatJson(found.merged) } : found;
}

async function findValues(
  file: RemoteFile,
  seen: string,
  { client, signal }: RemoteTemplates,
): Promise<object | undefined> {
  const id = file.template ?? '';
  const { data } = await client.listRevisions(id, { limit: searchedRevisions }, { signal });
  for (const { revision } of data) {
    const values = valuesOf(file, await client.getValueSets(id, { revision }, { signal }));
    if (values && digestValues(JSON.stringify(values)) === seen) return values;
  }
  return undefined;
}

import type { ValueSetsChanges } from '../../../../contract/index.ts';
import { CommandError } from '../../../output/command-error.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { attemptItem } from '../sync-item.ts';
import type { SyncRecord } from '../sync-record.ts';
import { writeMergedFile } from './merge-file.ts';
import type { FileItem } from './plan-files.ts';
import { digestValues, type StoredValues, setOf, valuesOf } from './value-files.ts';

/** Sends changes of the values and the schema of a template, in one revision. A failure is that of all of them. */
export async function pushValues(
  items: readonly FileItem[],
  id: string | undefined,
  edges: { remote: RemoteTemplates; seen: SyncRecord; message: { message?: string }; root: string; shown: string },
): Promise<void> {
  const { remote, seen, message } = edges;
  const { client, signal } = remote;
  const [first] = items;
  if (first === undefined) return;
  await attemptItem(first, signal, async () => {
    if (id === undefined) throw new CommandError('template_not_found', 'its template is not on the service');
    const { etag } = await client.getTemplate(id, { signal });
    refuseRaced(items, await client.getValueSets(id, {}, { signal }));
    const guard = etag === undefined ? {} : { ifMatch: etag };
    await client.updateValueSets(id, readChanges(items), { signal, ...message, ...guard });
  });
  for (const item of items) {
    if (first.error !== undefined) item.error = first.error;
    else if (item.action === 'delete') seen.forgetFile(item.slug);
    else if (item.local) {
      const { local } = item;
      const merged = item.merged?.content;
      seen.setFile(item.slug, merged === undefined ? local.sha256 : digestValues(merged));
      if (merged !== undefined) {
        await attemptItem(item, signal, () =>
          writeMergedFile(edges, local, merged, 'push again: the service has the merge'),
        );
      }
    }
  }
}

/** Throws if the service has other values than those that were compared. */
function refuseRaced(items: readonly FileItem[], stored: StoredValues): void {
  for (const { local, there } of items) {
    const file = local ?? there;
    const now = file && valuesOf(file, stored);
    if ((now ? digestValues(JSON.stringify(now)) : undefined) === there?.sha256) continue;
    throw new CommandError('template_changed', 'it changed on the service while this command ran', {
      fix: 'look at it with platen templates diff, then pull, or push again',
    });
  }
}

function readChanges(items: readonly FileItem[]): ValueSetsChanges {
  const sets: Record<string, object | null> = {};
  const changes: ValueSetsChanges = {};
  for (const { action, local, there, merged } of items) {
    const file = local ?? there;
    const text = merged?.content ?? local?.bytes.toString();
    const value = action === 'delete' || text === undefined ? null : (JSON.parse(text) as object);
    if (file?.kind === 'schema') changes.schema = value;
    else if (file) sets[setOf(file)] = value;
  }
  return Object.keys(sets).length === 0 ? changes : { ...changes, sets };
}

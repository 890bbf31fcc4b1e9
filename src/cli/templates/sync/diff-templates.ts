import { errors } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { digestFields, type Field, type Fields, relateFields } from '../../documents/template-fields.ts';
import { formatDiff, showDiff } from './format-diff.ts';
import { type PushItem, planPush } from './plan-push.ts';
import { readFolders, warnOfUnnamed } from './read-folders.ts';
import type { RemoteTemplate } from './remote-templates.ts';
import { reportFailures } from './report-items.ts';
import { readSelection, requireRoot, selectFolders } from './select-folders.ts';
import { itemsToJson } from './sync-item.ts';
import { openSyncRecord } from './sync-record.ts';

/** Flags of `platen templates diff`. */
export interface DiffOptions {
  dir?: string;
  exitCode?: boolean;
}

/** Shows how the folders differ from the service; changes nothing. */
export async function diffTemplates(
  context: Context,
  options: DiffOptions,
  words: readonly string[],
): Promise<number | undefined> {
  const { io, output, flags, signal } = context;
  const selection = readSelection(words, options.dir, io.cwd);
  const { root, shown } = selection;
  requireRoot(selection);
  const found = await readFolders(root, shown, signal);
  const { folders } = found;
  warnOfUnnamed(found, output.warn);
  const chosen = selectFolders(folders, selection);
  const seen = await openSyncRecord(root, output.warn);
  const remote = { client: await context.client(), signal };
  const progress = output.progress('Comparing with the service');
  const items = await planPush({ all: folders, chosen, seen, remote, force: false }).finally(() => progress.stop());

  const different = items.filter(isDifference);
  if (output.json) await output.jsonDocument(itemsToJson(items.map(withoutConflict)));
  else {
    for (const item of different) if (!flags.quiet) await showDifference(context, item);
    for (const { slug, action } of items) {
      if (action === 'changed_there') {
        output.note(`${slug} has changed on the service only; platen templates pull ${slug} brings it`);
      }
    }
  }
  const failed = await reportFailures(context, items.map(withoutConflict), 'cannot be compared');
  return failed ?? (options.exitCode && different.length > 0 ? errors.differences.exit : undefined);
}

function isDifference({ action, remote }: PushItem): boolean {
  return action === 'create' || action === 'update' || (action === 'conflict' && remote !== undefined);
}

function listDifferences(template: Partial<Fields>, remote: RemoteTemplate): readonly Field[] {
  return relateFields(digestFields(template), remote.digests, {}).both;
}

/** A conflict is no failure for a diff. */
function withoutConflict(item: PushItem): PushItem {
  if (!isDifference(item)) return item;
  const { error: _, ...rest } = item;
  return rest;
}

async function showDifference(context: Context, item: PushItem): Promise<void> {
  const { slug, action, folder, remote } = item;
  if (!folder?.template) return;
  // A conflict stops a push of all fields, so all that differ are shown.
  const fields = action === 'conflict' && remote ? listDifferences(folder.template, remote) : item.fields;
  const service = { label: `service/${slug}`, fields: remote?.fields ?? {} };
  const diff = await formatDiff(service, { label: folder.shown, fields: folder.template }, fields);
  await showDiff(context, diff);
  if (action === 'conflict')
    context.output.note(`${slug} is in conflict: the service has something that was never seen here`);
}

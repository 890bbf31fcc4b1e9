import { errors } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { digestFields, type Field, type Fields, relateFields } from '../../documents/template-fields.ts';
import type { FileItem } from './files/plan-files.ts';
import { planPushedFiles } from './files/push-files.ts';
import { formatLocalValues, openValueReader, type ReadValueFile } from './files/value-files.ts';
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
  const { output, flags, signal } = context;
  const selection = await readSelection(words, options.dir, context);
  const { root, shown } = selection;
  requireRoot(selection);
  const found = await readFolders(root, shown, signal);
  const { folders } = found;
  warnOfUnnamed(found, output.warn);
  const chosen = selectFolders(folders, selection);
  const seen = await openSyncRecord(root, output.warn);
  const remote = { client: await context.client(), signal };
  const progress = output.progress('Comparing with the service');
  const source = { all: folders, chosen, seen, remote, force: false };
  const whole = { root, shown, prune: false, isAll: selection.wanted.length === 0 };
  const [templates, planned] = await Promise.all([planPush(source), planPushedFiles({ ...source, ...whole })]).finally(
    () => progress.stop(),
  );
  const files = planned?.items ?? [];
  const items = [...templates, ...files];

  const readValues = openValueReader(remote);
  const different = [...templates.filter(isDifference), ...files.filter(isDifferentFile)];
  if (output.json) await output.jsonDocument(itemsToJson(items.map(withoutConflict)));
  else {
    for (const item of templates) if (!flags.quiet && isDifference(item)) await showDifference(context, item);
    for (const item of files)
      if (!flags.quiet && isDifferentFile(item)) await showDifferentFile(context, item, shown, readValues);
    for (const { slug, action, merged } of items) {
      if (action === 'changed_there') {
        output.note(`${slug} has changed on the service only; platen templates pull ${slug} brings it`);
      }
      if (merged) output.note(`${slug} has changed on the service, too; push and pull merge the changes`);
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

/** Whether a file of the folder is missing on the service or another one there. */
function isDifferentFile({ action, local }: FileItem): boolean {
  return local !== undefined && (action === 'create' || action === 'update' || action === 'conflict');
}

async function showDifferentFile(
  context: Context,
  { slug, local, there, merged }: FileItem,
  shown: string,
  readValues: ReadValueFile,
): Promise<void> {
  if (local === undefined) return;
  const isValues = local.kind === 'values' || local.kind === 'schema';
  if (local.kind === 'asset') {
    const how = there === undefined ? `Only in ${shown}` : `Files service and ${shown} differ`;
    await showDiff(context, `${how}: ${slug}\n`);
    return;
  }
  const content = there && isValues ? await readValues(there) : there?.content;
  const service = { label: `service/${slug}`, isFile: true, fields: content === undefined ? {} : { content } };
  const text = merged?.content ?? (isValues ? formatLocalValues(local) : local.bytes.toString());
  const here = { label: `${shown}/${slug}`, isFile: true, fields: { content: text } };
  await showDiff(context, await formatDiff(service, here, ['content']));
}

/** A conflict is no failure for a diff. */
function withoutConflict(item: PushItem): PushItem {
  if (!isDifference(item) && item.action !== 'conflict') return item;
  const { error: _, ...rest } = item;
  return rest;
}

async function showDifference(context: Context, item: PushItem): Promise<void> {
  const { slug, action, folder, remote } = item;
  if (!folder?.template) return;
  // A conflict stops a push of all fields, so all that differ are shown.
  const fields = action === 'conflict' && remote ? listDifferences(folder.template, remote) : item.fields;
  const service = { label: `service/${slug}`, fields: remote?.fields ?? {} };
  // A merge keeps what the service has changed, so push changes no more than the rest.
  const here = { label: folder.shown, fields: { ...folder.template, ...item.merged } };
  const diff = await formatDiff(service, here, fields);
  await showDiff(context, diff);
  if (action === 'conflict')
    context.output.note(`${slug} is in conflict: the service has something that was never seen here`);
}

import { errors } from '../../../contract/index.ts';
import { confirm } from '../../command/confirm.ts';
import type { Context } from '../../command/context.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { CommandError } from '../../output/command-error.ts';
import { nameService } from '../../service/name-service.ts';
import { createLocalTemplates } from '../../service/render-template.ts';
import { type MessageFlag, readMessageFlag } from '../template-flags.ts';
import { type PlannedFiles, planPushedFiles } from './files/push-files.ts';
import { type PushItem, planDeletions, planPush } from './plan-push.ts';
import { pushItem } from './push-item.ts';
import { readFolders, warnOfUnnamed } from './read-folders.ts';
import { refusePartials } from './refuse-partials.ts';
import { requestWidth } from './remote-templates.ts';
import { countActions, noteMerges, reportFailures } from './report-items.ts';
import { readSelection, requireRoot, selectFolders } from './select-folders.ts';
import { showConflict, showPlan } from './show-plan.ts';
import { attemptItem, isChange, itemsToJson, type SyncOptions } from './sync-item.ts';
import { openSyncRecord, rememberAgreement } from './sync-record.ts';

/** Milliseconds that a running creation may still take after Ctrl-C. */
const lateMs = 1500;

/** Compares, shows, asks and sends. A failure does not stop the other templates. */
export async function pushTemplates(
  context: Context,
  options: SyncOptions & MessageFlag,
  words: readonly string[],
): Promise<number | undefined> {
  const { output, signal } = context;
  const { force = false, prune = false, dryRun = false } = options;
  const message = readMessageFlag(options);
  const selection = await readSelection(words, options.dir, context);
  const { root, shown, wanted } = selection;
  if (prune && wanted.length > 0) throw new CommandError('usage', '--prune is about all templates; name none');
  requireRoot(selection);
  const found = await readFolders(root, shown, signal);
  const { folders } = found;
  warnOfUnnamed(found, output.warn);
  const chosen = selectFolders(folders, selection);
  const broken = folders.find((folder) => folder.error !== undefined);
  // It may belong to a template that seems to have no folder.
  if (prune && broken) throw broken.error;
  const seen = await openSyncRecord(root, output.warn);
  const remote = { client: await context.client(), signal };
  const source = { all: folders, chosen, seen, remote, force };

  const progress = output.progress('Comparing with the service');
  const items: PushItem[] = [];
  let files: PlannedFiles | undefined;
  try {
    files = await planPushedFiles({ ...source, root, shown, prune, isAll: wanted.length === 0 });
    if (files === undefined) await refusePartials(chosen, createLocalTemplates(context), signal);
    items.push(...(await planPush(source)), ...(prune ? await planDeletions(source) : []));
  } finally {
    progress.stop();
  }
  const fileItems = files?.items ?? [];
  const changes = items.filter(isChange);
  const all = [...items, ...fileItems];
  const changedFiles = fileItems.filter(isChange);
  if (!output.json) await showPlan(context, all, 'push', dryRun);
  if (!dryRun) {
    const plan = describePush(changes, changedFiles.length, nameService(await context.settings()));
    const isEmpty = changes.length + changedFiles.length === 0;
    if (!isEmpty && options.yes) output.done(`Pushing ${plan}`);
    if (!isEmpty && !options.yes && !(await confirm(context, `Push ${plan}?`))) {
      output.note('Nothing was pushed.');
      return errors.consent_needed.exit;
    }
    const late = startLateSignal(signal, lateMs);
    const sending = output.progress('Pushing');
    let sent = 0;
    const edges = { remote, seen, force, message };
    try {
      // Partials come before the templates that pin them, and deletions after those that no longer use them.
      await files?.send('before', { ...edges, items });
      await inParallel(changes, requestWidth, signal, async (item) => {
        await attemptItem(item, signal, () => pushItem(item, { remote, seen, lateSignal: late.signal, message }));
        if (isRaced(item)) item.action = 'conflict';
        sending.update(`Pushing (${++sent} of ${changes.length})`);
      });
      await files?.send('after', { ...edges, items });
    } finally {
      sending.stop();
      late.stop();
      for (const item of items) if (item.action === 'same') rememberAgreement(item, seen);
      await seen.save();
    }
    for (const item of changes) if (isRaced(item) && !output.json) await showConflict(context, item, 'push');
    noteMerges(context, [...changes, ...changedFiles], shown);
    const done = changes.filter(isChange).length;
    const doneFiles = changedFiles.filter(isChange).length;
    if (done + doneFiles > 0) output.done(`Pushed ${countChanges(done, doneFiles)}`);
    else if (all.every(({ error }) => error === undefined)) output.done(`Nothing to push (${countActions(all)})`);
  }
  if (output.json) await output.jsonDocument(itemsToJson(all));
  return reportFailures(context, all, dryRun ? 'would not be pushed' : 'was not pushed');
}

function isRaced({ error }: PushItem): boolean {
  return (error as { code?: unknown } | undefined)?.code === 'template_changed';
}

function describePush(changes: readonly PushItem[], files: number, service: string): string {
  const deleted = changes.filter((item) => item.action === 'delete').length;
  const warning = deleted > 0 ? `, deleting ${deleted}` : '';
  return `${countChanges(changes.length, files)} to ${service}${warning}`;
}

/** How many templates and files, in words. */
function countChanges(templates: number, files: number): string {
  const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;
  if (files === 0) return count(templates, 'template');
  return templates === 0 ? count(files, 'file') : `${count(templates, 'template')} and ${count(files, 'file')}`;
}

/** Starts a signal that aborts `ms` milliseconds after `signal`. Stop it once it is no longer needed. */
export function startLateSignal(signal: AbortSignal, ms: number): { signal: AbortSignal; stop(): void } {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => late.abort(signal.reason), ms);
  };
  if (signal.aborted) start();
  else signal.addEventListener('abort', start, { once: true });
  return {
    signal: late.signal,
    stop() {
      signal.removeEventListener('abort', start);
      clearTimeout(timer);
    },
  };
}

import { existsSync } from 'node:fs';
import { errors } from '../../../contract/index.ts';
import { confirm } from '../../command/confirm.ts';
import type { Context } from '../../command/context.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { CommandError } from '../../output/command-error.ts';
import { quoteWord } from '../../output/quote-word.ts';
import type { FileItem } from './files/plan-files.ts';
import { pullFile } from './files/pull-file.ts';
import { isFile, planPulledFiles } from './files/pull-files.ts';
import { openValueReader } from './files/value-files.ts';
import { planPull } from './plan-pull.ts';
import { pullItem } from './pull-item.ts';
import { readFolders } from './read-folders.ts';
import { countActions, noteMerges, reportFailures } from './report-items.ts';
import { findTemplateDir, readSelection } from './select-folders.ts';
import { showPlan } from './show-plan.ts';
import { attemptItem, isChange, itemsToJson, type SyncItem, type SyncOptions } from './sync-item.ts';
import { openSyncRecord, rememberAgreement } from './sync-record.ts';

/** Folders that are written at once. */
const writeWidth = 4;

/** Reads, compares, shows and writes. Leaves other files alone. */
export async function pullTemplates(
  context: Context,
  options: SyncOptions,
  words: readonly string[],
): Promise<number | undefined> {
  const { output, signal } = context;
  const { force = false, prune = false, dryRun = false, conflictMarkers: markers = false } = options;
  const { root, shown, wanted } = await readSelection(words, options.dir, context);
  // It may be a mistyped template, or the name of one with a slash: neither means all of them.
  if (wanted.length === 0 && words.some((word) => /^[^./\\].*[\\/]./.test(word)) && !existsSync(root)) {
    throw new CommandError('input_missing', `there is no folder ${shown}`, {
      fix: `to write all templates into it: --dir ${shown}; a template whose name has a slash is named by its id`,
    });
  }
  const local = await readFolders(root, shown, signal);
  const seen = await openSyncRecord(root, output.warn);
  const remote = { client: await context.client(), signal };
  const progress = output.progress('Reading templates');
  const report = (count: number) => progress.update(`Reading templates (${count})`);
  const templates = await planPull({ local, wanted, seen, remote, force, prune, markers, report }).finally(() =>
    progress.stop(),
  );
  const files = await planPulledFiles({
    items: templates,
    local,
    root,
    shown,
    seen,
    remote,
    force,
    prune,
    markers,
    wanted,
  });
  const items: (SyncItem | FileItem)[] = [...templates, ...files];

  const changes = items.filter(isChange);
  if (!output.json) await showPlan(context, items, 'pull', dryRun);
  if (!dryRun) {
    const removed = changes.filter(({ action }) => action === 'delete').length;
    const what = changes.some((item) => item.action === 'delete' && isFile(item)) ? 'folders and files' : 'folders';
    if (removed > 0 && !options.yes && !(await confirm(context, `Remove ${removed} of the ${what} in ${shown}?`))) {
      output.note('Nothing was written.');
      return errors.consent_needed.exit;
    }
    if (changes.length > 0) provideFolder(root, shown);
    const readValues = openValueReader(remote);
    const writing = output.progress('Writing');
    let written = 0;
    try {
      await inParallel(changes, writeWidth, signal, async (item) => {
        const left = await attemptItem(item, signal, async () => {
          if (!isFile(item)) return pullItem(item, root, seen);
          await pullFile(item, root, { remote, seen, shown, readValues });
          return [];
        });
        if (left?.length) output.note(`${item.folder?.shown} still has ${left.join(', ')}`);
        writing.update(`Writing (${++written} of ${changes.length})`);
      });
    } finally {
      writing.stop();
      for (const item of templates) if (!isChange(item) && item.error === undefined) rememberAgreement(item, seen);
      for (const { action, slug, there } of files) if (action === 'same' && there) seen.setFile(slug, there.sha256);
      await seen.save();
    }
    noteMerges(context, changes, shown);
    const summary = summarise(items);
    if (summary !== undefined) output.done(summary);
    const isUsual = shown === (await findTemplateDir(context));
    for (const advice of adviseNext(items, shown, isUsual)) output.note(advice);
  }
  if (output.json) await output.jsonDocument(itemsToJson(items));
  const failed = await reportFailures(context, items, dryRun ? 'would not be pulled' : 'was not pulled');
  return failed ?? (items.some(({ marked }) => marked !== undefined) ? errors.conflict.exit : undefined);
}

/** What to do after a pull, line by line; nothing if it changed nothing. */
function adviseNext(items: readonly SyncItem[], shown: string, isUsual: boolean): string[] {
  const dir = isUsual ? '' : ` --dir ${quoteWord(shown)}`;
  const push = `platen templates push${dir}`;
  if (items.length === 0) return [`Create some: platen init ${quoteWord(shown)} && ${push}`];
  const written = items.filter((item) => isChange(item) && item.action !== 'delete' && !isFile(item));
  if (written.length === 0) return [];
  const [only] = written.length === 1 ? written : [];
  const previewed = only === undefined ? shown : `${shown}/${only.slug}`;
  return [`Preview: platen templates preview ${quoteWord(previewed)}`, `Send your changes: ${push}`];
}

function summarise(items: readonly SyncItem[]): string | undefined {
  if (items.length === 0) return 'There are no templates on the service';
  const done = items.filter((item) => isChange(item) && !isFile(item)).length;
  const files = items.filter((item) => isChange(item) && isFile(item)).length;
  const count = (number: number, word: string) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`]);
  if (done + files > 0) return `Pulled ${[...count(done, 'template'), ...count(files, 'file')].join(' and ')}`;
  return items.every(({ error }) => error === undefined) ? `Nothing to pull (${countActions(items)})` : undefined;
}

import { errors } from '../../../contract/index.ts';
import type { Context } from '../../command/context.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import type { Field } from '../../documents/template-fields.ts';
import type { DescribedError } from '../../output/describe-error.ts';
import { fixes } from '../../output/error-fixes.ts';
import { printError } from '../../output/print-error.ts';
import { formatTable } from '../../output/table.ts';
import { describeItemError, isChange, type SyncAction, type SyncItem } from './sync-item.ts';

const words: Record<SyncAction, string> = {
  create: 'to create',
  update: 'to update',
  link: 'to link',
  delete: 'to delete',
  same: 'the same',
  changed_here: 'changed here only',
  changed_there: 'changed on the service only',
  conflict: 'in conflict',
  gone: 'gone from the service',
  invalid: 'not valid',
};

/** A table of what is not the same, and a line that counts all of it. */
export function formatPlan(items: readonly SyncItem[], columns?: number): string {
  const rows = items
    .filter((item) => item.action !== 'same')
    .map(({ action, slug, fields, merged = {}, marked }) => {
      // Values are not marked: they would be no JSON.
      const how = (field: Field) => (marked !== undefined && field === 'content' ? 'with conflict markers' : 'merged');
      const shown = fields.map((field) => (field in merged ? `${field} (${how(field)})` : field));
      return [action.replace('_', ' '), slug, shown.join(', ')];
    });
  const table = rows.length === 0 ? '' : `${formatTable(['action', 'template', 'fields'], rows, columns)}\n`;
  return `${table}${countActions(items)}\n`;
}

/** Names the files that have the changes of both sides now. */
export function noteMerges({ output }: Context, items: readonly SyncItem[], shown: string): void {
  for (const { slug, merged, error, ...item } of items) {
    if (merged === undefined || error !== undefined) continue;
    const files = 'there' in item ? [''] : Object.keys(merged).map((field) => `/${fileNames[field as 'content']}`);
    for (const file of files) output.note(`Merged ${shown}/${slug}${file} with the changes of the service`);
    if (item.marked === undefined) continue;
    output.note(`Conflicts in ${shown}/${slug}: ${item.marked}; edit the marked lines, then push`);
  }
}

/** Counts the actions, such as "2 to update, 1 in conflict, 12 the same". */
export function countActions(items: readonly SyncItem[]): string {
  const counts = (Object.keys(words) as SyncAction[]).flatMap((action) => {
    const count = items.filter((item) => item.action === action).length;
    return count === 0 ? [] : [`${count} ${words[action]}`];
  });
  return counts.join(', ') || 'no templates';
}

/**
 * Reports the failures and returns the exit code: none without a failure; that of the failures where all have the same and
 * nothing else was done; else that of `partial_failure`. With --json the answer holds the failures, and a single line sums
 * them up. `failed` is what was not done, such as "was not pushed".
 */
export async function reportFailures(
  { output, flags }: Context,
  items: readonly SyncItem[],
  failed: string,
): Promise<number | undefined> {
  const failures = items.filter((item) => item.error !== undefined);
  if (failures.length === 0) return undefined;
  const described = failures.map((item): DescribedError => {
    const { slug, error } = item;
    const known = describeItemError(error);
    return { ...known, message: `${'there' in item ? 'file' : 'template'} "${slug}" ${failed}: ${known.message}` };
  });
  const exits = new Set(described.map((error) => error.exit));
  const [first] = described;
  const alike = exits.size === 1 && !items.some(isChange);
  if (first && described.length === 1 && alike) {
    await printError(first, output, flags.debug);
    return first.exit;
  }
  const code = first && alike ? first.code : 'partial_failure';
  const exit = errors[code].exit;
  if (!output.json) for (const error of described) await printError(error, output, flags.debug);
  const count = `${failures.length} of ${items.length} templates`;
  const message = `${count} ${failed.replace(/^was /, 'were ')}`;
  const fix = fixes[code];
  await printError({ code, exit, message, ...(fix !== undefined && { fix }) }, output, false);
  return exit;
}

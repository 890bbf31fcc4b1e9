import type { Context } from '../../command/context.ts';
import { formatDiff, showDiff } from './format-diff.ts';
import { formatPlan } from './report-items.ts';
import type { SyncItem } from './sync-item.ts';

/** Which side is to become like the other. */
export type Direction = 'pull' | 'push';

/** Lines of a conflict's diff that are shown. */
const conflictLines = 40;

/** Shows conflicts and the plan: as data where the plan is all there is, on stderr where the work follows. */
export async function showPlan(
  context: Context,
  items: readonly SyncItem[],
  direction: Direction,
  dryRun: boolean,
): Promise<void> {
  const { output, flags, io } = context;
  for (const item of items) if (item.action === 'conflict') await showConflict(context, item, direction);
  if (dryRun) await output.data(formatPlan(items, output.dataColumns));
  else if (items.some(({ action }) => action !== 'same') && !flags.quiet)
    output.raw(formatPlan(items, io.stderr.columns));
}

/** Shows what a pull or a push would overwrite. */
export async function showConflict(
  context: Context,
  { slug, folder, remote, fields }: SyncItem,
  direction: Direction,
): Promise<void> {
  if (!remote || !folder?.template) return;
  const here = { label: folder.shown, fields: folder.template };
  const service = { label: `service/${slug}`, fields: remote.fields };
  const [from, to] = direction === 'pull' ? [here, service] : [service, here];
  await showDiff(context, await formatDiff(from, to, fields), { cut: conflictLines });
}

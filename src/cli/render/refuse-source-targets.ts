import { resolve } from 'node:path';
import type { Context } from '../command/context.ts';
import type { PlannedSource } from '../documents/plan-source.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { outputKey } from './batch/check-jobs.ts';

/** Refuses targets that are sources, which their PDFs would overwrite. `target` is as it is shown. Throws `usage`. */
export function refuseSourceTargets(
  targets: readonly { target: string; path: string }[],
  planned: readonly PlannedSource[],
  { cwd, platform }: Context['io'],
  fix: string,
): void {
  const keyOf = (path: string) => outputKey(resolve(cwd, path), platform);
  const sources = new Set(planned.flatMap((source) => (source.kind === 'file' ? [keyOf(source.file)] : [])));
  for (const { target, path } of targets) {
    if (!sources.has(keyOf(path))) continue;
    throw new CommandError('usage', `${safeText(target)} is one of the sources`, {
      why: 'its PDF would overwrite it',
      fix,
    });
  }
}

import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';

interface CompleteOptions {
  refresh?: boolean;
}

/** Declares `platen __complete`, which the completion scripts call. No help shows it. */
export function addComplete(command: Command, register: Register): void {
  command.argument('<what>').option('--refresh').action(register<CompleteOptions>(runComplete));
}

/** Prints candidates; none after any failure, because an error would disturb the prompt. */
async function runComplete(context: Context, options: CompleteOptions, [what]: string[]): Promise<undefined> {
  const { formatCandidates, listProfiles, listSlugs } = await import('../completion/candidates.ts');
  const quiet: Context = { ...context, output: { ...context.output, warn: () => {}, note: () => {} } };
  try {
    if (what === 'profiles') await context.output.data(formatCandidates(await listProfiles(quiet)));
    if (what === 'slugs') await context.output.data(formatCandidates(await listSlugs(quiet)));
    if (what !== 'templates') return;
    const { readCachedTemplates, refreshTemplates } = await import('../completion/template-cache.ts');
    if (options.refresh) return void (await refreshTemplates(quiet));
    const { candidates, stale } = await readCachedTemplates(quiet);
    if (stale) await refreshInBackground(quiet);
    await context.output.data(formatCandidates(candidates));
  } catch (error) {
    context.output.debug(`no candidates: ${(error as Error).message}`);
  }
}

/** Starts this program again to refresh the cache for the next Tab, and does not wait for it. */
async function refreshInBackground({ io }: Context): Promise<void> {
  const script = process.argv[1] ?? '';
  // Another program uses the command line as a library.
  if (!/^platen(\.js)?$/.test(basename(script))) return;
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [script, '__complete', 'templates', '--refresh'], {
    cwd: io.cwd,
    env: { ...io.env },
    detached: true,
    stdio: 'ignore',
  });
  child.on('error', () => {});
  child.unref();
}

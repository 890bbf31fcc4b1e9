import { basename } from 'node:path';
import type { Command } from 'commander';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';

interface CompleteOptions {
  refresh?: boolean;
}

/** Declares what the completion scripts call. It stands in no help. */
export function addComplete(command: Command, register: Register): void {
  command.argument('<what>').option('--refresh').action(register<CompleteOptions>(runComplete));
}

/** Prints candidates. Whatever goes wrong, there are just none: nobody reads an error between two keys. */
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

/** Starts this program once more to ask the service, and does not wait for it: the next Tab profits. */
async function refreshInBackground({ io }: Context): Promise<void> {
  const script = process.argv[1] ?? '';
  // Somebody who uses the command line as a library started another program.
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

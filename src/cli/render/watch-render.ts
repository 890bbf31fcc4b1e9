import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Context } from '../command/context.ts';
import type { PlannedSource } from '../documents/plan-source.ts';
import { noteReads } from '../files/note-reads.ts';
import { openFileWatcher } from '../files/watch-files.ts';
import { CommandError } from '../output/command-error.ts';
import { type DescribedError, describeError } from '../output/describe-error.ts';
import type { Output } from '../output/output.ts';
import { printError } from '../output/print-error.ts';
import { safeJson, safeText } from '../output/safe-text.ts';
import type { RenderPdfOptions } from './render-options.ts';

/** Refuses `--watch` for renders that do not write one PDF from files. Throws `usage`. */
export function checkWatch(
  options: RenderPdfOptions,
  planned: readonly PlannedSource[],
  output: Pick<Output, 'json' | 'dataToTerminal'>,
): void {
  const { each, async: isAsync, dryRun } = options;
  const flag = (each && '--each') || (isAsync && '--async') || (dryRun && '--dry-run');
  if (flag) throw new CommandError('usage', `--watch and ${flag} cannot be used together`, { fix: 'leave one out' });
  if (options.output === '-' || (options.output === undefined && !output.dataToTerminal && !output.json)) {
    throw new CommandError('usage', '--watch writes a file, not stdout', { fix: 'name a file with -o' });
  }
  if (options.output?.includes('{page}')) {
    throw new CommandError('usage', '--watch writes one file, and {page} makes several', { fix: 'leave out {page}' });
  }
  const isRemote = planned.length > 0 && planned.every(({ kind }) => kind === 'address' || kind === 'template');
  const isInline = options.parts !== undefined && !options.parts.startsWith('@');
  if (!isRemote && !isInline) return;
  throw new CommandError('usage', '--watch needs a file to watch', {
    why: isRemote ? 'all sources are on another machine' : '--parts is given in the command',
    fix: 'leave it out',
  });
}

/**
 * Renders, and again whenever a file changes that the render has read, until the signal. Renders never overlap. After an error the last PDF
 * stays. `render` does one run with the context and the path of the PDF, which it may overwrite if `force` is set.
 */
export async function watchRender(
  context: Context,
  path: string,
  render: (context: Context, force: boolean) => Promise<unknown>,
): Promise<undefined> {
  const { signal, output } = context;
  const target = resolve(context.io.cwd, path);
  let change = Promise.withResolvers<void>();
  const watcher = openFileWatcher(
    () => change.resolve(),
    (changed) => changed === target,
  );
  context.defer(() => watcher.close());
  const aborted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  let isWritten = false;
  const known = { files: new Set<string>(), folders: new Set<string>() };
  for (;;) {
    change = Promise.withResolvers<void>();
    const read = { files: new Set<string>(), folders: new Set<string>() };
    const notes: Parameters<typeof noteReads>[0] = {
      file(file) {
        if (file === target) return;
        read.files.add(file);
        watcher.file(file);
      },
      folder(folder, which) {
        read.folders.add(folder);
        watcher.folder(folder, which);
      },
    };
    const run = openRun(context);
    try {
      await noteReads(notes, () => render(run.context, isWritten));
      isWritten = true;
      known.files = read.files;
      known.folders = read.folders;
    } catch (error) {
      const described = describeError(error);
      const isFinal = described.code === 'usage' || described.code === 'output_exists' || read.files.size === 0;
      if (signal.aborted || (!isWritten && isFinal)) throw error;
      // What an earlier run has read may be what is missing now.
      for (const file of read.files) known.files.add(file);
      for (const folder of read.folders) known.folders.add(folder);
      await sayError(described, output);
    } finally {
      await run.close();
    }
    watcher.keep(known.files, known.folders);
    await Promise.race([change.promise, aborted]);
    if (signal.aborted) return undefined;
  }
}

/** A context of one run: what it opens closes after it, and with `--json` each run is a line. */
function openRun(context: Context): { context: Context; close(): Promise<void> } {
  const deferred: (() => Promise<void> | void)[] = [];
  const { output, io } = context;
  const refuse = (): never => {
    throw new CommandError('usage', '--watch cannot read stdin again', { fix: 'name a file' });
  };
  return {
    context: {
      ...context,
      io: Object.defineProperty(Object.create(io), 'stdin', { get: refuse }),
      output: {
        ...output,
        jsonDocument: (value) => output.data(`${safeJson(JSON.stringify(value))}\n`),
      },
      // The browser serves all runs.
      warmUp: (expected) => context.warmUp({ ...expected, single: false, pages: true }),
      defer: (close) => void deferred.push(close),
    },
    async close() {
      for (let last = deferred.pop(); last; last = deferred.pop()) await last();
    },
  };
}

/** Prints an error in a line. */
async function sayError(error: DescribedError, output: Output): Promise<void> {
  if (output.json) return printError(error, output, false);
  const { why, faults = [], message } = error;
  const { red } = await output.chalk('stderr');
  output.raw(`${red.bold('error:')} ${safeText([message, why, ...faults].filter(Boolean).join('; '))}`);
}

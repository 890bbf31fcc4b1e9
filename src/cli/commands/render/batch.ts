import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Client } from '../../../client/index.ts';
import type { Register } from '../../command/command.ts';
import type { Context } from '../../command/context.ts';
import { addHelpNotes } from '../../command/help.ts';
import { CommandError } from '../../output/command-error.ts';
import type { BatchTotals } from '../../render/batch/batch-totals.ts';
import type { RenderTools } from '../../render/batch/render-job.ts';
import type { RenderPace } from '../../render/batch/render-pace.ts';
import type { RunTools } from '../../render/batch/run-jobs.ts';
import { addFontFlags, fontSettings } from '../../service/font-flags.ts';

interface BatchOptions {
  parallel?: string;
  journal?: string;
  force?: boolean;
  mkdir?: boolean;
  failFast?: boolean;
}

/** Declares `platen render batch`. */
export function addRenderBatch(parent: Command, register: Register): void {
  const command = parent
    .command('batch')
    .description('Render many PDFs, several at once. A second run continues where the first one ended.')
    .argument('<jobs>', 'a file with one JSON request per line and "output" beside it, or - for stdin')
    .option('-j, --parallel <n>', 'requests at once, fewer while the service is busy (default: processor cores)')
    .option('--journal <file>', 'where finished jobs are remembered (default: <jobs>.journal; none for stdin)')
    .option('-f, --force', 'overwrite files that no earlier run of this batch made')
    .option('--mkdir', 'make the folders that outputs lie in')
    .option('--fail-fast', 'start no other job after the first failure');
  addFontFlags(command);
  addHelpNotes(command, {
    examples: [
      `echo '{"parts": {"html": "<h1>Hello</h1>"}, "output": "hello.pdf", "id": "1"}' > jobs.ndjson`,
      'platen render batch jobs.ndjson',
      "platen render batch jobs.ndjson -j 8 --mkdir --json | jq -c 'select(.ok | not)'",
      'make-jobs | platen render batch - --journal jobs.journal',
    ],
    output: [
      'a line of JSON for each job, as soon as it is finished; at a terminal without --json, one for people:',
      '{"index", "id", "ok", "skipped", "path", "bytes", "pages", "sha256", "ms", "warnings", "error"}',
      'index counts from 0; skipped is true for what an earlier run did; error is {"code", "message", …} or null.',
      'Outputs are relative to the current folder. A file of jobs is checked as a whole before the first render.',
      'The journal counts as long as the files in it are unchanged; remove it to have everything rendered again.',
    ].join('\n'),
    exitCodes: {
      2: 'a job is not valid: its line and column are named, and nothing was rendered',
      6: 'an output exists, or another run uses the journal',
      21: 'some jobs failed, and others are done, now or before; where none is and all failed with one code, its exit code',
      130: 'interrupted: the same command again continues',
    },
  });
  command.action(register<BatchOptions>(runRenderBatch, { settings: fontSettings, timeoutPerCall: true }));
}

/** Checks the jobs, renders them and reports the totals. */
async function runRenderBatch(context: Context, options: BatchOptions, [name = '']: string[]): Promise<undefined> {
  const { io, output, signal } = context;
  const [
    { checkJobs },
    { openJobs },
    { runJobs },
    { createBatchTotals },
    { createAdaptiveLimit },
    { openReport },
    { showProgress },
  ] = await Promise.all([
    import('../../render/batch/check-jobs.ts'),
    import('../../render/batch/open-jobs.ts'),
    import('../../render/batch/run-jobs.ts'),
    import('../../render/batch/batch-totals.ts'),
    import('../../render/batch/adaptive-limit.ts'),
    import('../../render/batch/report-result.ts'),
    import('../../render/batch/show-progress.ts'),
  ]);
  const settings = await context.settings();
  const parallel = readParallel(options.parallel) ?? settings.get('concurrency') ?? availableParallelism();
  const source = await openJobs(name, io, settings.get('fonts') ?? undefined);
  const rules = { force: options.force ?? false, mkdir: options.mkdir ?? false };
  const journal = await openJournalOf(context, options.journal, source.file);
  const reserved = [source.file, ...(journal?.files ?? [])].filter((path) => path !== undefined);
  let total: number | null = null;
  if (source.file !== undefined) {
    const checking = output.progress(`checking ${name}`);
    try {
      const found = await checkJobs(source, io, journal, rules, reserved, signal);
      total = found.jobs;
      if (found.done > 0) output.note(`${found.done} of ${found.jobs} are done already, by ${journal?.path}`);
    } finally {
      checking.stop();
    }
  }
  const totals = createBatchTotals();
  const limit = createAdaptiveLimit(parallel);
  const started = performance.now();
  const stopProgress = showProgress(context, () => ({
    worked: totals.done + totals.failed,
    finished: totals.finished,
    failed: totals.failed,
    total,
  }));
  const tools: RunTools = {
    source,
    io,
    journal,
    rules,
    reserved,
    failFast: options.failFast ?? false,
    limit,
    totals,
    open: async () => {
      const [client, { renderJob }, { createRetryBudget }, { warnOfStall }] = await Promise.all([
        context.client(),
        import('../../render/batch/render-job.ts'),
        import('../../render/batch/retry-budget.ts'),
        import('../../render/background/warn-of-stall.ts'),
        context.requireBrowser(),
      ]);
      const { resolveConnection } = await import('../../settings/index.ts');
      const isRemote = resolveConnection(settings).baseUrl !== null;
      const render: RenderTools = {
        ...{ client, journal, limit, signal },
        budget: createRetryBudget(10 + parallel),
        retries: settings.get('retries') ?? 3,
        mkdir: rules.mkdir,
        pace: isRemote ? await openPace(client, signal) : undefined,
        timeoutMs: settings.get('timeout') ?? undefined,
        onStall: warnOfStall(context),
      };
      return (job, overwrite) => renderJob(job, overwrite, render);
    },
    report: await openReport(context),
    signal,
  };
  try {
    await runJobs(tools);
  } finally {
    stopProgress();
  }
  sumUp(context, totals, total, performance.now() - started, journal !== undefined);
}

/** The pace of a batch at a service that takes renders in the background; undefined at any other. */
async function openPace(client: Client, signal: AbortSignal): Promise<RenderPace | undefined> {
  const [{ takesRenders }, { createRenderPace }] = await Promise.all([
    import('../../render/batch/render-later.ts'),
    import('../../render/batch/render-pace.ts'),
  ]);
  return (await takesRenders(client, signal)) ? createRenderPace() : undefined;
}

function sumUp(
  { output, signal }: Context,
  totals: BatchTotals,
  total: number | null,
  ms: number,
  hasJournal: boolean,
): void {
  const again = hasJournal ? 'run the same command again: what is done is not rendered twice' : undefined;
  const before = totals.skipped > 0 ? `, ${totals.skipped} done before` : '';
  if (signal.aborted) {
    // Only a signal needs a word on how to continue; a reader of stdout that went away knows why.
    if (!(signal.reason instanceof Error && signal.reason.message.startsWith('SIG'))) return;
    const rest = total === null ? '' : `, ${total - totals.finished} left`;
    output.note(`Stopped: ${totals.done} done, ${totals.failed} failed${before}${rest}`);
    if (again) output.note(`To continue, ${again}`);
    return;
  }
  const error = totals.toError(
    total,
    again === undefined ? 'mend what failed and run it again' : `mend them and ${again}`,
  );
  if (error) throw error;
  const pdfs = `${totals.done} PDF${totals.done === 1 ? '' : 's'}`;
  if (totals.finished === 0) output.note('There are no jobs');
  else output.done(`Rendered ${pdfs} in ${(ms / 1000).toFixed(1)} s${before}`);
}

function readParallel(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 256) return Number(text);
  throw new CommandError('usage', `-j ${text}: a whole number from 1 to 256 is needed`);
}

async function openJournalOf(context: Context, given: string | undefined, file: string | undefined) {
  const path = given === undefined ? file && `${file}.journal` : resolve(context.io.cwd, given);
  if (path === undefined) return undefined;
  if (given === '-' || given === '') throw new CommandError('usage', '--journal needs a file');
  const { openJournal } = await import('../../render/batch/journal.ts');
  const journal = await openJournal(path, {
    onUnreadable: (lines) =>
      context.output.warn(`${lines} line(s) of ${path} cannot be read; their jobs are rendered again`),
    onWatch: (host) => context.output.note(`a run on ${host} has the journal; looking whether it still lives`),
  });
  context.defer(() => journal.close());
  return journal;
}

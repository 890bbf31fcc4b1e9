import { resolve } from 'node:path';
import type { Client } from '../../../client/index.ts';
import { errors } from '../../../contract/index.ts';
import { defaultConcurrency } from '../../../folders/index.ts';
import type { Context } from '../../command/context.ts';
import { readWhole } from '../../command/flag-values.ts';
import { refuseTwoStdin } from '../../files/refuse-two-stdin.ts';
import { CommandError } from '../../output/command-error.ts';
import { openRenderCheck } from '../../service/embedded.ts';
import { resolveConnection } from '../../settings/index.ts';
import { warnOfStall } from '../background/await-render.ts';
import { readDocumentDefaults } from '../document-defaults.ts';
import { openFormRules } from '../jobs/form-rows.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import { openFileReader } from '../jobs/read-files.ts';
import { openRowRules, type RowRules } from '../jobs/row-jobs.ts';
import { type ImageChoice, type ImageFlags, readImageFlags } from '../pages/image-flags.ts';
import { checkEnding } from '../pages/name-pages.ts';
import { formatBytes } from '../render-output.ts';
import { createAdaptiveLimit } from './adaptive-limit.ts';
import { type BatchTotals, createBatchTotals } from './batch-totals.ts';
import { checkJobs } from './check-jobs.ts';
import { openFileClaims } from './file-claims.ts';
import { openJournal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { type MergedOutput, openMergedOutput } from './merge-rows.ts';
import { type RenderTools, renderJob } from './render-job.ts';
import { takesRenders } from './render-later.ts';
import { createRenderPace, type RenderPace } from './render-pace.ts';
import { openReport, type Result } from './report-result.ts';
import { createRetryBudget } from './retry-budget.ts';
import { type RunTools, runJobs } from './run-jobs.ts';
import { showProgress } from './show-progress.ts';

/** The flags of the command. */
export interface BatchOptions extends ImageFlags {
  parallel?: string;
  journal?: string;
  force?: boolean;
  mkdir?: boolean;
  failFast?: boolean;
  template?: string;
  form?: string;
  flatten?: boolean;
  output?: string;
  csv?: boolean;
  merge?: boolean;
  title?: string;
}

/** Checks the jobs, renders them and reports the totals. */
export async function runRenderBatch(
  context: Context,
  options: BatchOptions,
  [name = '']: string[],
): Promise<number | undefined> {
  const { io, output, signal } = context;
  refuseTwoStdin(context.flags, { 'the jobs': name });
  const settings = await context.settings();
  const parallel = readWhole('-j', options.parallel, 1, 256) ?? settings.get('concurrency') ?? defaultConcurrency();
  const image = readImage(options);
  const merged = openMerged(options, io.cwd);
  const rows = await openRows(options, context);
  const readFiles = openFileReader(context);
  const defaults = await readDocumentDefaults(settings, context);
  const source = await openJobs(name, io, { isCsv: options.csv ?? false, defaults, rows });
  const rules = { force: options.force ?? false, mkdir: options.mkdir ?? false };
  const journal = await openJournalOf(context, options.journal, source.file);
  const reserved = [source.file, ...(journal?.files ?? [])].filter((path) => path !== undefined);
  await merged?.check(journal, rules);
  const isRemote = resolveConnection(settings).baseUrl !== null;
  let total: number | null = null;
  if (source.file !== undefined) {
    const checking = output.progress(`checking ${name}`);
    try {
      const checkRequest = isRemote ? undefined : await openRenderCheck();
      const found = await checkJobs(
        source,
        io,
        journal,
        rules,
        reserved,
        readFiles,
        checkRequest,
        { merged, image },
        signal,
      );
      total = found.jobs;
      if (found.done > 0) output.note(`${found.done} of ${found.jobs} are done already, by ${journal?.path}`);
    } finally {
      checking.stop();
    }
  }
  const report = await openReport(context);
  const finished = source.file === undefined ? undefined : await merged?.findFinished(journal);
  if (merged && finished) {
    await report(describeMerged(merged, finished, 'skipped', 0));
    output.note(`${merged.shown} is up to date: an earlier run made it of the same jobs`);
    return undefined;
  }
  const claims = openFileClaims(io.platform);
  let noun = image ? 'job' : 'PDF';
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
    readFiles,
    io,
    journal,
    merged,
    image,
    rules,
    claims,
    reserved,
    failFast: options.failFast ?? false,
    limit,
    totals,
    open: async () => {
      const [client] = await Promise.all([context.client(), context.requireBrowser()]);
      const render: RenderTools = {
        ...{ client, journal, limit, signal },
        budget: createRetryBudget(10 + parallel),
        retries: settings.get('retries') ?? 3,
        rules,
        claims,
        pace: isRemote ? await openPace(client, signal) : undefined,
        timeoutMs: settings.get('timeout') ?? undefined,
        onStall: warnOfStall(context),
      };
      return (job, overwrite) => renderJob(job, overwrite, render);
    },
    report(result) {
      if ('entry' in result && result.entry.images) noun = 'job';
      return report(result);
    },
    signal,
  };
  try {
    await runJobs(tools);
  } finally {
    stopProgress();
  }
  const code = sumUp(context, totals, total, performance.now() - started, journal !== undefined, {
    mergedTo: merged?.shown,
    noun,
  });
  if (merged === undefined || signal.aborted || totals.finished === 0) return code;
  const entry = await merged.write(context, journal, rules);
  await report(describeMerged(merged, entry, 'done', entry.ms));
  output.done(`Wrote ${merged.shown} (${entry.pages} pages, ${formatBytes(entry.bytes)})`);
  return code;
}

/** The result line of the one PDF of all jobs. */
function describeMerged({ shown }: MergedOutput, entry: JournalEntry, kind: 'done' | 'skipped', ms: number): Result {
  const { index, path } = entry;
  return { index, place: shown, id: null, output: shown, path, words: { parts: [], flags: false }, ms, kind, entry };
}

/** How pages are drawn; undefined without --format. Throws `usage`. */
function readImage(options: BatchOptions): ImageChoice | undefined {
  const { format, output = '', merge } = options;
  if (format === undefined) {
    const flag = (['dpi', 'width', 'transparent'] as const).find((name) => options[name] !== undefined);
    if (flag === undefined) return undefined;
    throw new CommandError('usage', `--${flag} works only with --format`, {
      why: 'without it each job makes a PDF',
      fix: 'add --format png',
    });
  }
  if (merge) {
    throw new CommandError('usage', '--format and --merge cannot be used together', {
      why: '--merge makes one PDF, and --format makes images',
    });
  }
  if (output !== '') checkEnding(output, format);
  return readImageFlags(options, output);
}

/** The one PDF of all jobs; undefined without --merge. */
function openMerged({ merge, output, title }: BatchOptions, cwd: string): MergedOutput | undefined {
  if (merge) return openMergedOutput(output, cwd);
  if (title === undefined) return undefined;
  throw new CommandError('usage', '--title works only with --merge', {
    why: 'it names the entries in the outline of one PDF',
  });
}

/** How rows become jobs; undefined if the file holds whole jobs. */
async function openRows(options: BatchOptions, context: Context): Promise<RowRules | undefined> {
  const { template, form, flatten, output, merge, title, format } = options;
  if (template !== undefined && form !== undefined) {
    throw new CommandError('usage', '--template and --form cannot be used together', { fix: 'leave one of them out' });
  }
  if (flatten && form === undefined) {
    throw new CommandError('usage', '--flatten works only with --form', {
      fix: 'write "flatten": true into the part of a job',
    });
  }
  const names = { output, title: merge ? (title ?? '{index}') : undefined, images: format !== undefined };
  if (template !== undefined) return openRowRules(template, names, context);
  if (form !== undefined) return openFormRules(form, flatten === true, names, context.io);
  if (title !== undefined) {
    throw new CommandError('usage', '--title works only with --template or --form', {
      why: 'a job names its entry by its "title" or "output"',
    });
  }
  if (output === undefined || merge) return undefined;
  throw new CommandError('usage', '-o works only with --template or --form', {
    why: 'without it each job names its "output"',
  });
}

/** The pace of a batch at a service that takes renders in the background; undefined at any other. */
async function openPace(client: Client, signal: AbortSignal): Promise<RenderPace | undefined> {
  return (await takesRenders(client, signal)) ? createRenderPace() : undefined;
}

function sumUp(
  { output, signal }: Context,
  totals: BatchTotals,
  total: number | null,
  ms: number,
  hasJournal: boolean,
  { mergedTo, noun }: { mergedTo: string | undefined; noun: string },
): number | undefined {
  const again = hasJournal ? 'run the same command again: what is done is not rendered twice' : undefined;
  const before = totals.skipped > 0 ? `, ${totals.skipped} done before` : '';
  if (signal.aborted) {
    const isSignal = signal.reason instanceof CommandError;
    // A reader of the results that has seen them all may leave.
    if (!isSignal && totals.finished === total) return undefined;
    const rest = total === null ? '' : `, ${total - totals.finished} left`;
    const why = isSignal ? '' : ', because the reader of the results closed the pipe';
    output.note(`Stopped${why}: ${totals.done} done, ${totals.failed} failed${before}${rest}`);
    if (again) output.note(`To continue, ${again}`);
    return isSignal ? undefined : errors.io_failed.exit;
  }
  const rest = mergedTo === undefined ? '' : `; ${mergedTo} is written when no job fails`;
  const error = totals.toError(
    total,
    (again === undefined ? 'fix the failures and run it again' : `fix them and ${again}`) + rest,
  );
  if (error) throw error;
  const rendered = `${totals.done} ${noun}${totals.done === 1 ? '' : 's'}`;
  if (totals.finished === 0) output.note('There are no jobs');
  else output.done(`Rendered ${rendered} in ${(ms / 1000).toFixed(1)} s${before}`);
  return undefined;
}

async function openJournalOf(context: Context, given: string | undefined, file: string | undefined) {
  const path = given === undefined ? file && `${file}.journal` : resolve(context.io.cwd, given);
  if (path === undefined) return undefined;
  if (given === '-' || given === '') throw new CommandError('usage', '--journal needs a file');
  const journal = await openJournal(path, {
    onUnreadable: (lines) =>
      context.output.warn({
        code: 'journal_damaged',
        text: `${lines} line(s) of ${path} cannot be read; their jobs are rendered again`,
      }),
    onWatch: (host) => context.output.note(`a run on ${host} has the journal; looking whether it still lives`),
  });
  context.defer(() => journal.close());
  return journal;
}

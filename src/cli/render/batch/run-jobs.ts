import { CommandError } from '../../output/command-error.ts';
import { describeError } from '../../output/describe-error.ts';
import { type RequestWords, readPartNames } from '../../output/request-words.ts';
import type { JobSource } from '../jobs/open-jobs.ts';
import type { ReadFiles } from '../jobs/read-files.ts';
import { type Job, readBatchJob } from '../jobs/read-job.ts';
import type { JobItem } from '../jobs/read-job-lines.ts';
import type { AdaptiveLimit } from './adaptive-limit.ts';
import type { BatchTotals } from './batch-totals.ts';
import { type JobChoices, outputKey, refuseReserved } from './check-jobs.ts';
import type { FileClaims } from './file-claims.ts';
import type { Journal } from './journal.ts';
import type { JournalEntry } from './journal-entry.ts';
import { judgeOutput, type OutputRules } from './judge-output.ts';
import type { Result } from './report-result.ts';

/** What a run over jobs needs. */
export interface RunTools extends JobChoices {
  source: JobSource;
  readFiles: ReadFiles;
  io: { cwd: string; platform: NodeJS.Platform };
  journal: Journal | undefined;
  rules: OutputRules;
  claims: FileClaims;
  /** Files that no job may write. */
  reserved: readonly string[];
  /** End after the first failure. */
  failFast: boolean;
  limit: AdaptiveLimit;
  totals: BatchTotals;
  /** Returns the function that renders a job; called before the first render. */
  open(): Promise<(job: Job, overwrite: boolean) => Promise<JournalEntry>>;
  report(result: Result): Promise<void>;
  signal: AbortSignal;
}

/**
 * Runs the jobs while it reads them, several at once; holds no more lines than jobs run. Ends when all are finished, or
 * earlier: after a failure that the others would meet too, after the first with `failFast`, or when `signal` is aborted, which
 * aborts running jobs. Throws only what concerns the whole batch: a service that cannot be opened, a journal or a stdout that
 * cannot be written, a line that is too long.
 */
export async function runJobs(tools: RunTools): Promise<void> {
  const { source, totals, limit, signal } = tools;
  const enough = new AbortController();
  const taking = AbortSignal.any([signal, enough.signal]);
  const running = new Set<Promise<void>>();
  const busy = new Set<string>();
  let render: ReturnType<RunTools['open']> | undefined;
  let broken: { error: unknown } | undefined;
  const breakOff = (error: unknown) => {
    broken ??= { error };
    enough.abort();
  };
  try {
    for await (const item of source.items(taking)) {
      await limit.acquire(taking);
      const started = performance.now();
      const work = finish(item, started)
        .catch(breakOff)
        .finally(() => {
          running.delete(work);
          limit.release();
        });
      running.add(work);
      taking.throwIfAborted();
    }
  } catch (error) {
    if (!taking.aborted) breakOff(error);
  }
  await Promise.all(running);
  if (broken && !signal.aborted) throw broken.error;

  async function finish(item: JobItem, started: number): Promise<void> {
    const { index, place } = item;
    let job: Job | undefined;
    let end:
      | { kind: 'done' | 'skipped'; entry: JournalEntry }
      | { kind: 'failed'; error: ReturnType<typeof describeError> };
    try {
      job = await readBatchJob(item, {
        cwd: tools.io.cwd,
        defaults: tools.source.defaults,
        readFiles: tools.readFiles,
        merged: tools.merged,
        image: tools.image,
      });
      tools.merged?.note(job);
      end = await work(job);
      if (end.kind === 'done') totals.succeed();
      else totals.skipped++;
    } catch (thrown) {
      if (signal.aborted || broken) return;
      if (tools.journal?.fault) throw tools.journal.fault;
      end = {
        kind: 'failed',
        error: describeError(thrown, undefined, job && nameParts(job)),
      };
      if (totals.fail(end.error, place) || tools.failFast) enough.abort();
    }
    const { id, output, path } = job ?? { id: null, output: null, path: null };
    const words = job ? nameParts(job) : { parts: [], flags: false };
    const isPattern = job?.image !== undefined && job.output.includes('{page}');
    const shownPath = tools.merged || isPattern ? null : path;
    await tools.report({
      index,
      place,
      id,
      output,
      path: shownPath,
      words,
      ms: Math.round(performance.now() - started),
      ...end,
    });
  }

  async function work(job: Job): Promise<{ kind: 'done' | 'skipped'; entry: JournalEntry }> {
    refuseReserved(job, tools.reserved);
    const key = outputKey(job.path, tools.io.platform);
    if (busy.has(key)) {
      throw new CommandError('input_invalid', `${job.place}: another job is writing ${job.output} just now`);
    }
    busy.add(key);
    try {
      const verdict = await judgeOutput(job, tools.journal, tools.rules);
      if (verdict.action === 'skip') {
        const { images = [] } = verdict.entry;
        tools.claims.claim(
          job,
          images.map((image) => image.path),
        );
        return { kind: 'skipped', entry: verdict.entry };
      }
      render ??= tools.open();
      const start = await render.catch((error: unknown) => {
        breakOff(error);
        throw error;
      });
      const entry = await start(job, verdict.overwrite);
      return { kind: 'done', entry };
    } finally {
      busy.delete(key);
    }
  }
}

function nameParts({ body }: Job): RequestWords {
  return { parts: readPartNames(body.parts), flags: false };
}

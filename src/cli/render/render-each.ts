import { resolve } from 'node:path';
import type { Client, ReceivedRender } from '../../client/index.ts';
import { type ErrorCode, errors } from '../../contract/index.ts';
import { defaultConcurrency } from '../../folders/index.ts';
import type { Context } from '../command/context.ts';
import { type PlannedSource, sourceText } from '../documents/plan-source.ts';
import { inParallel } from '../files/in-parallel.ts';
import { checkTarget, saveFile } from '../files/save-file.ts';
import { CommandError } from '../output/command-error.ts';
import { type DescribedError, describeError } from '../output/describe-error.ts';
import { printError, toJson } from '../output/print-error.ts';
import { RequestFailure } from '../output/request-words.ts';
import { safeText } from '../output/safe-text.ts';
import type { ListedWarning, WarningList } from '../output/warnings.ts';
import { isHopeless } from './batch/batch-totals.ts';
import { outputKey } from './batch/check-jobs.ts';
import { nameOutputs } from './name-outputs.ts';
import { refuseSourceTargets } from './refuse-source-targets.ts';
import type { RenderPdfOptions } from './render-options.ts';
import { recordFile, sayWritten, warnOfRender } from './render-output.ts';
import { prepareRequests } from './render-request.ts';
import { openFlagSigning } from './signing/open-flag-signing.ts';

/** A source and the file that its PDF becomes. */
interface Job {
  /** As it was given. */
  source: string;
  planned: PlannedSource;
  /** As it is shown. */
  target: string;
  path: string;
}

/** The outcome of a source. */
type Result =
  | { source: string; record: object }
  | { source: string; error: DescribedError; warnings: readonly ListedWarning[] };

/**
 * Renders each source to its own PDF, several at once. Checks all targets before anything is sent. A failure stops the others
 * only if it would stop them too. Returns the exit code if some failed.
 */
export async function renderEach(
  context: Context,
  options: RenderPdfOptions,
  planned: readonly PlannedSource[],
): Promise<number | undefined> {
  const { output, signal } = context;
  refuseFlags(options);
  const jobs = await planTargets(context, options, planned);
  const build = await prepareRequests(context, options, planned);
  if (options.dryRun) {
    const { describeRequest } = await import('../service/describe-request.ts');
    const requests: object[] = [];
    for (const { planned } of jobs) {
      const { body, warnings } = await build([planned]);
      for (const warning of warnings) output.warn(warning);
      requests.push(await describeRequest(context, 'renderPdf', { body }));
    }
    await output.jsonDocument({ data: requests });
    return undefined;
  }
  const sign = await openFlagSigning(context, options);
  const width = (await context.settings()).get('concurrency') ?? defaultConcurrency();
  const progress = output.progress(`rendering ${jobs.length} documents`);
  let finished = 0;
  let hopeless: CommandError | undefined;

  async function renderJob(
    { source, planned, path, target }: Job,
    client: Client,
    warnings: WarningList,
  ): Promise<object> {
    if (hopeless) throw hopeless;
    const request = await build([planned]);
    for (const warning of request.warnings) warnings.warn(warning);
    const receiving = client.receivePdf(
      request.body,
      async (received: ReceivedRender) => {
        if (received.kind === 'json') {
          throw new CommandError('unexpected_answer', 'the service answered JSON instead of a PDF');
        }
        const pdf = sign ? await sign(received) : received;
        await saveFile(path, pdf.stream, options.force ?? false);
        const facts = pdf.facts();
        warnOfRender(warnings, pdf.warnings, request);
        output.done(sayWritten(target, pdf, facts));
        return { source, ...recordFile(path, pdf, facts, warnings.take()) };
      },
      { signal },
    );
    return receiving.catch((error: unknown) => {
      throw new RequestFailure(error, request.words);
    });
  }

  async function finishJob(job: Job, client: Client): Promise<Result> {
    const { source } = job;
    const warnings = output.openWarnings();
    try {
      return { source, record: await renderJob(job, client, warnings) };
    } catch (thrown) {
      if (signal.aborted) throw thrown;
      const error = prefixSource(describeError(thrown), source);
      if (!hopeless && isHopeless(error.code)) hopeless = notTried(error);
      if (!output.json && thrown !== hopeless) await printError(error, output, context.flags.debug);
      return { source, error, warnings: warnings.take() };
    } finally {
      progress.update(`rendering, ${++finished} of ${jobs.length} done`);
    }
  }

  const results = new Map<Job, Result>();
  const report = async () => {
    if (output.json) await output.jsonDocument({ data: jobs.flatMap((job) => results.get(job) ?? []).map(toRecord) });
  };
  try {
    await context.requireBrowser();
    const client = await context.client();
    await inParallel(jobs, width, signal, async (job) => void results.set(job, await finishJob(job, client)));
  } catch (error) {
    if (signal.aborted) {
      const stopped = describeError(signal.reason);
      for (const job of jobs)
        if (!results.has(job)) results.set(job, { source: job.source, error: stopped, warnings: [] });
      await report();
    }
    throw error;
  } finally {
    progress.stop();
  }
  await report();
  return sumUp(context, [...results.values()]);
}

/** Refuses flags that make sense for a single document only. */
function refuseFlags(options: RenderPdfOptions): void {
  if (options.eInvoice !== undefined) {
    throw new CommandError('usage', '--each cannot be combined with --e-invoice', {
      why: 'all the PDFs would contain the same invoice',
      fix: 'render each invoice by itself, or name its XML in a job of: platen render batch',
    });
  }
  if (options.put !== undefined) {
    throw new CommandError('usage', '--each cannot be combined with --put', {
      why: 'all PDFs would go to the same URL',
      fix: 'render each separately, or set the URL of each in a job of: platen render batch',
    });
  }
  const flag = (['input', 'parts', 'open'] as const).find((name) => options[name] !== undefined);
  if (flag !== undefined) {
    throw new CommandError('usage', `--each cannot be combined with --${flag}`, {
      why: '--each makes one PDF of each source',
      fix: flag === 'open' ? 'leave one of them out' : 'name the sources as arguments, or use: platen render batch',
    });
  }
}

/** Names the file of each source; refuses files that cannot or must not be written. */
async function planTargets(
  { io }: Context,
  { output: pattern, force = false, dryRun = false }: RenderPdfOptions,
  planned: readonly PlannedSource[],
): Promise<Job[]> {
  const names = nameOutputs(pattern, planned);
  const takenBy = new Map<string, string>();
  const jobs = planned.map((planned, index): Job => {
    const source = sourceText(planned);
    const target = names[index] ?? '';
    const path = resolve(io.cwd, target);
    const key = outputKey(path, io.platform);
    const other = takenBy.get(key);
    if (other !== undefined) {
      throw new CommandError(
        'usage',
        `${safeText(other)} and ${safeText(source)} would both become ${safeText(target)}`,
        {
          fix: "tell them apart in -o, such as -o '{index}-{name}.pdf' or -o '{name}.{ext}.pdf'",
        },
      );
    }
    takenBy.set(key, source);
    return { source, planned, target, path };
  });
  refuseSourceTargets(jobs, planned, io, "choose other names with -o, such as -o '{name}-rendered.pdf'");
  if (!dryRun) for (const { path } of jobs) await checkTarget(path, force, '-o');
  return jobs;
}

/** Puts the source before the message, unless the message starts with it. */
function prefixSource(error: DescribedError, source: string): DescribedError {
  const known = error.message.startsWith(source);
  return known ? error : { ...error, message: `${source}: ${error.message}` };
}

/** The error of the sources that were not tried, because they would fail in the same way. */
function notTried({ code, message }: DescribedError): CommandError {
  return new CommandError(code, 'not tried', { why: `it would fail as another one did: ${message}` });
}

function toRecord(result: Result): object {
  if ('record' in result) return result.record;
  const { source, error, warnings } = result;
  return { source, error: toJson(error), ...(warnings.length > 0 && { warnings }) };
}

/** Prints the summary and returns the exit code: that of the failures where all failed alike, else `partial_failure`. */
async function sumUp({ output }: Context, results: readonly Result[]): Promise<number | undefined> {
  const failures = results.flatMap((result) => ('error' in result ? [result.error] : []));
  const [first] = failures;
  if (!first) return undefined;
  const alike = failures.length === results.length && failures.every(({ code }) => code === first.code);
  const code: ErrorCode = alike ? first.code : 'partial_failure';
  const { exit } = errors[code];
  // The failure of a single source is printed already.
  if (results.length > 1 || output.json) {
    const message = results.length === 1 ? first.message : `${failures.length} of ${results.length} documents failed`;
    const summary = output.json
      ? { fix: '"data" lists each failure' }
      : { fix: 'fix the failures above and render those again' };
    await printError({ code, exit, message, ...summary }, output, false);
  }
  return exit;
}

import { CommandError } from '../../output/command-error.ts';
import type { JobSource } from '../jobs/open-jobs.ts';
import type { ReadFiles } from '../jobs/read-files.ts';
import { type Job, readBatchJob } from '../jobs/read-job.ts';
import type { ImageChoice } from '../pages/image-flags.ts';
import type { Journal } from './journal.ts';
import { judgeOutput, type OutputRules } from './judge-output.ts';
import type { MergedOutput } from './merge-rows.ts';

/** The number of jobs in a file. */
interface JobCount {
  jobs: number;
  /** Rendered in an earlier run. */
  done: number;
}

/** What all jobs make. */
export interface JobChoices {
  /** The one PDF of all jobs; undefined if each has its own file. */
  merged: MergedOutput | undefined;
  /** How pages are drawn by default; undefined if jobs make PDFs by default. */
  image: ImageChoice | undefined;
}

/**
 * Checks every line of the file before anything is rendered: that it is a job, that its output can be written, that no other line has
 * the same output, and its request with `checkRequest`, where that is given. Throws for the first bad line. `reserved` are files that no
 * job may write.
 */
export async function checkJobs(
  source: JobSource,
  { cwd, platform }: { cwd: string; platform: NodeJS.Platform },
  journal: Journal | undefined,
  rules: OutputRules,
  reserved: readonly string[],
  readFiles: ReadFiles,
  checkRequest: ((body: unknown) => Promise<void>) | undefined,
  { merged, image }: JobChoices,
  signal: AbortSignal,
): Promise<JobCount> {
  const places = new Map<string, string>();
  let done = 0;
  for await (const item of source.items(signal)) {
    const job = await readBatchJob(item, { cwd, defaults: source.defaults, readFiles, merged, image });
    merged?.note(job);
    const { place } = job;
    refuseReserved(job, reserved);
    const key = outputKey(job.path, platform);
    const earlier = places.get(key);
    if (earlier !== undefined) {
      throw new CommandError('input_invalid', `${place}: output ${job.output} is that of ${earlier} too`, {
        fix: 'give each job its own file',
      });
    }
    places.set(key, place);
    if ((await judgeOutput(job, journal, rules)).action === 'skip') done++;
    else if (checkRequest) await refuseRequest(job, checkRequest);
  }
  return { jobs: places.size, done };
}

async function refuseRequest({ place, body }: Job, check: (body: unknown) => Promise<void>): Promise<void> {
  try {
    await check(body);
  } catch (error) {
    const { message, errors = [] } = error as Error & { errors?: { pointer: string; detail: string }[] };
    const faults = errors.map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
    throw new CommandError('input_invalid', `${place}: ${message}`, {
      ...(faults.length > 1 && { why: faults.slice(0, 5).join('; ') }),
      cause: error,
    });
  }
}

/** Refuses an output that is a file of the batch itself, even with --force. */
export function refuseReserved(
  job: { path: string; place: string; output: string },
  reserved: readonly string[],
): void {
  if (!reserved.includes(job.path)) return;
  throw new CommandError('input_invalid', `${job.place}: output ${job.output} is a file that the batch itself uses`);
}

/** A key that is equal for paths of the same file: macOS and Windows ignore case. */
export function outputKey(path: string, platform: NodeJS.Platform): string {
  return platform === 'darwin' || platform === 'win32' ? path.normalize('NFC').toLowerCase() : path;
}

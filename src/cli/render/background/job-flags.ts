import { type Command, Option } from 'commander';
import {
  type Destination,
  isHttpAddress,
  type JobOptions,
  limits,
  type Priority,
  priorities,
} from '../../../contract/index.ts';
import { collectValues, readDuration } from '../../command/flag-values.ts';
import { CommandError } from '../../output/command-error.ts';
import { readStartAt } from './read-start-at.ts';

/** The flags for when a render is carried out, and where its PDF goes besides the caller. */
export interface JobFlags {
  async?: boolean;
  priority?: Priority;
  startAt?: string;
  keep?: string;
  put?: string;
  putHeader?: string[];
}

/** Declares the flags for renders in the background, and for sending a PDF elsewhere. */
export function addJobFlags(command: Command): void {
  addAsyncFlags(command, 'PDF');
  command
    .option('--put <url>', 'also upload the PDF to this URL with PUT, such as a presigned URL')
    .option('--put-header <name: value>', 'a header for the request of --put; repeatable', collectValues);
}

/** Declares the flags for renders in the background. `made` is what they make. */
export function addAsyncFlags(command: Command, made: 'PDF' | 'images'): void {
  command
    .optionsGroup('Service options:')
    .option('--async', 'render in the background on the service and print the id')
    .addOption(
      new Option('--priority <level>', 'with --async: priority among your renders (default: normal)').choices(
        priorities,
      ),
    )
    .option('--start-at <time>', 'with --async: earliest start, such as 2026-12-01T22:00Z, 22:00, or 2h from now')
    .option('--keep <duration>', `with --async: how long to keep the ${made}, 1m to 30d (default: 1d)`);
}

/** What the flags say of a request. Throws `usage`. `now` is in milliseconds since 1970. */
export function readJobFlags(
  flags: JobFlags,
  now: number = Date.now(),
): { job?: JobOptions; destination?: Destination } {
  const { async: inBackground = false, priority, startAt, keep } = flags;
  const job: JobOptions = {
    ...(priority !== undefined && { priority }),
    ...(startAt !== undefined && { start_at: readStartAt(startAt, now) }),
    ...(keep !== undefined && { keep_seconds: readKeep(keep) }),
  };
  const hasJob = Object.keys(job).length > 0;
  if (hasJob && !inBackground) {
    const flag = priority !== undefined ? '--priority' : startAt !== undefined ? '--start-at' : '--keep';
    throw new CommandError('usage', `${flag} works only with --async`, {
      why: 'without it the command waits for the result, and nothing is kept',
      fix: 'add --async',
    });
  }
  const destination = readDestination(flags);
  return { ...(hasJob && { job }), ...(destination && { destination }) };
}

function readKeep(text: string): number {
  return Math.round(readDuration('--keep', text, 60_000, limits.keepSeconds * 1000) / 1000);
}

function readDestination({ put, putHeader }: JobFlags): Destination | undefined {
  if (put === undefined) {
    if (putHeader === undefined) return undefined;
    throw new CommandError('usage', '--put-header needs --put', { fix: 'add the URL: --put https://…' });
  }
  if (!isHttpAddress(put)) {
    throw new CommandError('usage', '--put needs a URL', { fix: 'write the whole URL: --put https://…' });
  }
  return { put, ...(putHeader && { headers: Object.fromEntries(putHeader.map(readHeader)) }) };
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*?)\s*$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value];
  // The value may be a secret.
  throw new CommandError('usage', '--put-header is not a header', { fix: 'write the name, a colon and the value' });
}

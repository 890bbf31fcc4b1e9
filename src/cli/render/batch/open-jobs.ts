import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { findSpelling } from '../../files/find-spelling.ts';
import { requirePiped } from '../../files/read-stream.ts';
import { CommandError } from '../../output/command-error.ts';
import type { Io } from '../../output/io.ts';
import type { DocumentDefaults } from '../document-defaults.ts';
import { readLines } from './read-lines.ts';

/** A non-empty line, with the index of its job. */
export interface JobLine {
  /** From 0. */
  index: number;
  /** Such as "jobs.ndjson:12". */
  place: string;
  bytes: Buffer;
}

/** The source of jobs. */
export interface JobSource {
  /** Its name in messages. */
  name: string;
  /** The regular file, absolute; undefined for a stream, which can be read only once. */
  file: string | undefined;
  /** The options that a job gets if it does not name them. */
  defaults: DocumentDefaults;
  /** Reads the lines on demand; throws an AbortError when `signal` is aborted. */
  lines(signal: AbortSignal): AsyncIterable<JobLine>;
}

/** Opens the jobs that the argument names: `-` is stdin. Throws `input_missing`, `input_invalid` or `usage`. */
export async function openJobs(source: string, io: Io, defaults: DocumentDefaults): Promise<JobSource> {
  if (source === '-') {
    requirePiped(io.stdin, '- reads jobs from stdin');
    return { name: 'stdin', file: undefined, defaults, lines: (signal) => readJobLines(io.stdin, 'stdin', signal) };
  }
  const path = await findSpelling(resolve(io.cwd, source));
  const facts = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT' && cause.code !== 'ENOTDIR') throw cause;
    throw new CommandError('input_missing', `there is no file ${source}`, { cause });
  });
  if (facts.isDirectory()) throw new CommandError('input_invalid', `${source} is a folder, not a file of jobs`);
  const lines = (signal: AbortSignal) => readJobLines(createReadStream(path), source, signal);
  return { name: source, file: facts.isFile() ? path : undefined, defaults, lines };
}

async function* readJobLines(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<JobLine> {
  addAbortSignal(signal, stream);
  let index = 0;
  for await (const { number, bytes } of readLines(stream, name)) {
    if (isBlank(bytes)) continue;
    yield { index: index++, place: `${name}:${number}`, bytes };
  }
}

/** Whether a line holds only spaces, tabs and a carriage return. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

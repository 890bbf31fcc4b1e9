import { createHash } from 'node:crypto';
import { basename, dirname, resolve } from 'node:path';
import { limits } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';
import { type DocumentDefaults, defaultsFor } from '../document-defaults.ts';
import { formatOf, type ImageChoice } from '../pages/image-flags.ts';
import { endingOf, hasEnding } from '../pages/name-pages.ts';
import type { ReadFiles } from './read-files.ts';
import type { JobFields, JobItem } from './read-job-lines.ts';

/** A render of a batch. */
export interface Job {
  /** Number of the job, from 0; empty lines do not count. */
  index: number;
  /** Its place, such as "jobs.ndjson:12". */
  place: string;
  id: string | null;
  /** The entry in the outline of the PDF that all jobs are merged to; undefined if each has its own PDF. */
  title?: string | undefined;
  /** The output as it is written in the line; the title if all jobs are merged. */
  output: string;
  /** The output, absolute. */
  path: string;
  /** How the pages are drawn; undefined for a PDF. Part of the request. */
  image?: ImageChoice | undefined;
  /** The request, as it is sent. */
  body: Record<string, unknown>;
  /** SHA-256 of the request, in hex: what the journal knows the job by. */
  input: string;
}

/** Where the PDFs of jobs are that are merged to one. */
export interface MergedJobs {
  /** The file of a job, absolute. */
  pathOf(index: number): string;
}

/** What jobs are read with. */
interface JobTools {
  /** Undefined if each job has its own PDF. */
  merged?: MergedJobs | undefined;
  /** How pages are drawn by default; undefined if jobs make PDFs by default. */
  image?: ImageChoice | undefined;
  cwd: string;
  /** The options that a request gets if it does not name them. */
  defaults: DocumentDefaults;
  /** Reads the files that parts name, and returns the parts with their content. */
  readFiles: ReadFiles;
}

/**
 * Reads a job: a request with `output` and an optional `id`. The service validates the request itself. Throws `input_invalid` with the
 * place and, for bad JSON, the column.
 */
export async function readBatchJob(
  { index, place, read }: JobItem,
  { cwd, defaults, readFiles, merged, image }: JobTools,
): Promise<Job> {
  const fields = await read();
  const title = merged && readTitle(fields, index, place);
  const { output = title, id = null, ...body } = fields;
  if (merged) delete body.title;
  if (typeof output !== 'string') {
    throw invalid(`${place}: "output" must be a text, the path of the file`, 'such as {"output": "a.pdf", "parts": …}');
  }
  if (output === '' || output === '-' || /[\0]|[/\\]$/.test(output)) {
    throw invalid(`${place}: output ${JSON.stringify(output)} does not name a file`);
  }
  if (id !== null && typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw invalid(`${place}: "id" must be a text or a whole number`);
  }
  if (!isParts(body.parts)) {
    throw invalid(`${place}: "parts" is missing or not valid`, 'each line is a request: {"parts": …, "output": …}');
  }
  const drawn = readImage(body.image, image, output, place);
  if (drawn) {
    if (merged) throw invalid(`${place}: images cannot be merged to one PDF`, 'leave out "image" or --merge');
    body.image = drawn;
  }
  const added = defaultsFor(body.parts, defaults);
  if (Object.keys(added).length > 0) body.options = { ...added, ...(body.options as object | undefined) };
  body.parts = await readFiles(body.parts, place);
  return {
    index,
    place,
    id: id === null ? null : String(id),
    title,
    output: title ?? output,
    path: merged ? merged.pathOf(index) : resolve(cwd, output),
    image: drawn,
    body,
    input: hashRequest(body, place),
  };
}

/** How the pages of a job are drawn; undefined for a PDF. Throws `input_invalid` for a name that its images cannot have. */
function readImage(
  given: unknown,
  common: ImageChoice | undefined,
  output: string,
  place: string,
): ImageChoice | undefined {
  if (given === undefined && common === undefined) return undefined;
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given))) {
    throw invalid(`${place}: "image" must be an object`, 'such as {"image": {"format": "png"}, …}');
  }
  const image: ImageChoice = { format: formatOf(output), ...common, ...given };
  const { format } = image;
  if ((format === 'png' || format === 'jpeg') && !hasEnding(output, format)) {
    const name = `output ${JSON.stringify(output)} is not the name of a ${format.toUpperCase()} file`;
    throw invalid(`${place}: ${name}`, `end it in .${endingOf(format)}`);
  }
  if (dirname(output).includes('{page}')) throw invalid(`${place}: {page} can only be in the name of the file`);
  return image;
}

/** The title of a job that is merged: its `title`, else the name of its output, else its id or number. Throws `input_invalid`. */
function readTitle({ title, output, id }: JobFields, index: number, place: string): string {
  if (title !== undefined && typeof title !== 'string') throw invalid(`${place}: "title" must be a text`);
  const named = typeof output === 'string' ? basename(output).replace(/\.pdf$/i, '') : id;
  const text = (title ?? String(named ?? '')).replace(/\p{Cc}+/gu, ' ').trim();
  return (text === '' ? String(index + 1) : text).slice(0, limits.text);
}

/** SHA-256 of a request, in hex. The bytes of files are hashed without an encoding. */
function hashRequest(body: object, place: string): string {
  const hash = createHash('sha256');
  const takeBytes = (value: unknown): unknown => {
    if (value instanceof Uint8Array) {
      hash.update(value);
      return value.length;
    }
    if (Array.isArray(value)) return value.map(takeBytes);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, takeBytes(item)]));
  };
  try {
    return hash.update(JSON.stringify(takeBytes(body))).digest('hex');
  } catch (cause) {
    // JSON.parse takes any depth, JSON.stringify does not.
    if (cause instanceof RangeError) throw invalid(`${place}: the values are nested too deeply`);
    throw cause;
  }
}

function isParts(parts: unknown): boolean {
  return typeof parts === 'string' || (typeof parts === 'object' && parts !== null);
}

function invalid(message: string, fix?: string): CommandError {
  return new CommandError('input_invalid', message, fix === undefined ? {} : { fix });
}

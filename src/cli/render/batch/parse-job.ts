import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { findUnkeptNumber } from '../../../contract/index.ts';
import { findJsonBreak } from '../../files/json-break.ts';
import { CommandError } from '../../output/command-error.ts';
import { type DocumentDefaults, defaultsFor } from '../document-defaults.ts';

/** A render of a batch. */
export interface Job {
  /** Number of the job, from 0; empty lines do not count. */
  index: number;
  /** Its place, such as "jobs.ndjson:12". */
  place: string;
  id: string | null;
  /** The output as it is written in the line. */
  output: string;
  /** The output, absolute. */
  path: string;
  /** The request, as it is sent. */
  body: Record<string, unknown>;
  /** SHA-256 of the request, in hex: what the journal knows the job by. */
  input: string;
}

/**
 * Reads the job in a line: a request with `output` and an optional `id`. The service validates the request itself.
 * `defaults` are the options that a request gets if it does not name them. Throws `input_invalid` with the line and, for bad JSON, the
 * column.
 */
export function parseJob(
  line: Uint8Array,
  index: number,
  place: string,
  { cwd, defaults }: { cwd: string; defaults?: DocumentDefaults },
): Job {
  const { output, id = null, ...body } = parseObject(line, place);
  if (typeof output !== 'string') {
    throw invalid(`${place}: "output" must be a text, the path of the PDF`, 'such as {"output": "a.pdf", "parts": …}');
  }
  if (output === '' || output === '-' || /[\0]|[/\\]$/.test(output)) {
    throw invalid(`${place}: output ${JSON.stringify(output)} does not name a file`);
  }
  if (id !== null && typeof id !== 'string' && !Number.isSafeInteger(id)) {
    throw invalid(`${place}: "id" must be a text or a whole number`);
  }
  if (!isParts(body.parts)) {
    throw invalid(`${place}: "parts" is missing or not valid`, 'each line holds a request: {"parts": …, "output": …}');
  }
  const added = defaults ? defaultsFor(body.parts, defaults) : {};
  if (Object.keys(added).length > 0) body.options = { ...added, ...(body.options as object | undefined) };
  const input = createHash('sha256').update(write(body, place)).digest('hex');
  return { index, place, id: id === null ? null : String(id), output, path: resolve(cwd, output), body, input };
}

function parseObject(line: Uint8Array, place: string): Record<string, unknown> {
  const text = Buffer.from(line)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  if (!isUtf8(line)) {
    throw invalid(`${place}:${text.indexOf('\ufffd') + 1}: the text is not valid UTF-8`, 'save it as UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { column } = findJsonBreak(text, error as Error);
    const what = column > text.trimEnd().length ? 'the JSON is cut off' : 'the line is not JSON';
    throw invalid(`${place}:${column}: ${what}`, 'each line holds one JSON object, whole, without a comma after it');
  }
  const unkept = findUnkeptNumber(text);
  if (unkept) throw invalid(`${place}:${unkept.offset + 1}: ${unkept.pointer} ${unkept.problem}`);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`${place}: the line is not a JSON object`, 'each line holds one: {"parts": …, "output": "a.pdf"}');
}

function write(body: object, place: string): string {
  try {
    return JSON.stringify(body);
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

import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { findJsonBreak, findUnkeptNumber } from '../../../contract/index.ts';
import { CommandError } from '../../output/command-error.ts';
import { readLines } from './read-lines.ts';

/** A job of a source, not read yet. */
export interface JobItem {
  /** From 0. */
  index: number;
  /** Such as "jobs.ndjson:12". */
  place: string;
  /** Its fields: those of a request, `output` and `id`. Throws `input_invalid` with the place. */
  read(): Promise<JobFields> | JobFields;
}

/** The fields of a job. */
export type JobFields = Record<string, unknown>;

/** Reads jobs of a stream with a line of JSON for each. */
export async function* readJobLines(stream: Readable, name: string): AsyncGenerator<JobItem> {
  let index = 0;
  for await (const { number, bytes } of readLines(stream, name)) {
    if (isBlank(bytes)) continue;
    const place = `${name}:${number}`;
    yield { index: index++, place, read: () => parseJobLine(bytes, place) };
  }
}

/** Whether a line holds only spaces, tabs and a carriage return. */
function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

/** The object in a line of JSON. Throws `input_invalid` with the line and the column. */
export function parseJobLine(line: Uint8Array, place: string): Record<string, unknown> {
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
    throw invalid(`${place}:${column}: ${what}`, 'each line is one whole JSON object, without a comma after it');
  }
  const unkept = findUnkeptNumber(text);
  if (unkept) throw invalid(`${place}:${unkept.offset + 1}: ${unkept.pointer} ${unkept.problem}`);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalid(`${place}: the line is not a JSON object`, 'each line is one: {"parts": …, "output": "a.pdf"}');
}

function invalid(message: string, fix?: string): CommandError {
  return new CommandError('input_invalid', message, fix === undefined ? {} : { fix });
}

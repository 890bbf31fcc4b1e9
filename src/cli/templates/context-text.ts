import { createHash } from 'node:crypto';
import { findJsonBreak, findUnkeptNumber, limits, placeAt } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';

/** A preview context that cannot be used, with the place of the mistake. */
export class ContextFault extends CommandError {
  readonly file: string;
  /** What is wrong, without the place. */
  readonly problem: string;
  /** From 1; undefined if no line is at fault. */
  readonly line: number | undefined;
  readonly column: number | undefined;

  constructor(file: string, problem: string, place?: { line: number; column: number }, fix?: string) {
    const where = place ? `${file}:${place.line}:${place.column}` : file;
    super('input_invalid', `${where}: ${problem}`, fix === undefined ? {} : { fix });
    this.name = 'ContextFault';
    this.file = file;
    this.problem = problem;
    this.line = place?.line;
    this.column = place?.column;
  }
}

/** Reads a preview context; a missing one is empty. Throws `ContextFault`. */
export function readContextText(text: string | undefined, file: string): object {
  if (text === undefined) return {};
  if (Buffer.byteLength(text) > limits.previewContext) {
    throw new ContextFault(file, `a preview context has at most ${limits.previewContext / 1024 / 1024} MiB`);
  }
  const json = text.replace(/^\uFEFF/, '');
  const value = parse(json, file);
  const unkept = findUnkeptNumber(json);
  if (unkept) throw new ContextFault(file, `${unkept.pointer} ${unkept.problem}`, placeAt(json, unkept.offset));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ContextFault(
    file,
    'the values must be one JSON object',
    { line: 1, column: 1 },
    'start with { and end with }',
  );
}

/** The digest of a text; empty for a missing text. */
export function digestText(text: string | undefined): string {
  return text === undefined ? '' : createHash('sha256').update(text).digest('base64url');
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message
      .replace(/, "?(\.\.\.)?".*$/s, '')
      .replace(/ in JSON at position.*$/s, '')
      .replace(/ at position.*$/s, '');
    const problem = text.trim() === '' ? 'it is empty' : `this is not JSON: ${message.replace(/^./, lower)}`;
    throw new ContextFault(file, problem, findJsonBreak(text, error as Error), advise(text));
  }
}

function advise(text: string): string {
  return text.trim() === ''
    ? 'write {} if there are no values'
    : 'JSON needs double quotes, and has no comments and no trailing commas';
}

function lower(letter: string): string {
  return letter.toLowerCase();
}

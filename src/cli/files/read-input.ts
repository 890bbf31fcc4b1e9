import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findJsonBreak, findUnkeptNumber, limits, placeAt } from '../../contract/index.ts';
import { CommandError } from '../output/command-error.ts';
import type { Io } from '../output/io.ts';
import { decodeUtf8 } from './decode-document.ts';
import { findSpelling } from './find-spelling.ts';
import { noteFile } from './note-reads.ts';
import { isShellPipe } from './read-regular-file.ts';
import { readStream, requirePiped } from './read-stream.ts';

/** Reads the input that a flag names: `-` is stdin, anything else a file. Errors name `flag`. */
export async function readInputBytes(source: string, flag: string, io: Io): Promise<Buffer> {
  if (source === '-') {
    requirePiped(io.stdin, `${flag}: - reads stdin`);
    return collect(io.stdin, flag, 'stdin');
  }
  const path = await findSpelling(resolve(io.cwd, source));
  noteFile(path);
  const facts = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') {
      throw new CommandError('input_missing', `${flag}: there is no file ${source}`, { cause });
    }
    throw cause;
  });
  if (facts.isDirectory()) throw new CommandError('input_invalid', `${flag}: ${source} is a folder, not a file`);
  if (!facts.isFile() && !isShellPipe(path, facts)) {
    throw new CommandError('input_invalid', `${flag}: ${source} is not a regular file`);
  }
  if (facts.size > limits.body) throw tooLarge(flag, source);
  return collect(createReadStream(path), flag, source);
}

/** Reads UTF-8 text without its byte order mark. Other bytes are `input_invalid`, with their offset. */
export async function readInputText(source: string, flag: string, io: Io): Promise<string> {
  const bytes = await readInputBytes(source, flag, io);
  return decodeUtf8(bytes, `${flag}: ${source === '-' ? 'stdin' : source}`);
}

/** Reads a JSON value. Errors name file, line and column. */
export async function readJson(source: string, flag: string, io: Io): Promise<unknown> {
  return parseJson(await readInputText(source, flag, io), flag, source === '-' ? 'stdin' : source);
}

/** A JSON object given as text, as a file or as `-`: text starts as JSON of more than a word does. */
export async function readJsonObject(value: string, flag: string, io: Io): Promise<Record<string, unknown>> {
  const inline = /^\s*[{["]/.test(value);
  const parsed = inline ? parseJson(value, flag, flag) : await readJson(value, flag, io);
  return requireObject(parsed, `${flag}: a JSON object is needed, not ${kindOf(parsed)}`);
}

/** A value that is a JSON object. Throws `input_invalid` with the message for any other. */
export function requireObject(value: unknown, message: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CommandError('input_invalid', message);
}

/** An object without any double quote, as a shell leaves it: `{name: Ada}`. PowerShell before 7.3 removes them inside single quotes too. */
const lostQuotes = /^\s*\{\s*[\w$-]+\s*:[^"]*$/;
const quotesFix =
  'your shell removed the double quotes: put the value in single quotes (older PowerShell: \'{\\"name\\": 1}\'), or give a file';

/** Parses JSON. Errors name `place`, the file or flag, and line and column; a number that would not be kept is one. */
export function parseJson(text: string, flag: string, place: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const message = (cause as Error).message;
    const { line, column } = findJsonBreak(text, cause as Error);
    const at = `line ${line}, column ${column}`;
    throw new CommandError('input_invalid', `${flag}: ${place === flag ? 'the value' : place} is not JSON at ${at}`, {
      why: text.trim() === '' ? 'it is empty' : message.replace(/ \(line \d+ column \d+\)$/, ''),
      fix: lostQuotes.test(text) ? quotesFix : 'JSON needs double quotes, and has no comments and no trailing commas',
      cause,
    });
  }
  const unkept = findUnkeptNumber(text);
  if (!unkept) return value;
  const { line, column } = placeAt(text, unkept.offset);
  const named = place === flag ? 'the value' : place;
  throw new CommandError('input_invalid', `${flag}: ${named}: ${unkept.pointer} ${unkept.problem}`, {
    why: `it is at line ${line}, column ${column}`,
  });
}

async function collect(stream: AsyncIterable<Uint8Array>, flag: string, source: string): Promise<Buffer> {
  return readStream(stream, limits.body, () => {
    throw tooLarge(flag, source);
  });
}

function tooLarge(flag: string, source: string): CommandError {
  return new CommandError('input_invalid', `${flag}: ${source} is larger than ${limits.body / 1024 / 1024} MiB`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

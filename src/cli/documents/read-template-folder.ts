import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isUuid, limits } from '../../contract/index.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { parseJson, requireObject } from '../files/read-input.ts';
import { NotReadable, readRegularFile } from '../files/read-regular-file.ts';
import { CommandError } from '../output/command-error.ts';
import type { Fields } from './template-fields.ts';

/** The files of a template folder. */
export const fileNames = {
  template: 'template.json',
  content: 'content.html',
  preview_context: 'preview_context.json',
} as const;

/** A template that is read from its folder. */
export interface FolderTemplate extends Partial<Fields> {
  name: string;
  /** The id on the service, in lower case; undefined for a template that was never pushed. */
  id?: string;
}

/**
 * Reads a template folder. `content` and `preview_context` are undefined if their file is missing; `content` keeps every
 * byte, a byte order mark and CRLF included. `shown` is the folder's name in errors.
 *
 * Throws `input_missing` without template.json, `input_invalid` for a file that it does not understand, `io_failed`.
 */
export async function readTemplateFolder(folder: string, shown: string): Promise<FolderTemplate> {
  const head = await readFile(folder, shown, fileNames.template);
  if (head === undefined) {
    throw new CommandError('input_missing', `${shown} has no ${fileNames.template}`, {
      fix: `write {"name": "…"} into ${shown}/${fileNames.template}`,
    });
  }
  const template: FolderTemplate = readHead(parseObject(head, shown, fileNames.template), shown);
  const [content, context] = await Promise.all([
    readFile(folder, shown, fileNames.content),
    readFile(folder, shown, fileNames.preview_context),
  ]);
  if (content !== undefined) template.content = decodeContent(content, `${shown}/${fileNames.content}`);
  if (context !== undefined) template.preview_context = parseObject(context, shown, fileNames.preview_context);
  return template;
}

function readHead(head: object, shown: string): FolderTemplate {
  const file = `${shown}/${fileNames.template}`;
  const { id, name, ...rest } = head as Record<string, unknown>;
  const [unknown] = Object.keys(rest);
  if (unknown !== undefined) {
    throw new CommandError('input_invalid', `${file}: "${unknown}" is not known`, { why: 'it has "id" and "name"' });
  }
  if (typeof name !== 'string' || name === '') {
    throw new CommandError('input_invalid', `${file}: "name" is ${name === undefined ? 'missing' : 'not a text'}`);
  }
  if (id === undefined) return { name };
  if (typeof id === 'string' && isUuid(id)) return { id: id.toLowerCase(), name };
  throw new CommandError('input_invalid', `${file}: "id" is not the id of a template`, {
    why: 'an id is a UUID; a template that is not on the service yet has none',
    fix: 'leave "id" out, and push writes it',
  });
}

function parseObject(bytes: Buffer, shown: string, name: string): object {
  const value = parseJson(decodeUtf8(bytes, `${shown}/${name}`), shown, name);
  return requireObject(value, `${shown}/${name} does not contain a JSON object`);
}

/** Decodes UTF-8 and keeps the byte order mark, which belongs to the content. */
function decodeContent(bytes: Buffer, file: string): string {
  const text = decodeUtf8(bytes, file);
  return Buffer.byteLength(text) === bytes.length ? text : `\uFEFF${text}`;
}

/** Refuses links: their target would be sent to the service. */
async function readFile(folder: string, shown: string, name: string): Promise<Buffer | undefined> {
  const path = join(folder, name);
  try {
    if ((await lstat(path)).isSymbolicLink()) throw new NotReadable('is a symbolic link');
    return await readRegularFile(path, (bytes) => {
      if (bytes > limits.body) throw new NotReadable(`is larger than ${limits.body / 1024 / 1024} MiB`);
    });
  } catch (cause) {
    if (cause instanceof NotReadable) throw new CommandError('input_invalid', `${shown}/${name} ${cause.message}`);
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  }
}

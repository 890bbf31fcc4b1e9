import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { limits } from '../../contract/index.ts';
import { findSpelling } from '../files/find-spelling.ts';
import { noteFile } from '../files/note-reads.ts';
import { isShellPipe, NotReadable, readRegularFile } from '../files/read-regular-file.ts';
import { readStream, requirePiped } from '../files/read-stream.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { guessAddress } from './guess-source.ts';
import { nameTemplateFolder, type PlannedSource } from './plan-source.ts';
import type { RequestSize } from './request-size.ts';

/** The stream of piped data. */
export type PipedInput = AsyncIterable<Uint8Array> & { isTTY?: boolean };

/**
 * Reads a document that the user names, through a link too: naming the link means its target. Throws CommandError, or the error
 * of the file system. A file without content is an error unless it `mayBeEmpty`.
 */
export async function readSourceFile(
  path: string,
  shown: string,
  size: RequestSize,
  { mayBeEmpty = false } = {},
): Promise<Buffer> {
  const name = safeText(shown);
  try {
    const bytes = await readRegularFile(path, (length) => {
      // The caller counts the rest, in its form on the wire.
      if (length > limits.body) size.addBytes(name, length);
    });
    return mayBeEmpty ? bytes : requireSome(bytes, name);
  } catch (cause) {
    if (cause instanceof NotReadable) {
      const advice = cause.isFolder ? adviseFolder(name) : {};
      throw new CommandError('input_invalid', `${name} ${cause.message}`, { cause, ...advice });
    }
    throw explainMissing(cause, name);
  }
}

/** Reads a source that is a pipe of the shell, as `<(…)` is; undefined for any other path. */
export async function readShellPipe(path: string, shown: string, size: RequestSize): Promise<Buffer | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || !isShellPipe(path, facts)) return undefined;
  const name = safeText(shown);
  const bytes = await readStream(createReadStream(path), limits.body, (length) => size.addBytes(name, length));
  return requireSome(bytes, name);
}

/** Reads stdin to its end; more than a request may hold is `too_large`. */
export async function readStdin(stdin: PipedInput, size: RequestSize): Promise<Buffer> {
  requirePiped(stdin, '- reads stdin');
  const bytes = await readStream(stdin, limits.body, (length) => size.addBytes('stdin', length));
  return requireSome(bytes, 'stdin');
}

/** The real path of a folder that the user names; `what` names it in errors. */
export async function resolveFolder(path: string, what: string): Promise<string> {
  try {
    const folder = await realpath(await findSpelling(path));
    if ((await stat(folder)).isDirectory()) return folder;
  } catch (cause) {
    throw explainMissing(cause, what);
  }
  throw new CommandError('input_invalid', `${what} is not a folder`);
}

/** The real path of a folder with an index.html; undefined for a file. Throws `input_invalid` for any other folder. */
export async function findSite(path: string, shown: string): Promise<string | undefined> {
  const facts = await stat(path).catch(() => undefined);
  if (!facts?.isDirectory()) return undefined;
  noteFile(join(path, 'index.html'));
  const index = await stat(join(path, 'index.html')).catch(() => undefined);
  if (index?.isFile()) return realpath(path);
  const name = safeText(shown);
  throw new CommandError('input_invalid', `${name} is a folder without index.html`, adviseFolder(name));
}

/** Checks that the files and folders among the sources exist, before a long read. */
export async function requireSources(planned: readonly PlannedSource[], cwd: string): Promise<void> {
  for (const source of planned) {
    if (source.kind === 'template-folder')
      await resolveFolder(resolve(cwd, source.folder), `template:${source.folder}`);
    if (source.kind !== 'file') continue;
    const name = safeText(source.file);
    const facts = await stat(await findSpelling(resolve(cwd, source.file))).catch((cause) => {
      throw explainMissing(cause, name);
    });
    if (facts.isDirectory()) await findSite(await findSpelling(resolve(cwd, source.file)), source.file);
  }
}

function requireSome(bytes: Buffer, name: string): Buffer {
  if (bytes.length > 0) return bytes;
  throw new CommandError('input_invalid', `${name} is empty`, { why: 'there is nothing to render in it' });
}

function explainMissing(cause: unknown, name: string): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new CommandError('input_missing', `${name} does not exist`, {
      cause,
      ...(adviseFlag(name) ?? adviseAddress(name)),
    });
  if (code === 'ENXIO') return new CommandError('input_invalid', `${name} is not a regular file`, { cause });
  return cause;
}

/** A number is probably the value of a flag that has one after an equals sign alone. */
function adviseFlag(name: string): { fix: string } | undefined {
  if (!/^\d$/.test(name)) return undefined;
  return {
    fix: `if it is the value of --toc or --pdf-ua, write it after an equals sign: --toc=${name}, --pdf-ua=${name}`,
  };
}

function adviseFolder(name: string): { fix: string } {
  const folder = name.replace(/(?<=.)\/+$/, '');
  return {
    fix: `name files in it, such as '${folder}/*.html'; if it is that of a template: ${nameTemplateFolder(folder)}`,
  };
}

function adviseAddress(name: string): { fix?: string } {
  const address = guessAddress(name);
  return address === undefined ? {} : { fix: `check the name; for the web page, write ${address}` };
}

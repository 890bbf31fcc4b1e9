import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isSendableKey } from '../../contract/index.ts';
import { readStream } from '../files/read-stream.ts';
import { CommandError } from '../output/command-error.ts';

/** The most bytes that are read of a key file or of standard input. */
const largestKey = 64 * 1024;

/** A stream that a key may come from. */
export type KeyStream = AsyncIterable<Uint8Array | string> & { isTTY?: boolean };

/**
 * The API key in a file, or in standard input for `-`. Exactly one line break at the end is cut. A key that is empty or
 * cannot travel in a header is `input_invalid`; its text is never shown.
 */
export async function readKeyFile(path: string, cwd: string, stdin: () => KeyStream): Promise<string> {
  if (path === '-') return readKey(openStdin(stdin), 'standard input');
  const full = resolve(cwd, path);
  try {
    // A pipe is fine: `<(pass show platen)` names one.
    return await readKey(createReadStream(full), full);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    if (missing) throw new CommandError('input_missing', `there is no key file ${full}`, { cause: error });
    const what = code === 'EISDIR' ? 'it is a folder' : (code ?? String(error));
    throw new CommandError(code === 'EISDIR' ? 'input_invalid' : 'io_failed', `cannot read the key file ${full}`, {
      why: what,
      cause: error,
    });
  }
}

/** Reads the API key of a stream; `where` names it in errors. */
async function readKey(stream: KeyStream, where: string): Promise<string> {
  const bytes = await readStream(stream, largestKey, () => {
    throw new CommandError('input_invalid', `${where} is too long for an API key`);
  });
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .replace(/\r?\n$/, '');
  return checkKey(text, where);
}

/** Returns the key if it can be sent, else throws `input_invalid` without showing it. */
export function checkKey(text: string, where: string): string {
  if (isSendableKey(text)) return text;
  const why = text === '' ? 'it is empty' : 'there are spaces, line breaks or characters that no key has';
  throw new CommandError('input_invalid', `${where} does not contain one API key`, { why });
}

function openStdin(stdin: () => KeyStream): KeyStream {
  const stream = stdin();
  if (!stream.isTTY) return stream;
  throw new CommandError('usage', 'nothing is piped in: "-" reads the API key from standard input', {
    fix: 'pipe the key in, or name a file',
  });
}

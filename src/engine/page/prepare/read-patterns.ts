import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { findAbove } from '../../../browser/index.ts';

/** Hyphenation patterns, as TeX writes them (Liang 1983). */
export interface Patterns {
  /** Letters with the levels between them: "hy3ph". Parted by spaces. */
  patterns: string;
  /** Words that the patterns break wrongly, with their hyphens. Parted by spaces. */
  exceptions: string;
}

const unpack = promisify(brotliDecompress);

const known = new Map<string, Promise<Patterns | undefined>>();

/** Reads patterns that the build has made, each once in the life of a process; undefined if it has not made them. */
export function readPatterns(name: string): Promise<Patterns | undefined> {
  const reading = known.get(name) ?? read(name);
  known.set(name, reading);
  reading.catch(() => known.delete(name));
  return reading;
}

async function read(name: string): Promise<Patterns | undefined> {
  const folder = findAbove(join('dist', 'hyphenation'));
  if (folder === undefined) return undefined;
  const [patterns = '', exceptions = ''] = String(await unpack(await readFile(join(folder, `${name}.txt.br`)))).split(
    '\n',
  );
  return { patterns, exceptions };
}

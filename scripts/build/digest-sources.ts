import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder with package.json. */
export const root = resolve(import.meta.dirname, '../..');

/** What the program is not built from. */
const left = new Set(['.git', '.github', 'bench', 'dist', 'node_modules', 'test']);

/** The file in which a finished build notes the state of its sources. It is in no package. */
export const digestFile = join(root, 'dist', '.sources');

/** The names in the root of what the program is built from. */
export function listSources(): string[] {
  return readdirSync(root).filter((name) => !left.has(name));
}

/** Sixteen hexadecimal digits that are others as soon as a byte of the sources is another. */
export function digestSources(): string {
  const digest = createHash('sha256');
  for (const name of listSources()) addToDigest(digest, name);
  return digest.digest('hex').slice(0, 16);
}

/** Whether `dist` was built from the sources of this digest. */
export function isBuilt(sources: string): boolean {
  return existsSync(digestFile) && readFileSync(digestFile, 'utf8') === sources;
}

function addToDigest(digest: Hash, name: string): void {
  const path = join(root, name);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (!facts) return;
  if (facts.isDirectory()) {
    for (const entry of readdirSync(path).sort()) addToDigest(digest, join(name, entry));
  } else digest.update(`${name}\0${facts.size}\0`).update(readFileSync(path));
}

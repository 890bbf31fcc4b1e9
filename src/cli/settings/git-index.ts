import { readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** An index larger than this (some 500,000 files) is not looked at. */
const largestIndex = 64 * 1024 * 1024;

/**
 * Whether git tracks a file, as far as the index of its repository tells. The index is read here instead of asking git,
 * because git runs programs that the configuration of a hostile repository names (`core.fsmonitor`). Whatever cannot be
 * read or understood counts as not tracked: the answer only decides about a warning.
 */
export async function isTrackedByGit(path: string): Promise<boolean> {
  try {
    const root = await repositoryRoot(dirname(path));
    if (root === undefined) return false;
    const index = join(await gitFolder(root), 'index');
    if ((await stat(index)).size > largestIndex) return false;
    const name = Buffer.from(relative(root, path).replaceAll(sep, '/'));
    const bytes = await readFile(index);
    // Object names have 20 bytes (SHA-1) or 32 (SHA-256); the index does not say which.
    return indexHolds(bytes, name, 20) || indexHolds(bytes, name, 32);
  } catch {
    return false;
  }
}

async function repositoryRoot(start: string): Promise<string | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const found = await stat(join(folder, '.git')).catch(() => undefined);
    if (found) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** In a worktree or submodule `.git` is a file that names the folder (gitrepository-layout). */
async function gitFolder(root: string): Promise<string> {
  const path = join(root, '.git');
  if ((await stat(path)).isDirectory()) return path;
  const target = /^gitdir: (.+)$/m.exec(await readFile(path, 'utf8'))?.[1];
  return target === undefined ? path : resolve(root, target.trim());
}

/** Looks for a name in an index of version 2, 3 or 4 (git's Documentation/gitformat-index). */
export function indexHolds(bytes: Buffer, name: Buffer, hashBytes: number): boolean {
  if (bytes.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return false;
  const entries = bytes.readUInt32BE(8);
  let at = 12;
  let last: Buffer = Buffer.alloc(0);
  for (let entry = 0; entry < entries; entry++) {
    const start = at;
    at += 40 + hashBytes;
    if (at + 2 > bytes.length) return false;
    const extended = (bytes.readUInt16BE(at) & 0x4000) !== 0;
    at += extended && version > 2 ? 4 : 2;
    let kept = 0;
    if (version === 4) {
      const strip = readVariableInteger(bytes, at);
      if (strip === undefined || strip.value > last.length) return false;
      at = strip.next;
      kept = last.length - strip.value;
    }
    const end = bytes.indexOf(0, at);
    if (end === -1) return false;
    const found = Buffer.concat([last.subarray(0, kept), bytes.subarray(at, end)]);
    if (found.equals(name)) return true;
    last = found;
    at = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
  }
  return false;
}

/** The offset encoding of pack files: seven bits a byte, each further byte adding one. */
function readVariableInteger(bytes: Buffer, at: number): { value: number; next: number } | undefined {
  let next = at;
  let byte = bytes[next++];
  if (byte === undefined) return undefined;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[next++];
    if (byte === undefined || next - at > 5) return undefined;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return { value, next };
}

import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { noteFolder } from '../../files/note-reads.ts';
import { mediaTypeOf } from './media-types.ts';

/** What a folder may have, so that all of it is sent with a document. */
interface SiteLimits {
  files: number;
  bytes: number;
}

/**
 * The files below a real folder that a page can use, sorted: no names that start with a dot, no packages of Node, and no other pages, which
 * references name if a frame shows them. Undefined if there are more than the limits allow.
 */
export async function listSiteFiles(folder: string, limits: SiteLimits): Promise<string[] | undefined> {
  const files: string[] = [];
  let bytes = 0;
  noteFolder(folder, { deep: true });
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const type = entry.isDirectory() ? undefined : mediaTypeOf(entry.name);
    if (type === undefined || /html/.test(type) || isHidden(relative(folder, path))) continue;
    bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
    files.push(path);
    if (files.length > limits.files || bytes > limits.bytes) return undefined;
  }
  return files.sort();
}

function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.') || name === 'node_modules');
}

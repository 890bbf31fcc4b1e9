import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The packages that the child loads, where they are not part of its bundle. */
const packages = ['liquidjs', 'bwip-js'];

/** The child's program and what it must be allowed to read. */
export interface ChildEntry {
  file: string;
  readable: string[];
}

/**
 * Finds the child's program: beside this file in the sources; `liquid-child.js` in the bundle, beside the file that
 * holds this code or, where that is a shared chunk, one folder up.
 */
export function findChildEntry(from = import.meta.url): ChildEntry {
  const names = from.endsWith('.ts') ? ['./liquid-child.ts'] : ['./liquid-child.js', '../liquid-child.js'];
  const files = names.map((name) => fileURLToPath(new URL(name, from)));
  const file = files.find((candidate) => existsSync(candidate)) ?? (files[0] as string);
  const folders = createRequire(file).resolve.paths('liquidjs') ?? [];
  const found = packages.flatMap((name) => {
    const folder = folders.map((path) => join(path, name)).find((path) => existsSync(path));
    // Some installers link the folder: the link is looked up, the real folder is read.
    return folder === undefined ? [] : [folder, realpathSync(folder)];
  });
  return { file, readable: [...new Set([dirname(file), ...found])] };
}

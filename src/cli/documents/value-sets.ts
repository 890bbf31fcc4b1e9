import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestName } from '../../folders/index.ts';
import { exists } from '../files/find-spelling.ts';
import { CommandError } from '../output/command-error.ts';
import { safeText } from '../output/safe-text.ts';
import { fileNames } from './read-template-folder.ts';

/** The folder of the named sets of values, in a template's folder. */
export const setsFolder = 'values';
/** The schema of the values, in a template's folder. */
export const schemaName = 'values.schema.json';

/** The file of a set of values, from the template's folder; without a name, of the default one. */
export function setFile(name: string | undefined): string {
  return name === undefined ? fileNames.preview_context : `${setsFolder}/${name}.json`;
}

/** The names of the sets of values in a template's folder, besides the default one. */
export async function listSets(folder: string): Promise<string[]> {
  const names = await readdir(join(folder, setsFolder)).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter((name) => /^[^.].*\.json$/.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .sort();
}

/** Throws `input_missing` with the known names unless the folder has this set. */
export async function requireSet(folder: string, shown: string, name: string): Promise<void> {
  const isName = !/[/\\\0]/.test(name) && !name.startsWith('.') && name !== '';
  if (isName && (await exists(join(folder, setFile(name))))) return;
  const known = await listSets(folder);
  const near = nearestName(name, known);
  const file = isName ? setFile(name) : `${setsFolder}/<name>.json`;
  throw new CommandError('input_missing', `${shown} has no values ${JSON.stringify(safeText(name))}`, {
    why:
      known.length === 0
        ? `there is no file ${shown}/${file}`
        : `it has ${known.map((one) => safeText(one)).join(', ')}`,
    fix: near === undefined ? `write ${shown}/${file}, or leave the name out` : `did you mean ${safeText(near)}?`,
  });
}

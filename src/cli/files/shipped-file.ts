import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../output/command-error.ts';

/**
 * The path of a file or folder that ships beside the bundle, or one folder up if this code is in a shared chunk.
 * `findSource` names its place when the sources run. Throws `bug` if the installation lacks it.
 */
export function findShipped(name: string, findSource: () => string): string {
  const here = import.meta.url;
  const places = here.endsWith('.ts')
    ? [findSource()]
    : ['./', '../'].map((folder) => fileURLToPath(new URL(folder + name, here)));
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new CommandError('bug', `${name} is missing from this installation`);
  return found;
}

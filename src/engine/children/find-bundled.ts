import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file of the bundle: beside the one that holds the code, whose `import.meta.url` is `from`, or one folder up where
 * that is a shared chunk.
 */
export function findBundled(name: string, from: string): string {
  const places = ['./', '../'].map((folder) => fileURLToPath(new URL(folder + name, from)));
  return places.find((place) => existsSync(place)) ?? (places[0] as string);
}

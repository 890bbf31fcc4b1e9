import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A child's program. */
interface ChildProgram {
  /** Its file's name without the ending. */
  name: string;
  /** The `import.meta.url` of the file that starts it, which is next to it in the sources. */
  from: string;
  /** The packages it loads, if they are not part of its bundle. */
  packages: string[];
  /** Whether those packages have their own dependencies. Default false. */
  deep?: boolean;
}

/** The path of a child's program, and what it must be able to read. */
export interface ChildEntry {
  file: string;
  readable: string[];
}

/**
 * Finds a child's program: next to `from` in the sources; in the bundle its own file, next to the one that holds this
 * code or, if that is a shared chunk, one folder up.
 */
export function findChildEntry({ name, from, packages, deep = false }: ChildProgram): ChildEntry {
  const isSource = from.endsWith('.ts');
  const file = isSource ? fileURLToPath(new URL(`./${name}.ts`, from)) : findBundled(`${name}.js`, from);
  const here = dirname(fileURLToPath(import.meta.url));
  // The sources of a program are in several modules, a bundle in one folder and its chunks.
  const programs = isSource ? [dirname(here)] : [dirname(file), here];
  const found = packages.flatMap((name) => findPackage(file, name));
  const readable = new Set([...programs, ...(deep ? found.map((folder) => findModules(folder)) : found)]);
  // Node ignores a folder that follows one inside it, so outer folders come first.
  return { file, readable: [...readable].sort((a, b) => a.length - b.length) };
}

/** Node's flags for a child without rights: no files but its own program, no processes. `heap` is in megabytes. */
export function buildChildFlags({ readable }: ChildEntry, heap: number): string[] {
  return [
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${heap}`,
    '--disable-proto=throw',
    '--no-warnings',
  ];
}

/** Some installers link a package's folder or the folder of all packages: Node looks up the link and reads the real folder. */
function findPackage(file: string, name: string): string[] {
  const places = createRequire(file).resolve.paths(name) ?? [];
  const place = places.find((candidate) => existsSync(join(candidate, name)));
  if (place === undefined) return [];
  const folder = join(place, name);
  return [folder, realpathSync(folder), ...(lstatSync(place).isSymbolicLink() ? [place] : [])];
}

/** The outermost folder of packages around this one. It holds its dependencies too, however they are linked. */
function findModules(folder: string): string {
  const parts = folder.split(sep);
  const depth = parts.indexOf('node_modules');
  return depth < 0 ? folder : parts.slice(0, depth + 1).join(sep);
}

/**
 * The path of a file of the bundle: next to the one that holds the code, whose `import.meta.url` is `from`, or one folder up if
 * that is a shared chunk.
 */
export function findBundled(name: string, from: string): string {
  const places = ['./', '../'].map((folder) => fileURLToPath(new URL(folder + name, from)));
  return places.find((place) => existsSync(place)) ?? (places[0] as string);
}

import { accessSync, constants, lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import type { Loader } from 'cosmiconfig';
import { findHome } from '../../folders/index.ts';
import { CommandError } from '../output/command-error.ts';
import { findForeignTarget, foreignFileError } from './foreign-file.ts';
import { largestSettingsFile, unreadableFile } from './read-settings-text.ts';
import type { SettingsFile } from './settings-file.ts';

/** The names of a project file, besides `package.json` with a member `platen`. All of them hold data, none holds code. */
const projectFileNames = [
  '.platenrc',
  '.platenrc.json',
  '.platenrc.yaml',
  '.platenrc.yml',
  'platen.config.json',
  'platen.config.yaml',
  'platen.config.yml',
];

/** A package.json larger than this is not searched for settings. */
const largestPackageFile = 2 * 1024 * 1024;

/** The project file, if there is one, with notes about files that were passed over. */
interface ProjectSearch {
  file: SettingsFile | null;
  notes: string[];
}

/**
 * Looks for the project file in the current folder and above it, up to the root of the git repository; outside of a
 * repository in the current folder only, because a shared folder above it, such as /tmp, may hold files of others. The
 * nearest folder with such a file ends the search; two of them in one folder are `config_invalid`. Looked for synchronously:
 * every command waits for it with nothing else to do.
 */
export async function readProjectFile(cwd: string, homeFolder = findHome()): Promise<ProjectSearch> {
  const notes: string[] = [];
  for (const folder of foldersToSearch(cwd)) {
    const paths = existingFiles(folder, notes);
    // cosmiconfig and the YAML parser cost start-up time, so only a file that is there pays for them.
    const files = paths.length === 0 ? [] : await loadAll(paths, notes, homeFolder);
    if (files.length > 1) {
      const names = files.map((file) => basename(file.path)).join(' and ');
      throw new CommandError('config_invalid', `there are two project files in ${folder}: ${names}`, {
        fix: 'keep one of them',
      });
    }
    if (files[0]) return { file: files[0], notes };
  }
  return { file: null, notes };
}

/** The folders from the current one up to the root of its repository, nearest first. */
function foldersToSearch(cwd: string): string[] {
  const walked: string[] = [];
  for (let folder = cwd; ; folder = dirname(folder)) {
    walked.push(folder);
    if (exists(join(folder, '.git'))) return walked;
    if (dirname(folder) === folder) return [cwd];
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/** The files in a folder that may be ours. cosmiconfig skips what it may not read, so that is found out here. */
function existingFiles(folder: string, notes: string[]): string[] {
  const paths: string[] = [];
  for (const name of projectFileNames) {
    const path = join(folder, name);
    if (!exists(path)) continue;
    checkReadable(path);
    paths.push(path);
  }
  const packagePath = join(folder, 'package.json');
  if (mentionsPlaten(packagePath, notes)) paths.push(packagePath);
  return paths;
}

function checkReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw unreadableFile(path, error);
  }
  const found = statSync(path);
  if (!found.isFile()) {
    const what = found.isDirectory() ? 'a folder' : 'not a regular file';
    throw new CommandError('config_invalid', `cannot read ${path}: it is ${what}`, { fix: `move ${path} away` });
  }
  if (found.size > largestSettingsFile) {
    const size = `${largestSettingsFile / 1024} KiB`;
    throw new CommandError('config_invalid', `cannot read ${path}: it is larger than ${size}`);
  }
}

/** Whether a package.json can hold our settings. It belongs to another tool: what is wrong with it is only a note. */
function mentionsPlaten(path: string, notes: string[]): boolean {
  try {
    const found = statSync(path);
    if (!found.isFile()) return false;
    if (found.size > largestPackageFile) {
      notes.push(`${path} is too large to be searched for settings`);
      return false;
    }
    const text = readFileSync(path, 'utf8');
    // Most of those with the word depend on platen, and hold no settings.
    return text.includes('"platen"') && hasMember(text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') notes.push(`${path} cannot be read (${code})`);
    return false;
  }
}

/** Also true for anything but JSON: its reader reports that. */
function hasMember(text: string): boolean {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && Object.hasOwn(found, 'platen');
  } catch {
    return true;
  }
}

async function loadAll(paths: string[], notes: string[], homeFolder: string): Promise<SettingsFile[]> {
  const explorer = await openExplorer();
  const files: SettingsFile[] = [];
  for (const path of paths) {
    const foreign = findForeignTarget(path, homeFolder);
    try {
      const found = await explorer.load(path);
      if (!found) continue;
      const file = found.isEmpty ? emptyFile(path) : (found.config as Loaded).settings;
      files.push(foreign === undefined ? file : { ...file, foreign });
    } catch (error) {
      if (foreign !== undefined) throw foreignFileError(path, foreign);
      if (error instanceof CommandError) {
        if (basename(path) !== 'package.json' || !error.message.includes('not valid JSON')) throw error;
        notes.push(`${error.message}, so it was not searched for settings`);
        continue;
      }
      throw unreadableFile(path, error);
    }
  }
  return files;
}

/** A file without text, which cosmiconfig shows to no loader. */
function emptyFile(path: string): SettingsFile {
  return { path, values: new Map(), profiles: new Map() };
}

/** What a loader hands through cosmiconfig: wrapped, so that cosmiconfig finds nothing in it to act on. */
interface Loaded {
  settings: SettingsFile;
}

/**
 * A cosmiconfig that can only read data. Calling `cosmiconfig()` at once runs or obeys `.config/config.*` and
 * `package.json#cosmiconfig` of the process's current folder, so that folder is ours during the call. Its loaders are
 * merged over the defaults, so every default is replaced. `load` reads one named file, where `search` would skip files
 * that cannot be read. `$import` is an unknown setting to our parser, which refuses it before cosmiconfig sees it.
 */
async function openExplorer() {
  const { cosmiconfig, defaultLoaders } = await import('cosmiconfig');
  const loadData = await openLoader();
  const loaders: Record<string, Loader> = {};
  for (const extension of Object.keys(defaultLoaders)) loaders[extension] = refuseCode;
  Object.assign(loaders, { '.json': loadData, '.yaml': loadData, '.yml': loadData, noExt: loadData });
  const before = process.cwd();
  process.chdir(import.meta.dirname);
  try {
    return cosmiconfig('platen', {
      searchStrategy: 'none',
      searchPlaces: projectFileNames,
      packageProp: ['platen'],
      cache: false,
      loaders,
    });
  } finally {
    process.chdir(before);
  }
}

function refuseCode(path: string): never {
  throw new CommandError('config_invalid', `${path} is code: a project file must be YAML or JSON`);
}

/** The one loader for data. */
async function openLoader() {
  const { parseConfig, parsePackageConfig } = await import('./parse-config.ts');
  return (path: string, text: string): Loaded | { platen?: Loaded } => {
    if (basename(path) === 'package.json') {
      const settings = parsePackageConfig(path, text);
      return settings === null ? {} : { platen: { settings } };
    }
    return { settings: parseConfig(path, text, extname(path) === '.json' ? 'json' : 'yaml') };
  };
}

import { lstatSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { CommandError } from '../output/command-error.ts';
import { readSettingsText, unreadableFile } from './read-settings-text.ts';
import type { SettingsFile } from './settings-file.ts';

/** The names of a project file, beside `package.json` with a member `platen`. All hold data; none can hold code. */
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

/** The project file, if there is one, and what else is worth telling. */
interface ProjectSearch {
  file: SettingsFile | null;
  notes: string[];
}

/**
 * Looks for the project file in the current folder and above it, up to the root of the git repository; outside of a
 * repository in the current folder only, because a shared folder above it, such as /tmp, may hold files of others. The
 * nearest folder with such a file ends the search; two of them in one folder are `config_invalid`. The search is synchronous:
 * every command waits for it with nothing else to do.
 */
export async function readProjectFile(cwd: string): Promise<ProjectSearch> {
  const notes: string[] = [];
  for (const folder of foldersToSearch(cwd)) {
    const files = await readFolder(folder, notes);
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

async function readFolder(folder: string, notes: string[]): Promise<SettingsFile[]> {
  const paths = projectFileNames.map((name) => join(folder, name)).filter(exists);
  const packagePath = join(folder, 'package.json');
  const packageText = readPackage(packagePath, notes);
  if (paths.length === 0 && packageText === undefined) return [];
  // The YAML parser costs start-up time, so only a file that is there pays for it.
  const { parseConfig, parsePackageConfig } = await import('./parse-config.ts');
  const files: SettingsFile[] = [];
  for (const path of paths) {
    const found = await readSettingsText(path);
    if (found === null) throw unreadableFile(path, new Error('the link leads nowhere'));
    files.push(parseConfig(path, found.text, extname(path) === '.json' ? 'json' : 'yaml'));
  }
  const member = packageText === undefined ? null : parsePackageConfig(packagePath, packageText);
  return member === null ? files : [...files, member];
}

/** The text of a package.json with our settings. It belongs to another tool: what is wrong with it is only a note. */
function readPackage(path: string, notes: string[]): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile()) return undefined;
    if (found.size > largestPackageFile) {
      notes.push(`${path} is too large to be searched for settings`);
      return undefined;
    }
    const text = readFileSync(path, 'utf8');
    // Most that have the word depend on platen, and hold no settings.
    return text.includes('"platen"') && hasMember(text) ? text : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) notes.push(`${path} is not valid JSON, so it was not searched for settings`);
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && code !== 'ENOENT' && code !== 'ENOTDIR') notes.push(`${path} cannot be read (${code})`);
    return undefined;
  }
}

function hasMember(text: string): boolean {
  const found: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
  return typeof found === 'object' && found !== null && Object.hasOwn(found, 'platen');
}

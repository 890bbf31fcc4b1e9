import { existsSync } from 'node:fs';
import { cp, lstat, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedFolders } from '../../documents/partial-folders.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import { provideFolder } from '../../files/provide-folder.ts';
import { saveFile } from '../../files/save-file.ts';
import { findShipped } from '../../files/shipped-file.ts';
import { CommandError } from '../../output/command-error.ts';

/** The folder with the templates to start from: the examples. */
export function findStarters(): string {
  return findShipped('starters', () => fileURLToPath(new URL('../../../../examples/templates/', import.meta.url)));
}

/** A folder or a file that was made of the starters. */
export interface Started {
  /** The folder of a template; null for what templates share, and for the workflow. */
  slug: string | null;
  /** From the folder of the templates; absolute for the workflow. */
  path: string;
  action: 'create' | 'kept';
}

/**
 * Copies every starter, and the folders that they share; what exists stays unchanged. Each folder appears whole or not at all. Throws
 * `io_failed`.
 */
export async function copyStarters(from: string, to: string, signal: AbortSignal): Promise<Started[]> {
  const entries = await readdir(from, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name);
  const copied: Started[] = [];
  for (const name of names.sort()) {
    signal.throwIfAborted();
    const isTemplate = await isStarter(join(from, name));
    if (!isTemplate && !sharedFolders.includes(name)) continue;
    copied.push({ slug: isTemplate ? name : null, path: name, action: await copyStarter(join(from, name), to, name) });
  }
  return copied;
}

/**
 * Writes a workflow of GitHub Actions that checks the templates, into the repository around their folder, else into the current folder.
 * Undefined if their folder is in neither. A file that exists stays unchanged.
 */
export async function writeWorkflow(
  from: string,
  to: string,
  { cwd, version }: { cwd: string; version: string },
): Promise<Started | undefined> {
  const root = findAbove(to, '.git') ?? cwd;
  const dir = relative(root, to).split(sep).join('/');
  if (dir === '' || dir.startsWith('..') || isAbsolute(dir) || /[\s'"*?{}[\]]/.test(dir)) return undefined;
  const path = join(root, workflowFile);
  if (await lstat(path).catch(() => undefined)) return { slug: null, path, action: 'kept' };
  const text = await readFile(join(from, workflowFile), 'utf8');
  provideFolder(dirname(path));
  await saveFile(path, Buffer.from(text.replaceAll('{dir}', dir).replaceAll('{version}', version)), false);
  return { slug: null, path, action: 'create' };
}

const workflowFile = join('.github', 'workflows', 'templates.yml');

/** The nearest folder from `folder` upwards that has something of this name. */
function findAbove(folder: string, name: string): string | undefined {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, name))) return above;
    if (dirname(above) === above) return undefined;
  }
}

async function copyStarter(from: string, to: string, slug: string): Promise<'create' | 'kept'> {
  const target = join(to, slug);
  const temporary = join(to, `.${slug}.${process.pid}.tmp`);
  if (await lstat(target).catch(() => undefined)) return 'kept';
  provideFolder(to);
  try {
    await cp(from, temporary, { recursive: true, force: false, errorOnExist: true });
    await rename(temporary, target);
    return 'create';
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandError('io_failed', `cannot make ${target}`, { why: code ?? String(cause), cause });
  } finally {
    await rm(temporary, { recursive: true, force: true }).catch(() => {});
  }
}

async function isStarter(folder: string): Promise<boolean> {
  return (await stat(join(folder, fileNames.template)).catch(() => undefined))?.isFile() ?? false;
}

import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { slugKey } from '../../../folders/index.ts';
import { type FolderTemplate, fileNames, readTemplateFolder } from '../../documents/read-template-folder.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { CommandError } from '../../output/command-error.ts';
import type { WarningList } from '../../output/warnings.ts';

/** A folder with a template.json, read or not. */
export interface TemplateFolder {
  /** The name of the folder. */
  slug: string;
  /** Its path. */
  path: string;
  /** Its path as the user knows it. */
  shown: string;
  template?: FolderTemplate;
  /** Why it cannot be read or used. */
  error?: unknown;
}

/** The template folders below a root. */
export interface TemplateFolders {
  /** By name. */
  folders: TemplateFolder[];
  /** Names that new folders must not have, as keys of `slugKey`. */
  taken: Set<string>;
  /** Folders with a content.html and without a template.json, which are not templates, as they were named. */
  unnamed: string[];
}

/** Folders that are read at once. */
const width = 8;

/**
 * Reads every folder of a root that has a template.json, and ignores all else. A missing root is empty. Folders with the same
 * id are errors: it is not clear which of them is the template.
 */
export async function readFolders(root: string, shown: string, signal: AbortSignal): Promise<TemplateFolders> {
  const names = await listNames(root, shown);
  const found = await inParallel(names, width, signal, (slug) => readFolder(root, shown, slug));
  const folders = found.filter((folder) => folder !== undefined);
  for (const [id, same] of Map.groupBy(folders, (folder) => folder.template?.id)) {
    if (id === undefined || same.length < 2) continue;
    const all = same.map((folder) => folder.shown).join(' and ');
    for (const folder of same) {
      folder.error = new CommandError('input_invalid', `${all} have the same id`, {
        why: `both say ${id}`,
        fix: `take "id" out of the ${fileNames.template} of the copy`,
      });
    }
  }
  const others = names.filter((name) => !folders.some(({ slug }) => slug === name));
  const empty = await inParallel(others, width, signal, async (name) =>
    (await isEmpty(join(root, name))) ? name : '',
  );
  const unnamed = others.filter((name) => !name.startsWith('.') && existsSync(join(root, name, fileNames.content)));
  return {
    folders,
    taken: new Set(names.filter((name) => !empty.includes(name)).map(slugKey)),
    unnamed: unnamed.map((name) => `${shown}/${name}`),
  };
}

/** Reports folders that only look like templates, which would be skipped silently. */
export function warnOfUnnamed({ unnamed }: TemplateFolders, warn: WarningList['warn']): void {
  for (const folder of unnamed) {
    const text = `${folder} is passed over: it has no ${fileNames.template}, such as {"name": "Invoice"}`;
    warn({ code: 'folder_skipped', text });
  }
}

async function listNames(root: string, shown: string): Promise<string[]> {
  try {
    return (await readdir(root)).sort();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') throw new CommandError('input_invalid', `${shown} is not a folder`, { cause });
    throw cause;
  }
}

/** Whether a folder is empty, such as after a template that could not be written: it may be used again. */
function isEmpty(path: string): Promise<boolean> {
  return readdir(path).then(
    (names) => names.length === 0,
    () => false,
  );
}

async function readFolder(root: string, shownRoot: string, slug: string): Promise<TemplateFolder | undefined> {
  if (slug.startsWith('.')) return undefined;
  const path = join(root, slug);
  const facts = await stat(join(path, fileNames.template)).catch(() => undefined);
  if (!facts) return undefined;
  const shown = `${shownRoot}/${slug}`;
  try {
    return { slug, path, shown, template: await readTemplateFolder(path, shown) };
  } catch (error) {
    return { slug, path, shown, error };
  }
}

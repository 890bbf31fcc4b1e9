import { existsSync, globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isUuid } from '../../../contract/index.ts';
import { nearestName, slugKey } from '../../../folders/index.ts';
import type { Context } from '../../command/context.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import { CommandError } from '../../output/command-error.ts';
import type { TemplateFolder } from './read-folders.ts';

/** The folder of templates without a setting. */
const usualFolder = 'templates';
/** The same in help texts. */
export const defaultFolder = `template_dir of the settings, else ${usualFolder}`;

/** The folder of templates that a command uses if none is named, as the user would write it. */
export async function findTemplateDir({ settings, io }: Pick<Context, 'settings' | 'io'>): Promise<string> {
  const dir = (await settings()).get('template_dir');
  return dir === null ? usualFolder : show(resolve(io.cwd, dir), io.cwd);
}

/** Which templates a command is about. */
interface Selection {
  /** The folder that the template folders lie in. */
  root: string;
  /** The same as the user would write it. */
  shown: string;
  /** Names, slugs and ids; empty for all. */
  wanted: string[];
}

/**
 * Reads the words after the command. A word with a slash, and `.`, is a path: of a template folder, or of the folder of all.
 * Every other word is a name, a slug or an id, or else names the folder of all. Throws `usage`.
 */
export async function readSelection(
  words: readonly string[],
  dir: string | undefined,
  context: Pick<Context, 'settings' | 'io'>,
): Promise<Selection> {
  const { cwd } = context.io;
  const usual = resolve(cwd, await findTemplateDir(context));
  let root = dir === undefined ? undefined : resolve(cwd, dir);
  const wanted: string[] = [];
  const settle = (next: string) => {
    if (root !== undefined && root !== next) {
      throw new CommandError(
        'usage',
        `the templates must be in one folder, not in ${show(root, cwd)} and ${show(next, cwd)}`,
      );
    }
    root = next;
  };
  for (const word of words) {
    const path = resolve(cwd, word);
    if (!/[\\/]|^\.{1,2}$/.test(word)) {
      const isInRoot = existsSync(join(root ?? usual, word));
      if (!isInRoot && holdsTemplates(path)) settle(path);
      else wanted.push(word);
      continue;
    }
    const isTemplate = existsSync(join(path, fileNames.template)) || dirname(path) === (root ?? usual);
    settle(isTemplate ? dirname(path) : path);
    if (isTemplate) wanted.push(basename(path));
  }
  root ??= usual;
  return { root, shown: show(root, cwd), wanted };
}

/** Whether a folder has template folders in it. */
function holdsTemplates(folder: string): boolean {
  return globSync(`*/${fileNames.template}`, { cwd: folder }).length > 0;
}

/** Throws `input_missing` if the folder of the template folders does not exist. */
export function requireRoot({ root, shown }: Selection): void {
  if (existsSync(root)) return;
  throw new CommandError('input_missing', `there is no folder ${shown}`, {
    fix: 'platen templates pull makes it from the templates of the service, platen init from examples',
  });
}

/** Finds the folder that a word names by id, slug or name. Throws `usage` where a name fits several. */
export function findFolder(folders: readonly TemplateFolder[], word: string): TemplateFolder | undefined {
  const id = isUuid(word) ? word.toLowerCase() : undefined;
  const exact = folders.find((folder) => folder.slug === word || (id !== undefined && folder.template?.id === id));
  if (exact) return exact;
  const near = folders.filter((folder) => folder.template?.name === word || slugKey(folder.slug) === slugKey(word));
  if (near.length < 2) return near[0];
  throw new CommandError('usage', `${JSON.stringify(word)} is the name of ${near.length} templates`, {
    fix: `say which: ${near.map((folder) => folder.slug).join(' or ')}`,
  });
}

/** Selects the folders that the words name; all without words. Throws `input_missing` for a word that fits none. */
export function selectFolders(
  folders: readonly TemplateFolder[],
  { wanted, shown, root }: Selection,
): TemplateFolder[] {
  if (wanted.length === 0) return [...folders];
  const chosen = wanted.map((word) => {
    const folder = findFolder(folders, word);
    if (folder) return folder;
    if (existsSync(join(root, word))) {
      throw new CommandError('input_missing', `${shown}/${word} has no ${fileNames.template}`, {
        fix: `write {"name": "…"} into ${shown}/${word}/${fileNames.template}`,
      });
    }
    throw new CommandError('input_missing', `there is no template ${JSON.stringify(word)} in ${shown}`, {
      fix: suggestName(
        word,
        folders.flatMap(({ slug, template }) => [slug, template?.name ?? slug]),
        'name its folder, its name or its id; another folder of templates is named with --dir',
      ),
    });
  });
  return [...new Set(chosen)];
}

/** The advice for a name that does not exist: a similar name, else `otherwise`. */
export function suggestName(word: string, known: readonly string[], otherwise: string): string {
  const near = isUuid(word) ? undefined : nearestName(word, known);
  return near === undefined ? otherwise : `did you mean ${/\s/.test(near) ? JSON.stringify(near) : near}?`;
}

function show(path: string, cwd: string): string {
  const near = relative(cwd, path).split(sep).join('/');
  return near === '' ? '.' : near;
}

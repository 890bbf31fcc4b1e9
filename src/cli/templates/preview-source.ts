import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Client } from '../../client/index.ts';
import { requireInRoot, resolveRoot, showFrom } from '../documents/document-root.ts';
import { sharedFolders } from '../documents/partial-folders.ts';
import { readSourceFile } from '../documents/read-source.ts';
import { fileNames } from '../documents/read-template-folder.ts';
import { RequestSize } from '../documents/request-size.ts';
import { listSets, requireSet, schemaName, setFile } from '../documents/value-sets.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { exists, findSpelling } from '../files/find-spelling.ts';
import { saveFile } from '../files/save-file.ts';
import { openFileWatcher } from '../files/watch-files.ts';
import { CommandError } from '../output/command-error.ts';
import { suggestName } from './sync/select-folders.ts';

/** The current text of a template. */
export interface SourceText {
  content: string;
  /** The text of the values; undefined without any. */
  context: string | undefined;
}

/** The source of a previewed template. */
export interface PreviewSource {
  /** Names it in addresses. */
  slug: string;
  name: string;
  /** Its place, as the user knows it. */
  shown: string;
  /** Its files in messages, as the user knows them. */
  contentFile: string;
  /** The file of a set of values; without a name, of the default one. */
  valuesFile(set?: string): string;
  /** The real path of its folder; undefined if it is on a service. */
  folder: string | undefined;
  /** Reads the template with a set of values. Throws `input_missing` for a set that is not there. */
  read(signal: AbortSignal, set?: string): Promise<SourceText>;
  /** The names of the sets of values, besides the default one. */
  listSets(): Promise<string[]>;
  /** Calls `onChange` after possible changes, until the returned function is called. */
  watch(onChange: () => void): () => void;
  /** Writes a set of values; undefined for a template that cannot be saved. */
  saveContext?: (text: string, set?: string) => Promise<void>;
}

/** Milliseconds between two reads of a stored template. */
const pollMs = 3000;

/** The folder of `--root`, which files may come from. */
export interface PreviewRoot {
  /** Its real path. */
  path: string;
  shown: string;
}

/** Opens the folder of `--root`; undefined without the flag. */
export async function openRoot(shown: string | undefined, cwd: string): Promise<PreviewRoot | undefined> {
  return shown === undefined ? undefined : { path: await resolveRoot(shown, cwd), shown };
}

/**
 * Finds the templates of a folder: itself, or the folders in it. Throws `input_missing` without any, `usage` for a
 * template outside of the root.
 */
export async function findSources(path: string, cwd: string, root?: PreviewRoot): Promise<PreviewSource[]> {
  const folder = await findSpelling(resolve(cwd, path));
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new CommandError('input_missing', `${path} is a file, not the folder of a template`, {
      fix: `name the folder that contains it: ${showFrom(cwd, dirname(folder))}`,
    });
  }
  if (!found) {
    const beside = await readdir(dirname(folder)).catch(() => []);
    throw new CommandError('input_missing', `there is no folder ${path}`, {
      fix: suggestName(basename(folder), beside, 'make one with examples: platen init'),
    });
  }
  if (await isTemplate(folder)) return [await openFolder(folder, cwd, root)];
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).sort();
  const sources: PreviewSource[] = [];
  for (const name of names) {
    if (await isTemplate(join(folder, name))) sources.push(await openFolder(join(folder, name), cwd, root));
  }
  if (sources.length > 0) return sources;
  throw new CommandError('input_missing', `there is no template in ${path}`, {
    why: `a template is a folder with a file ${fileNames.content}`,
    fix: 'make one with examples: platen init',
  });
}

/** Opens a stored template. It is polled, and cannot be saved. */
export async function openStored(client: Client, id: string, signal: AbortSignal): Promise<PreviewSource> {
  const { body } = await client.getTemplate(id, { signal });
  const { name } = body.data;
  return {
    slug: id,
    name,
    shown: id,
    contentFile: name,
    valuesFile: () => 'preview_context',
    listSets: async () => [],
    folder: undefined,
    async read(signal) {
      const { data } = (await client.getTemplate(id, { signal })).body;
      return { content: data.content, context: `${JSON.stringify(data.preview_context, null, 2)}\n` };
    },
    watch(onChange) {
      const timer = setInterval(onChange, pollMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}

async function openFolder(path: string, cwd: string, root: PreviewRoot | undefined): Promise<PreviewSource> {
  const folder = await realpath(path);
  const shown = showFrom(cwd, path);
  if (root) requireInRoot(root.path, folder, { document: shown, root: root.shown });
  const show = (file: string) => (shown === '.' ? file : `${shown}/${file}`);
  return {
    slug: basename(path),
    name: (await readName(folder)) ?? basename(path),
    shown,
    contentFile: show(fileNames.content),
    valuesFile: (set) => show(setFile(set)),
    listSets: () => listSets(folder),
    folder,
    async read(_signal, set) {
      if (set !== undefined) await requireSet(folder, shown, set);
      const size = new RequestSize();
      const read = async (file: string) =>
        decodeUtf8(await readSourceFile(join(folder, file), show(file), size), show(file));
      const [content, context] = await Promise.all([
        read(fileNames.content),
        read(setFile(set)).catch((error) => {
          if (error instanceof CommandError && error.code === 'input_missing') return undefined;
          throw error;
        }),
      ]);
      return { content, context };
    },
    watch(onChange) {
      const watcher = openFileWatcher(onChange);
      const shared = sharedFolders.map((name) => join(dirname(folder), name));
      for (const path of [folder, ...shared, ...(root ? [root.path] : [])]) watcher.folder(path, { deep: true });
      for (const name of [...Object.values(fileNames), schemaName]) watcher.file(join(folder, name));
      return () => watcher.close();
    },
    saveContext: (text, set) => saveFile(join(path, setFile(set)), Buffer.from(text), true),
  };
}

/** Whether a folder has a content.html, or a template.json that asks for one. */
async function isTemplate(folder: string): Promise<boolean> {
  return (await exists(join(folder, fileNames.content))) || (await exists(join(folder, fileNames.template)));
}

/** The name in template.json. A preview ignores the other mistakes of that file. */
async function readName(folder: string): Promise<string | undefined> {
  try {
    const bytes = await readSourceFile(join(folder, fileNames.template), fileNames.template, new RequestSize());
    const { name } = JSON.parse(decodeUtf8(bytes, fileNames.template));
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSlug, limits } from '../../../../contract/index.ts';
import { slugOfName } from '../../../../folders/index.ts';
import { partialFolders, sharedFolders } from '../../../documents/partial-folders.ts';
import { fileNames } from '../../../documents/read-template-folder.ts';
import { NotReadable, readRegularFile } from '../../../files/read-regular-file.ts';
import { CommandError } from '../../../output/command-error.ts';
import type { TemplateFolder } from '../read-folders.ts';
import { assetType } from './media-types.ts';
import { type LocalFile, pathInOwner, sha256Of } from './sync-file.ts';
import { describeLocalValues, kindOfValues } from './value-files.ts';

/** Folders below a template that are read. */
const deepest = 8;

/**
 * Reads the partials, layouts and assets below a folder of templates: those that all share, and those of each template, with its values. Hidden files,
 * links and files of other kinds are left out. Throws `input_invalid` for one that cannot be stored.
 */
export async function readLocalFiles(
  root: string,
  shown: string,
  folders: readonly TemplateFolder[],
): Promise<LocalFile[]> {
  const templates = new Set(folders.map(({ slug }) => slug));
  const shared = sharedFolders.filter((name) => !templates.has(name)).map((name) => walk(root, name, 1));
  const owned = folders.map(async ({ slug }) => {
    const paths = await walk(root, slug, 1);
    return paths.map((path) => ({ path, owner: slug }));
  });
  const found = [
    ...(await Promise.all(shared)).flat().map((path) => ({ path, owner: undefined })),
    ...(await Promise.all(owned)).flat(),
  ];
  const files: LocalFile[] = [];
  for (const { path, owner } of found) {
    const file = await readFile(root, shown, path, owner);
    if (file) files.push(file);
  }
  return files;
}

async function walk(root: string, folder: string, level: number): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
  const lists = entries
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(async (entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isFile()) return [path];
      return entry.isDirectory() && level < deepest ? walk(root, path, level + 1) : [];
    });
  return (await Promise.all(lists)).flat();
}

async function readFile(
  root: string,
  shown: string,
  path: string,
  owner: string | undefined,
): Promise<LocalFile | undefined> {
  const inner = pathInOwner({ path, owner });
  const [folder = ''] = inner.split('/', 1);
  const isAsset = assetType(inner) !== undefined;
  const isPartial = !isAsset && partialFolders.includes(folder) && inner.includes('/');
  const values = owner === undefined ? undefined : kindOfValues(inner);
  if ((!isAsset && !isPartial && !values) || Object.values(fileNames).some((name) => name === inner)) return undefined;
  const limit = isAsset ? limits.asset : values ? limits.body : limits.templateContent;
  const bytes = await readRegularFile(join(root, path), (size) => {
    if (size > limit) throw new NotReadable(`is larger than ${limit / 1024 / 1024} MiB`);
  }).catch((cause) => {
    throw cause instanceof NotReadable ? new CommandError('input_invalid', `${shown}/${path} ${cause.message}`) : cause;
  });
  if (values) return describeLocalValues({ path, owner, kind: values, bytes }, shown);
  if (isPartial && !isSlug(slugOfName(inner))) {
    throw new CommandError('input_invalid', `${shown}/${path} cannot be a partial on a service`, {
      why: 'its path must have lower-case letters, digits, "-", "_" and "."',
      fix: 'rename the file, and the tags that name it',
    });
  }
  return { path, owner, kind: isAsset ? 'asset' : 'partial', sha256: sha256Of(bytes), bytes };
}

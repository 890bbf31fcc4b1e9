import { findPartialNames, selectAssets, slugOfName } from '../../../../folders/index.ts';
import { CommandError } from '../../../output/command-error.ts';
import { adviseConflict, refuseMarkers } from '../merge/merge-text.ts';
import type { TemplateFolder } from '../read-folders.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { isChange, type SyncItem } from '../sync-item.ts';
import type { SyncRecord } from '../sync-record.ts';
import { isTextFile, mergeFile } from './merge-file.ts';
import { type LocalFile, pathInOwner, type RemoteFile } from './sync-file.ts';

/** A partial, a layout or an asset that push or pull looks at. Its slug is its path. */
export interface FileItem extends SyncItem {
  local?: LocalFile | undefined;
  there?: RemoteFile | undefined;
}

/** What files are planned with. */
interface FileSource {
  locals: readonly LocalFile[];
  remotes: readonly RemoteFile[];
  folders: readonly TemplateFolder[];
  seen: SyncRecord;
  remote: RemoteTemplates;
  direction: 'push' | 'pull';
  /** The folder of all templates as the user would write it. */
  shown: string;
  force: boolean;
  /** Delete on the other side what is gone on this one. */
  prune: boolean;
  /** Write conflicts of texts into their files, between markers. Default: no. */
  markers?: boolean;
  /** The names of the folders that were chosen; undefined for all. */
  chosen: ReadonlySet<string> | undefined;
  /** The files whose texts say what uses what. Default: those of the folder. */
  texts?: readonly LocalFile[];
}

/** Compares the files of a folder with those of a service, and merges what both changed; changes nothing. Returns items by path. */
export async function planFiles(source: FileSource): Promise<FileItem[]> {
  const locals = new Map(source.locals.map((file) => [file.path, file]));
  const remotes = new Map(source.remotes.map((file) => [file.path, file]));
  const paths = [...new Set([...locals.keys(), ...remotes.keys()])].sort();
  const items = paths
    .filter((path) => isChosen(path, locals.get(path) ?? remotes.get(path), source))
    .map((path) => planFile({ slug: path, local: locals.get(path), there: remotes.get(path) }, source));
  for (const item of items) {
    if (item.action === 'conflict') await settleConflict(item, source);
    if (source.direction === 'push' && isChange(item)) await refuseMarked(item, source.shown);
  }
  return items;
}

/** Makes a text invalid that has a conflict in it. */
async function refuseMarked(item: FileItem, shown: string): Promise<void> {
  if (!item.local || !isTextFile(item.local)) return;
  await refuseMarkers(`${shown}/${item.slug}`, item.local.bytes.toString()).catch((error: unknown) => {
    Object.assign(item, { action: 'invalid', error });
  });
}

/** Makes an update of a conflict that can be merged; else gives it an error that names what it touches. */
async function settleConflict(item: FileItem, source: FileSource): Promise<void> {
  const { seen, remote, folders, texts, locals } = source;
  const users = findUserFolders(item.slug, folders, texts ?? locals);
  const ids = users.flatMap(({ template }) => template?.id ?? []);
  const found = await mergeFile(item, seen.getFile(item.slug), ids, remote);
  if (found && 'merged' in found) Object.assign(item, { action: 'update', merged: { content: found.merged } });
  else if (source.markers && found?.marked !== undefined) {
    Object.assign(item, { action: 'update', merged: { content: found.marked }, marked: found.places });
  } else item.error = conflictError(users, found?.places);
}

/** Of some folders, their files are chosen, and the shared ones that they use. */
function isChosen(path: string, file: LocalFile | RemoteFile | undefined, source: FileSource): boolean {
  const { chosen, folders } = source;
  if (chosen === undefined) return true;
  if (file?.owner !== undefined) return chosen.has(file.owner);
  return findUserFolders(path, folders, source.texts ?? source.locals).some(({ slug }) => chosen.has(slug));
}

function planFile({ slug, local, there }: Pick<FileItem, 'slug' | 'local' | 'there'>, source: FileSource): FileItem {
  const { seen, direction, force, prune } = source;
  const item: FileItem = { slug, id: there?.id ?? null, name: null, action: 'same', fields: [], local, there };
  const last = seen.getFile(slug);
  const isPush = direction === 'push';
  const [mine, other] = isPush ? [local, there] : [there, local];
  if (local?.sha256 === there?.sha256) return item;
  const isMineChanged = mine?.sha256 !== last;
  const isOtherChanged = other?.sha256 !== last;
  if (mine === undefined) {
    // Gone here, or never seen here.
    const isOurs = last !== undefined && !isOtherChanged;
    if (prune && (isOurs || (force && last !== undefined))) return { ...item, action: 'delete' };
    return { ...item, action: isPush ? 'changed_there' : 'changed_here' };
  }
  if (isMineChanged && isOtherChanged && !force && !(other === undefined && last === undefined)) {
    return { ...item, action: 'conflict', fields: ['content'] };
  }
  if (!isMineChanged && !force) return { ...item, action: isPush ? 'changed_there' : 'changed_here' };
  return { ...item, action: other === undefined ? 'create' : 'update', fields: ['content'] };
}

function conflictError(users: readonly TemplateFolder[], places: string | undefined): CommandError {
  const names = users.map(({ slug }) => slug).join(', ');
  const touched = users.length === 0 ? 'no template here uses it' : `it is used by ${names}`;
  return new CommandError('template_changed', 'it differs here and on the service, and both may have changed it', {
    why: `${places === undefined ? '' : `${places}; `}${touched}; nothing was overwritten`,
    fix: adviseConflict(),
  });
}

/** The folders of the templates that use a shared file, through partials too; of a file in a template's folder, that one. */
function findUserFolders(
  path: string,
  folders: readonly TemplateFolder[],
  locals: readonly LocalFile[],
): TemplateFolder[] {
  const texts = new Map(
    locals.filter(({ kind }) => kind === 'partial').map((file) => [file.path, file.bytes.toString()]),
  );
  return folders.filter(
    ({ slug, template }) => path.startsWith(`${slug}/`) || usesFile(path, slug, template?.content ?? '', texts),
  );
}

function usesFile(path: string, slug: string, content: string, texts: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (const open = [content]; open.length > 0; ) {
    const text = open.pop() ?? '';
    if (selectAssets([text], [path]).length > 0) return true;
    for (const name of findPartialNames(text)) {
      const file = /\.[^/.]+$/.test(slugOfName(name)) ? name : `${slugOfName(name)}.html`;
      const found = [`${slug}/${file}`, file].find((one) => texts.has(one)) ?? file;
      if (found === path) return true;
      if (seen.has(found)) continue;
      seen.add(found);
      open.push(texts.get(found) ?? '');
    }
  }
  return false;
}

/** The slug of a partial on the service: `owner` is that of the template that it is in. */
export function slugOfFile(file: LocalFile, owner: string | undefined): string {
  const inner = slugOfName(pathInOwner(file));
  return owner === undefined ? inner : `${owner}/${inner}`;
}

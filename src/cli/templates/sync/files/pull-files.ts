import type { TemplateFolder, TemplateFolders } from '../read-folders.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import type { SyncItem } from '../sync-item.ts';
import type { SyncRecord } from '../sync-record.ts';
import { listRemoteFiles } from './list-remote-files.ts';
import { type FileItem, planFiles } from './plan-files.ts';
import { readLocalFiles } from './read-local-files.ts';
import { isStored } from './value-files.ts';

/** What files are pulled with. */
interface FilePull {
  /** The templates of the pull, with the folders that they get. */
  items: readonly SyncItem[];
  local: TemplateFolders;
  root: string;
  shown: string;
  seen: SyncRecord;
  remote: RemoteTemplates;
  force: boolean;
  prune: boolean;
  markers: boolean;
  /** Names, slugs and ids; empty for all. */
  wanted: readonly string[];
}

/** Plans the partials, layouts and assets of a pull; none if the service stores none. */
export async function planPulledFiles(source: FilePull): Promise<FileItem[]> {
  const { items, local, root, shown } = source;
  const folders = new Map(
    local.folders.flatMap(({ slug, template }) => (template?.id ? [[template.id, slug] as const] : [])),
  );
  for (const { id, slug } of items) if (id !== null) folders.set(id, slug);
  const listed = await listRemoteFiles(source.remote, folders);
  if (listed === undefined) return [];
  const locals = (await readLocalFiles(root, shown, local.folders)).filter(({ kind }) => isStored(kind, listed));
  // Of some templates, their contents on the service say which shared files they use.
  const pulled = items.map(
    ({ slug, remote }): TemplateFolder => ({
      ...{ slug, path: '', shown: slug },
      ...(remote && { template: { id: remote.id, name: remote.fields.name, content: remote.fields.content } }),
    }),
  );
  const texts = listed.files.map((file) => ({ ...file, bytes: Buffer.from(file.content ?? '') }));
  const chosen = source.wanted.length === 0 ? undefined : new Set(items.map(({ slug }) => slug));
  return planFiles({
    ...source,
    ...{ locals, remotes: listed.files, direction: 'pull', chosen },
    folders: chosen === undefined ? local.folders : pulled,
    texts,
  });
}

/** Whether an item is a file and no template. */
export function isFile(item: SyncItem | FileItem): item is FileItem {
  return 'there' in item;
}

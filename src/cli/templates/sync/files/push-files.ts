import { findPartialNames } from '../../../../folders/index.ts';
import type { PushItem } from '../plan-push.ts';
import type { TemplateFolder } from '../read-folders.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import { attemptItem, isChange } from '../sync-item.ts';
import type { SyncRecord } from '../sync-record.ts';
import { listRemoteFiles } from './list-remote-files.ts';
import { type FileItem, planFiles } from './plan-files.ts';
import { pushFile } from './push-file.ts';
import { pushValues } from './push-values.ts';
import { readLocalFiles } from './read-local-files.ts';
import { isStored } from './value-files.ts';

/** What files are pushed with. */
interface FilePush {
  all: readonly TemplateFolder[];
  chosen: readonly TemplateFolder[];
  seen: SyncRecord;
  remote: RemoteTemplates;
  force: boolean;
  root: string;
  shown: string;
  prune: boolean;
  /** Whether no template is named. */
  isAll: boolean;
}

/** What sending needs besides the plan. */
interface SendEdges extends Pick<FilePush, 'remote' | 'seen' | 'force'> {
  message: { message?: string };
  /** The templates of the push, which have their ids once they are there. */
  items: readonly PushItem[];
}

/** The files of a push. */
export interface PlannedFiles {
  items: FileItem[];
  /**
   * Sends what comes before the templates, which is all but assets of new templates, values and deletions, or what comes after them. A
   * failure is that of its file.
   */
  send(when: 'before' | 'after', edges: SendEdges): Promise<void>;
}

/** Plans the partials, layouts, assets and values of a push; undefined if there are none, and if the service stores none. */
export async function planPushedFiles(source: FilePush): Promise<PlannedFiles | undefined> {
  const { all, chosen, remote, root, shown } = source;
  const found = await readLocalFiles(root, shown, all);
  const isNaming = chosen.some(({ template }) => findPartialNames(template?.content ?? '').length > 0);
  // Most folders have one template each and nothing to share.
  if (found.length === 0 && !isNaming && !source.seen.hasFiles()) return undefined;
  const folders = new Map(all.flatMap(({ slug, template }) => (template?.id ? [[template.id, slug] as const] : [])));
  const listed = await listRemoteFiles(remote, folders);
  if (listed === undefined) return undefined;
  const locals = found.filter(({ kind }) => isStored(kind, listed));
  const names = source.isAll ? undefined : new Set(chosen.map(({ slug }) => slug));
  const items = await planFiles({
    ...source,
    ...{ locals, remotes: listed.files, folders: all, direction: 'push', chosen: names },
  });
  const idOf = (folder: string) => all.find(({ slug }) => slug === folder)?.template?.id;
  const isLate = ({ action, local }: FileItem) =>
    action === 'delete' || (local?.kind === 'asset' && local.owner !== undefined && idOf(local.owner) === undefined);
  return {
    items,
    async send(when, { items: templates, ...edges }) {
      const findOwner = (folder: string) => {
        const id = templates.find(({ slug }) => slug === folder)?.id ?? idOf(folder);
        return { id: id ?? undefined, slug: listed.slugs.get(id ?? '') ?? folder };
      };
      const changes = items.filter(isChange);
      const values = changes.filter(isValues);
      const now = changes.filter((item) => !isValues(item) && isLate(item) === (when === 'after'));
      for (const item of now) {
        await attemptItem(item, edges.remote.signal, () => pushFile(item, { ...edges, root, shown, findOwner }));
      }
      if (when === 'before') {
        for (const { action, slug, local } of items)
          if (action === 'same' && local) edges.seen.setFile(slug, local.sha256);
        return;
      }
      // Values come last, so that their revision has all files.
      const owners = Map.groupBy(values, (item) => ownerOf(item));
      for (const [owner, some] of owners) {
        await pushValues(some, findOwner(owner).id, { ...edges, root, shown });
      }
      const late = now.filter((item) => !owners.has(ownerOf(item)));
      await pinLate(late, templates, edges);
    },
  };
}

function isValues({ local, there }: FileItem): boolean {
  return ['values', 'schema'].includes((local ?? there)?.kind ?? '');
}

function ownerOf({ local, there }: FileItem): string {
  return (local ?? there)?.owner ?? '';
}

/** Saves new templates once more that got assets after they were made, so that their newest revision pins these. */
async function pinLate(
  sent: readonly FileItem[],
  templates: readonly PushItem[],
  { remote }: Pick<FilePush, 'remote'>,
): Promise<void> {
  const owners = new Set(
    sent.filter(isChange).flatMap(({ action, local }) => (action === 'delete' ? [] : (local?.owner ?? []))),
  );
  for (const item of templates) {
    if (!owners.has(item.slug) || item.id === null || item.name === null || !isChange(item)) continue;
    const { id, name } = item;
    const message = 'Adds the files of the template';
    await attemptItem(item, remote.signal, () =>
      remote.client.updateTemplate(id, { name }, { signal: remote.signal, message }),
    );
  }
}

import { errors, isErrorCode } from '../../../contract/index.ts';
import { buildSlug } from '../../../folders/index.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import { type Digests, digestFields, type Field, fieldNames, relateFields } from '../../documents/template-fields.ts';
import { inParallel } from '../../files/in-parallel.ts';
import { CommandError } from '../../output/command-error.ts';
import { mergeFields } from './merge/merge-fields.ts';
import { adviseConflict, refuseMarkers } from './merge/merge-text.ts';
import type { TemplateFolder } from './read-folders.ts';
import {
  getRemote,
  goneError,
  listRemotes,
  type RemoteTemplate,
  type RemoteTemplates,
  requestWidth,
} from './remote-templates.ts';
import type { SyncItem } from './sync-item.ts';
import type { SyncRecord } from './sync-record.ts';

/** A template that push looks at. */
export interface PushItem extends SyncItem {
  /** Whether the id is to be written into template.json. */
  links?: boolean;
}

/** What a push is planned with. */
interface PushSource {
  /** All folders: an id that any of them has is taken. */
  all: readonly TemplateFolder[];
  /** Those to push. */
  chosen: readonly TemplateFolder[];
  seen: SyncRecord;
  remote: RemoteTemplates;
  /** Overwrite what the service has. */
  force: boolean;
}

/** Compares the folders with the service; changes nothing. Returns items in the order of the folders. */
export async function planPush(source: PushSource): Promise<PushItem[]> {
  const taken = new Set(source.all.flatMap((folder) => folder.template?.id ?? []));
  return inParallel(source.chosen, requestWidth, source.remote.signal, (folder) => planFolder(folder, taken, source));
}

async function planFolder(folder: TemplateFolder, taken: ReadonlySet<string>, source: PushSource): Promise<PushItem> {
  const { slug, template, error } = folder;
  const item: PushItem = {
    slug,
    id: template?.id ?? null,
    name: template?.name ?? null,
    action: 'invalid',
    fields: [],
    folder,
  };
  if (error !== undefined || !template) return { ...item, error };
  if (template.content === undefined) {
    return { ...item, error: new CommandError('input_missing', `${folder.shown}/${fileNames.content} does not exist`) };
  }
  try {
    await refuseMarkers(`${folder.shown}/${fileNames.content}`, template.content);
    const local = digestFields(template);
    if (template.id !== undefined) {
      const remote = await getRemote(source.remote, template.id);
      return remote
        ? compare(item, local, remote, source)
        : { ...item, action: 'gone', error: explainGone(folder, template.id) };
    }
    const namesakes = (await listRemotes(source.remote, { name: template.name })).filter(({ id }) => !taken.has(id));
    if (namesakes.length > 1) return { ...item, action: 'conflict', error: ambiguousError(folder, namesakes) };
    const remote = namesakes[0] && (await getRemote(source.remote, namesakes[0].id));
    if (remote) return compare({ ...item, id: remote.id, links: true }, local, remote, source);
    return { ...item, action: 'create', fields: fieldNames.filter((field) => local[field] !== undefined) };
  } catch (failure) {
    if (isAboutItem(failure)) return { ...item, error: failure };
    throw failure;
  }
}

/** Whether a failure concerns only its template, because it is not valid. Any other would meet the next one as well. */
function isAboutItem(failure: unknown): boolean {
  const { code } = failure as { code?: unknown };
  return isErrorCode(code) && [2, 7].includes(errors[code].exit);
}

async function compare(
  item: PushItem,
  local: Digests,
  remote: RemoteTemplate,
  { seen, force, remote: service }: PushSource,
): Promise<PushItem> {
  const known = seen.get(remote.id);
  const { here, there, both } = relateFields(local, remote.digests, known);
  const found: PushItem = { ...item, remote };
  if (both.length > 0 && !force) {
    const { merged, conflicts } = await mergeFields(both, item.folder?.template ?? {}, remote, known, service);
    if (conflicts.length > 0) {
      const places = conflicts.map(({ place }) => place);
      const error = conflictError(item, places, seen.has(remote.id));
      return { ...found, action: 'conflict', fields: conflicts.map(({ field }) => field), error };
    }
    found.merged = merged;
  }
  const sent = new Set<Field>([...here, ...both, ...(force ? there : [])]);
  const fields = fieldNames.filter((field) => sent.has(field));
  if (fields.length > 0) return { ...found, action: 'update', fields };
  if (there.length > 0) return { ...found, action: 'changed_there', fields: there };
  return { ...found, action: item.links ? 'link' : 'same' };
}

/**
 * Plans what --prune deletes: templates that had a folder here, have none any more, and are unchanged since. A template that
 * never had a folder here was made elsewhere and stays, unless `force`.
 */
export async function planDeletions({ all, seen, remote, force }: PushSource): Promise<PushItem[]> {
  const taken = new Set(all.flatMap((folder) => folder.template?.id ?? []));
  const names = new Set(all.flatMap((folder) => (folder.template && !folder.template.id ? folder.template.name : [])));
  const orphans = (await listRemotes(remote)).filter(({ id, fields }) => !taken.has(id) && !names.has(fields.name));
  const chosen = orphans.filter(({ id }) => force || seen.has(id));
  const items = await inParallel(chosen, requestWidth, remote.signal, async ({ id }): Promise<PushItem | undefined> => {
    const found = await getRemote(remote, id);
    if (!found) return undefined;
    const { name } = found.fields;
    const { same } = relateFields(found.digests, seen.get(id), {});
    const item: PushItem = { slug: buildSlug(name), id, name, action: 'delete', fields: [], remote: found };
    if (force || same.length === fieldNames.length) return item;
    const fields = fieldNames.filter((field) => !same.includes(field));
    return { ...item, action: 'conflict', fields, error: conflictError(item, fields, true) };
  });
  return items.filter((item) => item !== undefined);
}

function conflictError({ slug }: SyncItem, places: readonly string[], known: boolean): CommandError {
  const message = known ? 'it changed on the service since it was last seen here' : 'the service has something else';
  return new CommandError('template_changed', message, {
    why: `${places.join(', ')} ${known ? 'changed here, too' : 'differs, and was never seen here'}; nothing was overwritten`,
    fix: adviseConflict(slug),
  });
}

function explainGone({ shown }: TemplateFolder, id: string): CommandError {
  return goneError(id, `to create it again, remove "id" from ${shown}/${fileNames.template}`);
}

function ambiguousError({ shown, template }: TemplateFolder, namesakes: readonly RemoteTemplate[]): CommandError {
  return new CommandError(
    'conflict',
    `the service has ${namesakes.length} templates of the name ${JSON.stringify(template?.name)}`,
    {
      why: `no folder has their ids: ${namesakes.map(({ id }) => id).join(', ')}`,
      fix: `write the right "id" into ${shown}/${fileNames.template}, or pull them`,
    },
  );
}

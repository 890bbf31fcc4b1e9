import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isSlug, type NewTemplate, type TemplateChanges } from '../../../contract/index.ts';
import { buildSlug } from '../../../folders/index.ts';
import { fileNames } from '../../documents/read-template-folder.ts';
import { digestFields, pickFields } from '../../documents/template-fields.ts';
import { CommandError } from '../../output/command-error.ts';
import { describeError } from '../../output/describe-error.ts';
import { isUnknownRoute } from '../../service/explain-missing.ts';
import { requireUnedited } from './merge/write-merged.ts';
import type { PushItem } from './plan-push.ts';
import { getRemote, isGone, type RemoteTemplate, type RemoteTemplates, readAnswer } from './remote-templates.ts';
import type { SyncRecord } from './sync-record.ts';
import { writeTemplate } from './write-template.ts';

/** What the push of a template needs. */
interface PushEdges {
  remote: RemoteTemplates;
  seen: SyncRecord;
  /** Aborts a moment after all else, so that a template that is just being created does not lose its id. */
  lateSignal: AbortSignal;
  /** The option of a call with the message of the change. */
  message: { message?: string };
}

/**
 * Does what was planned for a template, guarded by the ETag of the plan. Throws the failure; `template_changed` if another
 * change came first.
 */
export async function pushItem(item: PushItem, edges: PushEdges): Promise<void> {
  if (item.action === 'create') return create(item, edges);
  if (item.action === 'update') return update(item, edges);
  if (item.action === 'delete') return remove(item, edges);
  if (item.action === 'link') await writeId(item, (item.remote as RemoteTemplate).id);
}

async function create(item: PushItem, { remote, seen, lateSignal }: PushEdges): Promise<void> {
  // A template whose id cannot be kept would be created again by the next push.
  await access(item.folder?.path ?? '', constants.W_OK).catch((cause) => {
    throw new CommandError('io_failed', `${item.folder?.shown} cannot be written, so its id could not be kept`, {
      cause,
    });
  });
  const fields = pickFields({ ...item.folder?.template }, item.fields) as NewTemplate;
  const template = await addSlug(fields, item.slug, remote);
  const created = readAnswer(await remote.client.createTemplate(template, { signal: lateSignal }));
  item.id = created.id;
  seen.set(created.id, created.digests);
  await writeId(item, created.id).catch((cause) => {
    throw new CommandError('io_failed', `it was created, but its id ${created.id} could not be kept`, {
      why: describeError(cause).message,
      fix: `write "id": "${created.id}" into ${item.folder?.shown}/${fileNames.template}`,
      cause,
    });
  });
}

/** Gives a new template the name of its folder as its slug, so that its partials find it, if the service has slugs and the slug is free. */
async function addSlug(template: NewTemplate, slug: string, { client, signal }: RemoteTemplates): Promise<NewTemplate> {
  if (!isSlug(slug) || slug === buildSlug(template.name)) return template;
  const isFree = await client.lookUpTemplate(slug, { signal }).then(
    () => false,
    (error: { code?: string }) => error.code === 'template_not_found' && !isUnknownRoute(error),
  );
  return isFree ? { ...template, slug } : template;
}

async function update(item: PushItem, { remote, seen, message }: PushEdges): Promise<void> {
  const { fields, folder, remote: planned } = item as PushItem & Required<Pick<PushItem, 'folder' | 'remote'>>;
  const changes = pickFields({ ...folder.template, ...item.merged }, fields) as TemplateChanges;
  const { signal } = remote;
  const ifMatch = planned.etag ?? (await checkUnchanged(planned, remote));
  let now: RemoteTemplate | undefined;
  try {
    now = readAnswer(
      await remote.client.updateTemplate(planned.id, changes, { signal, ...message, ...(ifMatch && { ifMatch }) }),
    );
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'template_changed') throw error;
    now = await getRemote(remote, planned.id);
    item.remote = now ?? planned;
    // After a lost answer the retry finds its own change on the service.
    const wanted = digestFields(changes);
    if (!now || fields.some((field) => now?.digests[field] !== wanted[field])) throw raced(error);
  }
  item.remote = now;
  if (item.links) await writeId(item, now.id);
  if (item.merged) {
    // Until the record knows the merge, the next push merges again from the same base: the service has it already.
    await requireUnedited(folder, item.merged, 'push again: the service has the merge, and yours is merged with it');
    await writeTemplate(folder.path, { ...item.merged });
  }
  seen.set(now.id, pickFields(now.digests, fields));
}

async function remove(item: PushItem, { remote, seen }: PushEdges): Promise<void> {
  const planned = item.remote as RemoteTemplate;
  const { signal } = remote;
  const ifMatch = planned.etag ?? (await checkUnchanged(planned, remote));
  await remote.client.deleteTemplate(planned.id, { signal, ...(ifMatch && { ifMatch }) }).catch((error) => {
    if (!isGone(error)) throw error;
  });
  seen.forget(planned.id);
}

/** The precondition for a service without ETags: the template is compared right before the change. */
async function checkUnchanged(planned: RemoteTemplate, remote: RemoteTemplates): Promise<undefined> {
  const now = await getRemote(remote, planned.id);
  if (now && JSON.stringify(now.digests) !== JSON.stringify(planned.digests)) throw raced();
}

function raced(cause?: unknown): CommandError {
  return new CommandError('template_changed', 'it changed on the service while this command ran', {
    fix: 'look at it with platen templates diff, then pull, or push again',
    ...(cause !== undefined && { cause }),
  });
}

async function writeId({ folder }: PushItem, id: string): Promise<void> {
  if (folder?.template) await writeTemplate(folder.path, { head: { id, name: folder.template.name } });
}

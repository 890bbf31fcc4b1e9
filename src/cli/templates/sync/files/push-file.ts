import { CommandError } from '../../../output/command-error.ts';
import type { RemoteTemplates } from '../remote-templates.ts';
import type { SyncRecord } from '../sync-record.ts';
import { assetType } from './media-types.ts';
import { writeMergedFile } from './merge-file.ts';
import { type FileItem, slugOfFile } from './plan-files.ts';
import { type LocalFile, pathInOwner, sha256Of } from './sync-file.ts';

/** What the push of a file needs. */
interface FileEdges {
  remote: RemoteTemplates;
  seen: SyncRecord;
  root: string;
  shown: string;
  force: boolean;
  message: { message?: string };
  /** The id and the slug of the template with this folder. */
  findOwner(folder: string): { id: string | undefined; slug: string };
}

/** Does what was planned for a file. */
export async function pushFile(item: FileItem, edges: FileEdges): Promise<void> {
  const { local, there } = item;
  const { client, signal } = edges.remote;
  if (item.action === 'delete' && there) {
    const { force } = edges;
    const { template } = there;
    if (there.kind === 'partial') await client.deleteTemplate(there.id ?? '', { signal, force });
    else await client.deleteAsset({ path: pathInOwner(there), template, force }, { signal });
    edges.seen.forgetFile(item.slug);
    return;
  }
  if (local === undefined) return;
  const merged = item.merged?.content;
  if (local.kind === 'partial') await pushPartial(item, local, edges);
  else await pushAsset(local, merged === undefined ? local.bytes : Buffer.from(merged), edges);
  if (merged !== undefined) await writeMergedFile(edges, local, merged, 'push again: the service has the merge');
  edges.seen.setFile(item.slug, merged === undefined ? local.sha256 : sha256Of(merged));
}

async function pushPartial(item: FileItem, local: LocalFile, edges: FileEdges): Promise<void> {
  const { client, signal } = edges.remote;
  const content = item.merged?.content ?? local.bytes.toString();
  if (item.there?.id === undefined) {
    const slug = slugOfFile(local, local.owner === undefined ? undefined : edges.findOwner(local.owner).slug);
    await client.createTemplate({ name: slug, slug, content }, { signal });
    return;
  }
  const { template, etag } = await client.getTemplate(item.there.id, { signal });
  if (template.content !== item.there.content) {
    throw new CommandError('template_changed', 'it changed on the service while this command ran', {
      fix: 'look at it with platen templates diff, then pull, or push again',
    });
  }
  const guard = etag === undefined ? {} : { ifMatch: etag };
  await client.updateTemplate(item.there.id, { content }, { signal, ...edges.message, ...guard });
}

async function pushAsset(local: LocalFile, bytes: Buffer, { remote, findOwner }: FileEdges): Promise<void> {
  const template = local.owner === undefined ? undefined : findOwner(local.owner).id;
  if (local.owner !== undefined && template === undefined) {
    throw new CommandError('template_not_found', `its template ${local.owner} is not on the service`);
  }
  const path = pathInOwner(local);
  const type = assetType(path) ?? 'application/octet-stream';
  const asset = {
    path,
    type,
    base64: bytes.toString('base64'),
    ...(template !== undefined && { template }),
  };
  await remote.client.setAsset(asset, { signal: remote.signal });
}

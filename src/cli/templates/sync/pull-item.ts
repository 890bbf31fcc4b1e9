import { join } from 'node:path';
import { pickFields } from '../../documents/template-fields.ts';
import { requireUnedited } from './merge/write-merged.ts';
import type { SyncItem } from './sync-item.ts';
import { rememberAgreement, type SyncRecord } from './sync-record.ts';
import { removeTemplate, writeTemplate } from './write-template.ts';

/** Does what was planned for a template; returns what a removed folder still holds. */
export async function pullItem(item: SyncItem, root: string, seen: SyncRecord): Promise<string[]> {
  const { action, folder, remote, fields } = item;
  if (action === 'delete' && folder) {
    const left = await removeTemplate(folder.path);
    if (item.id !== null) seen.forget(item.id);
    return left;
  }
  if (!remote) return [];
  if (action === 'create' || action === 'update' || action === 'link') {
    const chosen = { ...pickFields(remote.fields, fields), ...item.merged };
    if (folder && item.merged) await requireUnedited(folder, item.merged, 'pull again');
    const named = fields.includes('name') ? remote.fields.name : (folder?.template?.name ?? remote.fields.name);
    const heads = fields.includes('name') || folder?.template?.id === undefined;
    await writeTemplate(folder?.path ?? join(root, item.slug), {
      ...chosen,
      ...(heads && { head: { id: remote.id, name: named } }),
    });
    seen.set(remote.id, pickFields(remote.digests, fields));
  }
  rememberAgreement(item, seen);
  return [];
}

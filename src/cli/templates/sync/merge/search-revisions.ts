import type { Revision } from '../../../../contract/index.ts';
import { isUnknownRoute } from '../../../service/explain-missing.ts';
import type { RemoteTemplates } from '../remote-templates.ts';

/** Revisions listed at once. */
const pageSize = 50;

/**
 * Reads the revisions of a template, newest first, until `isEnough` is true for one. None for a service without revisions, whose texts
 * cannot be merged.
 */
export async function searchRevisions(
  { client, signal }: RemoteTemplates,
  id: string,
  isEnough: (revision: Revision) => boolean,
): Promise<void> {
  for (let after: string | undefined, isMore = true; isMore; ) {
    const list = await client.listRevisions(id, { limit: pageSize, after }, { signal }).catch((error: unknown) => {
      if (isUnknownRoute(error)) return undefined;
      throw error;
    });
    for (const { revision } of list?.data ?? []) {
      if (isEnough(await client.getRevision(id, revision, { signal }))) return;
    }
    const next = list?.page.next ?? undefined;
    isMore = next !== undefined && next !== after;
    after = next;
  }
}

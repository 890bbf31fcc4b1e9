import type { Client } from '../../client/index.ts';
import { liveLabel, type Revision } from '../../contract/index.ts';
import type { FoundTemplate } from './resolve-template.ts';
import { isUnknownRoute } from './unknown-route.ts';

/** What a template has that is read or rendered. */
type TemplateContent = Pick<Revision, 'name' | 'content' | 'preview_context'>;

type Calls = Pick<Client, 'getTemplate' | 'getRevision' | 'listRevisions' | 'listLabels'>;

/** The number of the revision that is chosen: that of a label, or the newest. Throws `label_not_found`. */
export async function findRevision(client: Calls, choice: FoundTemplate, signal: AbortSignal): Promise<number> {
  const { id, revision, label } = choice;
  if (revision !== undefined) return revision;
  if (label === undefined) {
    const { data } = await client.listRevisions(id, { limit: 1 }, { signal });
    return data[0]?.revision ?? 1;
  }
  const labels = await client.listLabels(id, { signal });
  const found = labels.find((one) => one.label === label);
  if (found) return found.revision;
  const { ServiceError } = await import('../../client/index.ts');
  const names = labels.map((one) => one.label);
  const has = names.length === 0 ? 'it has no labels' : `its labels are ${names.join(', ')}`;
  throw new ServiceError('label_not_found', `the template has no label "${label}"; ${has}`);
}

/**
 * A template as a render would use it: in the revision that is chosen, else in that with the label `live`, else the newest. A service that
 * has no labels has the newest alone.
 */
export async function readForRender(
  client: Calls,
  choice: FoundTemplate,
  signal: AbortSignal,
): Promise<TemplateContent> {
  const { id } = choice;
  const isNamed = choice.revision !== undefined || choice.label !== undefined;
  if (isNamed) return client.getRevision(id, await findRevision(client, choice, signal), { signal });
  const labels = await client.listLabels(id, { signal }).catch((error: unknown) => {
    if (isUnknownRoute(error)) return [];
    throw error;
  });
  const live = labels.find(({ label }) => label === liveLabel);
  if (live) return client.getRevision(id, live.revision, { signal });
  return (await client.getTemplate(id, { signal })).template;
}

import type { Client } from '../../client/index.ts';
import { liveLabel, type Revision, type ValueSets } from '../../contract/index.ts';
import { isUnknownRoute } from './explain-missing.ts';
import type { FoundTemplate } from './resolve-template.ts';

/** What a template has that is read or rendered. */
type TemplateContent = Pick<Revision, 'name' | 'content' | 'preview_context'>;

type Calls = Pick<Client, 'getTemplate' | 'getRevision' | 'getValueSets' | 'listRevisions' | 'listLabels'>;

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
 * The named values and the schema of a template in the revision that a render would use; undefined if the service stores none.
 */
export async function readValueSets(
  client: Calls,
  { id, revision, label }: FoundTemplate,
  signal: AbortSignal,
): Promise<ValueSets | undefined> {
  const isNamed = revision !== undefined || label !== undefined;
  const choice = isNamed ? { revision, label } : { label: await findLive(client, id, signal) };
  return client.getValueSets(id, choice, { signal }).catch((error: unknown) => {
    if (isUnknownRoute(error)) return undefined;
    throw error;
  });
}

/** The label `live`, if the template has it. */
async function findLive(client: Calls, id: string, signal: AbortSignal): Promise<string | undefined> {
  const labels = await client.listLabels(id, { signal }).catch((error: unknown) => {
    if (isUnknownRoute(error)) return [];
    throw error;
  });
  return labels.find(({ label }) => label === liveLabel)?.label;
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
  const live = await findLive(client, id, signal);
  if (live) return client.getRevision(id, await findRevision(client, { id, label: live }, signal), { signal });
  return (await client.getTemplate(id, { signal })).template;
}

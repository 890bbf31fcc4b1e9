import { isUuid } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { Store, ValueSetChanges } from '../../store/index.ts';
import { formatEtag, readIfMatch } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { reachOf, requireTemplate } from '../checks/caller.ts';
import { readMessage } from '../requests/revision-message.ts';
import type { TemplateReply, TemplateRequest } from './template-request.ts';

/** What the operations need of the store and of the engine. */
type ValueSetParts = Pick<Store, 'valueSets'> & Pick<Engine, 'checkValues'>;

/** The operations on named values and schemas of templates, by the names of their routes. They throw StoreError and RequestError. */
export const valueSetOperations = {
  async getValueSets({ valueSets }: ValueSetParts, { caller, id, query }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { revision, label } = query as { revision?: string; label?: string };
    if (revision !== undefined && label !== undefined) {
      throw new RequestError('invalid_request', 'the query names a revision and a label; name one of them');
    }
    // A slug in the path would be another way to the same template.
    if (!isUuid(id)) throw new RequestError('template_not_found', 'there is no template with this id');
    const choice = { label, ...(revision !== undefined && { revision: Number(revision) }) };
    const { revision: number, sets, schema } = await valueSets.read(reachOf(caller), id, choice);
    return { headers: {}, body: { data: { revision: number, sets, schema } } };
  },

  async updateValueSets(parts: ValueSetParts, request: TemplateRequest): Promise<TemplateReply> {
    return change(parts, request, (request.body as { values: ValueSetChanges }).values, '/values/schema');
  },

  async setValueSet(parts: ValueSetParts, request: TemplateRequest): Promise<TemplateReply> {
    const { values } = request.body as { values: object };
    return change(parts, request, { sets: { [request.params.set ?? '']: values } });
  },

  async deleteValueSet(parts: ValueSetParts, request: TemplateRequest): Promise<TemplateReply> {
    const { headers } = await change(parts, request, { sets: { [request.params.set ?? '']: null } });
    return { headers };
  },

  async setValuesSchema(parts: ValueSetParts, request: TemplateRequest): Promise<TemplateReply> {
    return change(parts, request, request.body as { schema: object }, '/schema');
  },

  async deleteValuesSchema(parts: ValueSetParts, request: TemplateRequest): Promise<TemplateReply> {
    const { headers } = await change(parts, request, { schema: null });
    return { headers };
  },
};

/** `pointer` is where the body has the schema. */
async function change(
  { valueSets, checkValues }: ValueSetParts,
  { caller, id, ifMatch, message, signal }: TemplateRequest,
  changes: ValueSetChanges,
  pointer = '',
): Promise<TemplateReply> {
  requireTemplate(caller, id);
  const { account, by } = caller;
  const reach = reachOf(caller);
  if (changes.schema) {
    // Before a process is started for it.
    await valueSets.read(reach, id);
    const { problem } = await checkValues(JSON.stringify(changes.schema), {}, { account, signal });
    if (problem !== undefined) {
      throw new RequestError('invalid_request', `the schema cannot be used: ${problem}`, {
        errors: [{ pointer, detail: `cannot be used: ${problem}` }],
      });
    }
  }
  const { version, ...data } = await valueSets.change(
    ...([reach, id, changes, readIfMatch(ifMatch), by, readMessage(message)] as const),
  );
  return { headers: { etag: formatEtag(version) }, body: { data } };
}

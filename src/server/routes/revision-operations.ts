import { type Label, type Revision, type RevisionListQuery, routes } from '../../contract/index.ts';
import type { Store, StoredLabel, StoredRevision } from '../../store/index.ts';
import { formatEtag, readIfMatch } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { reachOf, requireTemplate } from '../checks/caller.ts';
import { readMessage } from '../requests/revision-message.ts';
import { defaultPage, type TemplateReply, type TemplateRequest } from './template-request.ts';

/** What the operations need of the store. */
type History = Pick<Store, 'templates' | 'revisions' | 'labels'>;

/** The operations on revisions and labels of templates, by the names of their routes. They throw StoreError and RequestError. */
export const revisionOperations = {
  async listRevisions({ revisions }: History, { caller, id, query }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { limit = defaultPage, after } = query as RevisionListQuery;
    const page = await revisions.list(reachOf(caller), id, { limit: Number(limit), after });
    return { headers: {}, body: { data: page.revisions, page: { next: page.next } } };
  },

  async getRevision({ revisions }: History, { caller, id, params }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    return answerRevision(await revisions.get(reachOf(caller), id, Number(params.revision)));
  },

  async restoreRevision(
    { templates, revisions }: History,
    { caller, id, params, ifMatch, message }: TemplateRequest,
  ): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { by } = caller;
    const reach = reachOf(caller);
    const number = Number(params.revision);
    const reason = readMessage(message) ?? `Restores revision ${number}`;
    const { version, revision } = await templates.restore(reach, id, number, readIfMatch(ifMatch), by, reason);
    const { body } = answerRevision(await revisions.get(reach, id, revision));
    const location = `${routes.listTemplates.path}/${id.toLowerCase()}/revisions/${revision}`;
    return { headers: { etag: formatEtag(version), location }, body };
  },

  async listLabels({ labels }: History, { caller, id }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    return { headers: {}, body: { data: (await labels.list(reachOf(caller), id)).map(describeLabel) } };
  },

  async setLabel({ labels }: History, { caller, id, params, body }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { revision } = body as { revision: number };
    const { label = '' } = params;
    const set = await labels.set(reachOf(caller), id, label, revision, caller.by).catch((error) => {
      throw error.code === 'revision_not_found' ? nameField(error, '/revision') : error;
    });
    return { headers: {}, body: { data: describeLabel(set) } };
  },

  async deleteLabel({ labels }: History, { caller, id, params }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    await labels.remove(reachOf(caller), id, params.label ?? '');
    return { headers: {} };
  },
};

function answerRevision(stored: StoredRevision) {
  const { revision, name, created_at, created_by, message, labels, value_sets, values_schema } = stored;
  const { content, preview_context } = stored;
  const data: Revision = {
    ...{ revision, name, created_at, created_by, message, labels, value_sets, values_schema, content },
    preview_context: preview_context as Revision['preview_context'],
  };
  return { headers: {}, body: { data } };
}

function describeLabel({ label, revision, updated_at, updated_by }: StoredLabel): Label {
  return { label, revision, updated_at, updated_by };
}

/** The same error, which names the field that is wrong. */
function nameField({ code, message }: RequestError, pointer: string): RequestError {
  return new RequestError(code, message, { errors: [{ pointer, detail: 'does not exist' }] });
}

import {
  type NewTemplate,
  routes,
  type TemplateChanges,
  type TemplateField,
  type TemplateListQuery,
  templateFields,
} from '../../contract/index.ts';
import type { Store, StoredTemplate } from '../../store/index.ts';
import { formatEtag, matchesEtag, readIfMatch } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, requireTemplate } from '../checks/caller.ts';
import { readMessage } from '../requests/revision-message.ts';
import { defaultPage, type TemplateReply, type TemplateRequest } from './template-request.ts';

/** What the operations need of the store. */
type TemplateParts = Pick<Store, 'templates'>;

/** The operations on templates, by the names of their routes. They throw StoreError and RequestError. */
export const templateOperations = {
  async createTemplate({ templates }: TemplateParts, { caller, body }: TemplateRequest): Promise<TemplateReply> {
    refuseNewTemplate(caller);
    const { template } = body as { template: NewTemplate };
    const stored = await templates.create(caller.account, template, caller.by);
    const { headers, ...answer } = answerTemplate(stored);
    return { ...answer, headers: { ...headers, location: `${routes.createTemplate.path}/${stored.id}` } };
  },

  async getTemplate(
    { templates }: TemplateParts,
    { caller, id, ifNoneMatch }: TemplateRequest,
  ): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const answer = answerTemplate(await templates.get(caller.account, id));
    return matchesEtag(ifNoneMatch, answer.headers.etag) ? { status: 304, headers: answer.headers } : answer;
  },

  async updateTemplate(
    { templates }: TemplateParts,
    { caller, id, body, ifMatch, message }: TemplateRequest,
  ): Promise<TemplateReply> {
    const { template } = body as { template: TemplateChanges };
    requireTemplate(caller, id);
    const { account, by } = caller;
    const stored = await templates.update(account, id, template, readIfMatch(ifMatch), by, readMessage(message));
    return answerTemplate(stored);
  },

  async deleteTemplate({ templates }: TemplateParts, { caller, id, ifMatch }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    await templates.delete(caller.account, id, readIfMatch(ifMatch));
    return { headers: {} };
  },

  async listTemplates({ templates }: TemplateParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { limit, after, name, fields } = query as TemplateListQuery;
    const page = await templates.list(caller.account, {
      limit: limit === undefined ? defaultPage : Number(limit),
      ...(after !== undefined && { after }),
      ...(name !== undefined && { name }),
      ...(fields !== undefined && { fields: readFields(fields) }),
      ...(caller.templates !== null && { ids: caller.templates }),
    });
    return { headers: {}, body: { data: page.templates.map(pickFields), page: { next: page.next } } };
  },
};

function refuseNewTemplate({ templates }: Caller): void {
  if (templates !== null)
    throw new RequestError('forbidden', 'this API key is for certain templates only, and makes none');
}

function readFields(text: string): TemplateField[] {
  const named = text.split(',');
  return templateFields.filter((field) => field === 'id' || named.includes(field));
}

function answerTemplate(stored: StoredTemplate) {
  return { headers: { etag: formatEtag(stored.version) }, body: { data: pickFields(stored) } };
}

/** The fields of the published interface that are there, in its order: of a whole template exactly six. */
function pickFields(stored: Partial<StoredTemplate>): object {
  return Object.fromEntries(templateFields.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
}

import {
  allListFields,
  type NewTemplate,
  routes,
  type TemplateChanges,
  type TemplateField,
  type TemplateListQuery,
} from '../../contract/index.ts';
import type { Store, StoredTemplate } from '../../store/index.ts';
import { formatEtag, matchesEtag, readIfMatch } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, reachOf, requireFolder, requireTemplate } from '../checks/caller.ts';
import { readMessage } from '../requests/revision-message.ts';
import { defaultPage, type TemplateReply, type TemplateRequest } from './template-request.ts';

/** What the operations need of the store. */
type TemplateParts = Pick<Store, 'templates'>;

/** The operations on templates, by the names of their routes. They throw StoreError and RequestError. */
export const templateOperations = {
  async createTemplate({ templates }: TemplateParts, { caller, body }: TemplateRequest): Promise<TemplateReply> {
    refuseNewTemplate(caller);
    const { folder = caller.folder ?? '', ...template } = (body as { template: NewTemplate }).template;
    requireFolder(caller, folder);
    refuseShared(caller, template.slug);
    const stored = await templates.create(caller.account, { ...template, folder }, caller.by);
    const { headers, ...answer } = answerTemplate(stored);
    return { ...answer, headers: { ...headers, location: `${routes.createTemplate.path}/${stored.id}` } };
  },

  async getTemplate(
    { templates }: TemplateParts,
    { caller, id, ifNoneMatch }: TemplateRequest,
  ): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const answer = answerTemplate(await templates.get(reachOf(caller), id));
    return matchesEtag(ifNoneMatch, answer.headers.etag) ? { status: 304, headers: answer.headers } : answer;
  },

  async updateTemplate(
    { templates }: TemplateParts,
    { caller, id, body, ifMatch, message }: TemplateRequest,
  ): Promise<TemplateReply> {
    const { template } = body as { template: TemplateChanges };
    requireTemplate(caller, id);
    const { by } = caller;
    const reach = reachOf(caller);
    const stored = await templates.update(reach, id, template, readIfMatch(ifMatch), by, readMessage(message));
    return answerTemplate(stored);
  },

  async deleteTemplate(
    { templates }: TemplateParts,
    { caller, id, ifMatch, query }: TemplateRequest,
  ): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const { force } = query as { force?: string };
    await templates.delete(reachOf(caller), id, readIfMatch(ifMatch), force === 'true');
    return { headers: {} };
  },

  async listTemplates({ templates }: TemplateParts, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { limit, after, fields, ...filter } = query as TemplateListQuery;
    const page = await templates.list(reachOf(caller), {
      ...filter,
      limit: limit === undefined ? defaultPage : Number(limit),
      ...(after !== undefined && { after }),
      ...(fields !== undefined && { fields: readFields(fields) }),
    });
    return { headers: {}, body: { data: page.templates.map(pickFields), page: { next: page.next } } };
  },
};

function refuseNewTemplate({ templates }: Caller): void {
  if (templates !== null)
    throw new RequestError('forbidden', 'this API key is for certain templates only, and makes none');
}

/** Throws `forbidden` for a partial or layout of a caller who is limited to a folder: templates of all folders use them. */
function refuseShared({ folder }: Caller, slug: string | undefined): void {
  if (folder === null || !slug?.includes('/')) return;
  throw new RequestError(
    'forbidden',
    `this API key is for the folder "${folder}", and makes no partials and layouts: templates of all folders use them`,
  );
}

function readFields(text: string): TemplateField[] {
  const named = text.split(',');
  return allListFields.filter((field) => field === 'id' || named.includes(field));
}

function answerTemplate(stored: StoredTemplate) {
  return { headers: { etag: formatEtag(stored.version) }, body: { data: pickFields(stored) } };
}

/** The fields that are there, in the order of the published interface: of a whole template exactly its six. */
function pickFields(stored: Partial<Record<TemplateField, unknown>>): object {
  return Object.fromEntries(allListFields.flatMap((name) => (name in stored ? [[name, stored[name]]] : [])));
}

import {
  type NewTemplate,
  routes,
  type TemplateChanges,
  type TemplateField,
  type TemplateListQuery,
  templateFields,
} from '../../contract/index.ts';
import type { StoredTemplate, TemplateStore } from '../../store/index.ts';
import { formatEtag, matchesEtag, readIfMatch } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import { type Caller, requireTemplate } from '../checks/caller.ts';

/** A request for an operation on templates: body and query follow the schemas of its route. */
interface TemplateRequest {
  caller: Caller;
  /** From the path; empty if the path has none. */
  id: string;
  query: object;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

/** The answer of an operation on templates. */
export interface TemplateReply {
  /** Default: the status that its route names. */
  status?: number;
  headers: Record<string, string>;
  /** Undefined for an empty body. */
  body?: object;
}

/** Templates on a page of a list if the request names no number. */
const defaultLimit = 50;

/** The operations on templates, by the names of their routes. They throw StoreError and RequestError. */
export const templateOperations = {
  async createTemplate(templates: TemplateStore, { caller, body }: TemplateRequest): Promise<TemplateReply> {
    refuseNewTemplate(caller);
    const { template } = body as { template: NewTemplate };
    const stored = await templates.create(caller.account, template, caller.by);
    const { headers, ...answer } = answerTemplate(stored);
    return { ...answer, headers: { ...headers, location: `${routes.createTemplate.path}/${stored.id}` } };
  },

  async getTemplate(templates: TemplateStore, { caller, id, ifNoneMatch }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    const answer = answerTemplate(await templates.get(caller.account, id));
    return matchesEtag(ifNoneMatch, answer.headers.etag) ? { status: 304, headers: answer.headers } : answer;
  },

  async updateTemplate(
    templates: TemplateStore,
    { caller, id, body, ifMatch }: TemplateRequest,
  ): Promise<TemplateReply> {
    const { template } = body as { template: TemplateChanges };
    requireTemplate(caller, id);
    const stored = await templates.update(caller.account, id, template, readIfMatch(ifMatch), caller.by);
    return answerTemplate(stored);
  },

  async deleteTemplate(templates: TemplateStore, { caller, id, ifMatch }: TemplateRequest): Promise<TemplateReply> {
    requireTemplate(caller, id);
    await templates.delete(caller.account, id, readIfMatch(ifMatch));
    return { headers: {} };
  },

  async listTemplates(templates: TemplateStore, { caller, query }: TemplateRequest): Promise<TemplateReply> {
    const { limit, after, name, fields } = query as TemplateListQuery;
    const page = await templates.list(caller.account, {
      limit: limit === undefined ? defaultLimit : Number(limit),
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

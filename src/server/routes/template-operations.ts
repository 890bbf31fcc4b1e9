import {
  type NewTemplate,
  routes,
  type Template,
  type TemplateChanges,
  type TemplateListQuery,
} from '../../contract/index.ts';
import type { StoredTemplate, TemplateStore } from '../../store/index.ts';
import { formatEtag, readIfMatch } from '../answers/etag.ts';

/** A request for an operation on templates: body and query follow the schemas of its route. */
interface TemplateRequest {
  account: string;
  /** From the path; empty where the path has none. */
  id: string;
  query: object;
  body: unknown;
  ifMatch: string | undefined;
}

/** The answer of an operation on templates, beside the status that its route names. */
export interface TemplateReply {
  headers: Record<string, string>;
  /** Undefined for an empty body. */
  body?: object;
}

/** Templates on a page of a list where the request names no number. */
const defaultLimit = 50;

/** The operations on templates, by the names of their routes. They throw StoreError and RequestError. */
export const templateOperations = {
  async createTemplate(templates: TemplateStore, { account, body }: TemplateRequest): Promise<TemplateReply> {
    const stored = await templates.create(account, (body as { template: NewTemplate }).template);
    const { headers, ...answer } = answerTemplate(stored);
    return { ...answer, headers: { ...headers, location: `${routes.createTemplate.path}/${stored.id}` } };
  },

  async getTemplate(templates: TemplateStore, { account, id }: TemplateRequest): Promise<TemplateReply> {
    return answerTemplate(await templates.get(account, id));
  },

  async updateTemplate(
    templates: TemplateStore,
    { account, id, body, ifMatch }: TemplateRequest,
  ): Promise<TemplateReply> {
    const { template } = body as { template: TemplateChanges };
    return answerTemplate(await templates.update(account, id, template, readIfMatch(ifMatch)));
  },

  async deleteTemplate(templates: TemplateStore, { account, id, ifMatch }: TemplateRequest): Promise<TemplateReply> {
    await templates.delete(account, id, readIfMatch(ifMatch));
    return { headers: {} };
  },

  async listTemplates(templates: TemplateStore, { account, query }: TemplateRequest): Promise<TemplateReply> {
    const { limit, after, name } = query as TemplateListQuery;
    const page = await templates.list(account, {
      limit: limit === undefined ? defaultLimit : Number(limit),
      ...(after !== undefined && { after }),
      ...(name !== undefined && { name }),
    });
    return { headers: {}, body: { data: page.templates.map(toWire), page: { next: page.next } } };
  },
};

function answerTemplate(stored: StoredTemplate): TemplateReply {
  return { headers: { etag: formatEtag(stored.version) }, body: { data: toWire(stored) } };
}

/** Exactly the six fields of the published interface, in its order. */
function toWire({ content, id, inserted_at, name, preview_context, updated_at }: StoredTemplate): Template {
  return {
    content,
    id,
    inserted_at,
    name,
    preview_context: preview_context as Template['preview_context'],
    updated_at,
  };
}

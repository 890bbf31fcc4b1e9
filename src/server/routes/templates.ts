import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  type NewTemplate,
  routes,
  type Template,
  type TemplateChanges,
  type TemplateListQuery,
} from '../../contract/index.ts';
import type { Store, StoredTemplate } from '../../store/index.ts';
import { formatEtag, readIfMatch } from '../answers/etag.ts';
import { addRoute } from './route.ts';

type ById = { id: string };
type Precondition = { 'if-match'?: string };

/** Templates on a page of a list where the request names no number. */
const defaultLimit = 50;

/** Registers the operations on templates. */
export function addTemplates(app: FastifyInstance, store: Store): void {
  addRoute(app, routes.createTemplate, async (request, reply) => {
    const { template } = request.body as { template: NewTemplate };
    const stored = await store.templates.create(request.account, template);
    reply.header('location', `${request.url.replace(/\/?(\?.*)?$/, '')}/${stored.id}`);
    return answer(reply, stored);
  });

  addRoute(app, routes.getTemplate, async (request, reply) => {
    const { id } = request.params as ById;
    return answer(reply, await store.templates.get(request.account, id));
  });

  addRoute(app, routes.updateTemplate, async (request, reply) => {
    const { id } = request.params as ById;
    const { template } = request.body as { template: TemplateChanges };
    const versions = readIfMatch((request.headers as Precondition)['if-match']);
    return answer(reply, await store.templates.update(request.account, id, template, versions));
  });

  addRoute(app, routes.deleteTemplate, async (request) => {
    const { id } = request.params as ById;
    const versions = readIfMatch((request.headers as Precondition)['if-match']);
    await store.templates.delete(request.account, id, versions);
  });

  addRoute(app, routes.listTemplates, async (request) => {
    const { limit, after, name } = request.query as TemplateListQuery;
    const page = await store.templates.list(request.account, {
      limit: limit === undefined ? defaultLimit : Number(limit),
      ...(after !== undefined && { after }),
      ...(name !== undefined && { name }),
    });
    return { data: page.templates.map(toWire), page: { next: page.next } };
  });
}

function answer(reply: FastifyReply, stored: StoredTemplate): { data: Template } {
  reply.header('etag', formatEtag(stored.version));
  return { data: toWire(stored) };
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

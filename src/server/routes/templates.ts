import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/index.ts';
import type { Store } from '../../store/index.ts';
import { addRoute } from './route.ts';
import { templateOperations } from './template-operations.ts';

/** Registers the operations on templates. */
export function addTemplates(app: FastifyInstance, { templates }: Store): void {
  for (const name of Object.keys(templateOperations) as (keyof typeof templateOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, query, body, headers }, reply) => {
      const { id = '' } = params as { id?: string };
      const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
      const request = { caller, id, query: query as object, body, ifMatch, ifNoneMatch };
      const answer = await templateOperations[name](templates, request);
      if (answer.status !== undefined) reply.code(answer.status);
      reply.headers(answer.headers);
      return answer.body;
    });
  }
}

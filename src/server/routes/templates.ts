import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/index.ts';
import type { Store } from '../../store/index.ts';
import type { Caller } from '../checks/caller.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { addRoute } from '../requests/route.ts';
import { templateOperations } from './template-operations.ts';

/** Registers the operations on templates. */
export function addTemplates(app: FastifyInstance, { templates }: Store, audit?: AuditWriter): void {
  for (const name of Object.keys(templateOperations) as (keyof typeof templateOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, query, body, headers }, reply) => {
      const { id = '' } = params as { id?: string };
      const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
      const request = { caller, id, query: query as object, body, ifMatch, ifNoneMatch };
      const answer = await templateOperations[name](templates, request);
      noteChange(audit, name, caller, id, answer.body);
      if (answer.status !== undefined) reply.code(answer.status);
      reply.headers(answer.headers);
      return answer.body;
    });
  }
}

const actions: Partial<Record<keyof typeof templateOperations, string>> = {
  createTemplate: 'template.created',
  updateTemplate: 'template.changed',
  deleteTemplate: 'template.deleted',
};

function noteChange(
  audit: AuditWriter | undefined,
  name: keyof typeof templateOperations,
  { account, by }: Caller,
  id: string,
  body: object | undefined,
): void {
  const action = actions[name];
  if (action === undefined) return;
  const { data } = (body ?? {}) as { data?: { id: string; name: string } };
  audit?.note({ account, by, action, target: { id: data?.id ?? id.toLowerCase(), name: data?.name ?? '' } });
}

import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/index.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { addRoute } from '../routes/route.ts';
import {
  requireAllTemplates,
  type WebhookOperation,
  type WebhookParts,
  webhookOperations,
} from './webhook-operations.ts';

/** Registers the operations on webhooks. */
export function addWebhooks(app: FastifyInstance, parts: WebhookParts, audit?: AuditWriter): void {
  for (const name of Object.keys(webhookOperations) as (keyof typeof webhookOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, body, query }) => {
      requireAllTemplates(caller);
      const { id = '' } = params as { id?: string };
      const operation: WebhookOperation = webhookOperations[name];
      const { body: answer, done } = await operation(parts, { caller, id, body, query });
      if (done) audit?.note({ account: caller.account, by: caller.by, ...done });
      return answer;
    });
  }
}

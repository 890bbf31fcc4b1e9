import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/index.ts';
import type { Store } from '../../store/index.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { keyOperations } from './key-operations.ts';
import { addRoute } from './route.ts';

/** Registers the operations on keys. */
export function addKeys(app: FastifyInstance, { keys }: Store, audit?: AuditWriter): void {
  for (const name of Object.keys(keyOperations) as (keyof typeof keyOperations)[]) {
    addRoute(app, routes[name], async ({ caller, params, body }) => {
      const { id = '' } = params as { id?: string };
      const { body: answer, done } = await keyOperations[name](keys, { caller, id, body });
      if (done) audit?.note({ account: caller.account, by: caller.by, ...done });
      return answer;
    });
  }
}

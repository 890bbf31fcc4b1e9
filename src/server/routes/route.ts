import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contract/index.ts';
import { validateBody, validateQuery } from '../checks/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is; set before any handler of an operation runs. */
    account: string;
    /** The id of the API key; empty before it is known. */
    keyId: string;
    /** Bytes of the body that was read. */
    bodySize: number;
    /** SHA-256 of the body, where the request has an idempotency key. */
    bodyDigest: string;
    /** Gives back the place of a render. */
    leavePlace: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the operation needs a key. Set for every operation of the contract. */
    needsKey?: boolean;
  }
}

/**
 * Registers one operation of the contract: body and query are checked against its schemas before `handle` runs, and its
 * success status is set.
 */
export function addRoute(
  app: FastifyInstance,
  route: Route,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: route.method,
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    config: { needsKey: true },
    handler: async (request, reply) => {
      validateQuery(route.query, request.query as object);
      if (route.body) validateBody(route.body, request.body ?? undefined, request.bodySize);
      reply.code(route.success.status);
      return handle(request, reply);
    },
  });
}

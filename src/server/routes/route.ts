import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../../contract/index.ts';
import { validateBody, validateQuery } from '../checks/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller's account; set before the handler of an operation runs. */
    account: string;
    /** The id of the caller's API key; empty until it is known. */
    keyId: string;
    /** Size of the body, in bytes. */
    bodySize: number;
    /** SHA-256 of the body in base64, where the request has an idempotency key; else empty. */
    bodyDigest: string;
    /** Releases the place of a render. */
    releasePlace: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the route needs a key, as every operation of the contract does. */
    needsKey?: boolean;
  }
}

/**
 * Registers an operation of the contract. Query and body are checked by its schemas and the status of success is set before
 * `handle` runs.
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

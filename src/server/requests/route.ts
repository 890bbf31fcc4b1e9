import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route, Scope } from '../../contract/index.ts';
import type { Caller } from '../checks/caller.ts';
import { validateBody, validateParams, validateQuery } from '../checks/validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; set before the handler of an operation runs. */
    caller: Caller;
    /** The caller's account; set with the caller. */
    account: string;
    /** What the caller's requests are counted by; empty until it is known. */
    keyId: string;
    /** Size of the body, in bytes. */
    bodySize: number;
    /** SHA-256 of the body in base64, another one for images than for a PDF, if the request has an idempotency key; else empty. */
    bodyDigest: string;
    /** Releases the place of a render. */
    releasePlace: (() => void) | undefined;
  }
  interface FastifyContextConfig {
    /** What a caller must be allowed to do. Without a scope no caller is authenticated. */
    scope?: Scope;
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
    config: { scope: route.scope },
    handler: async (request, reply) => {
      validateQuery(route.query, request.query as object);
      const { id: _, ...params } = request.params as Record<string, string>;
      if (route.params) validateParams(route.params, params);
      if (route.body) validateBody(route.body, request.body ?? undefined, request.bodySize);
      reply.code(route.success.status);
      return handle(request, reply);
    },
  });
}

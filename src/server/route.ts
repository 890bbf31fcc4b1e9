import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Route } from '../contract/index.ts';
import type { Caller } from './auth.ts';
import { validate } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose request it is; set before any handler of an operation runs. */
    caller: Caller;
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
      if (route.query) validate(route.query, request.query);
      if (route.body) validate(route.body, request.body);
      reply.code(route.success.status);
      return handle(request, reply);
    },
  });
}

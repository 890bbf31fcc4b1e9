import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DashboardRoute, type DashboardRouteName, dashboardRoutes } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';
import { validateBody, validateQuery } from '../checks/validation.ts';
import { networkOf } from '../requests/client-address.ts';
import { refuseForeign } from '../sessions/same-origin.ts';
import { findPerson, requireRole, type SessionCaller } from '../sessions/session-caller.ts';
import type { DashboardParts } from './dashboard-parts.ts';

/** A request of the dashboard: query and body follow the schemas of its route. */
export interface DashboardRequest<B = unknown, Q = unknown> {
  /** The caller. Only for operations that need a person. */
  caller: SessionCaller;
  /** From the path; empty if the path has none. */
  id: string;
  query: Q;
  body: B;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Most bytes of a body that anybody may send: a link, an address, a password. */
const anybodysBytes = 16_384;

/** Answers an operation. Undefined for an empty body. */
type Handle = (request: DashboardRequest<never, never>) => Promise<unknown>;

/**
 * Registers operations of the dashboard: a change from another origin is refused, then the caller is found and held to their rate, all
 * before the body.
 */
export function addDashboardRoutes(
  app: FastifyInstance,
  { findSession, personRates }: Pick<DashboardParts, 'findSession' | 'personRates'>,
  handlers: Partial<Record<DashboardRouteName, Handle>>,
): void {
  for (const [name, handle] of Object.entries(handlers)) {
    const route: DashboardRoute = dashboardRoutes[name as DashboardRouteName];
    app.route({
      method: route.method,
      url: route.path.replace('{id}', ':id'),
      ...(route.needs === 'nobody' && { bodyLimit: anybodysBytes }),
      async onRequest(request) {
        refuseForeign(request);
        const caller = route.needs === 'nobody' ? undefined : await findPerson(request, findSession);
        refuseHurry(personRates.take(caller?.keyId ?? `network ${networkOf(request.ip)}`));
        if (route.needs === 'nobody') return;
        if (caller === undefined) throw new RequestError('unauthorized', 'sign in first');
        if (route.needs !== 'person') requireRole(caller, route.needs);
        request.caller = caller;
        request.account = caller.account;
        request.keyId = caller.keyId;
      },
      async handler(request, reply) {
        validateQuery(route.query, request.query as object);
        if (route.body) validateBody(route.body, request.body ?? undefined, request.bodySize);
        reply.code(route.status ?? 200);
        const { id = '' } = request.params as { id?: string };
        const { body, query } = request as unknown as { body: never; query: never };
        return handle({ caller: request.caller as SessionCaller, id, query, body, request, reply });
      },
    });
  }
}

function refuseHurry(waitMs: number): void {
  if (waitMs > 0)
    throw new RequestError('rate_limited', 'too many requests of the dashboard', { retryAfterMs: waitMs });
}

import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { limits, routes } from '../contract/index.ts';
import type { Engine } from '../engine/index.ts';
import type { Store } from '../store/index.ts';
import { authenticate, type FindCaller } from './auth.ts';
import { parseJsonBody } from './json-body.ts';
import { addOperations } from './operations.ts';
import { RequestError, toProblem } from './problems.ts';
import { addRender } from './render.ts';
import { addTemplates } from './templates.ts';

/** What the app is made of; every edge is handed in. */
export interface AppParts {
  engine: Engine;
  store: Store;
  findCaller: FindCaller;
  version: string;
  isDraining: () => boolean;
  /** Told of errors that nobody foresaw. */
  onInternalError: (error: unknown, requestId: string) => void;
}

/** Builds the Fastify app, top to bottom: limits, bodies, keys, errors, routes. Listens to nothing. */
export function buildApp(parts: AppParts): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.body,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, parseJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });

  app.decorateRequest('caller', { getter: () => ({ account: '', keyId: '' }) });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (!request.routeOptions.config.needsKey) return;
    if (parts.isDraining()) throw new RequestError('shutting_down');
    const caller = await authenticate(request.headers.authorization, parts.findCaller);
    Object.defineProperty(request, 'caller', { value: caller });
  });

  app.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error, request.id);
    if (problem.code === 'internal') parts.onInternalError(error, request.id);
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
    if (problem.status === 503 || problem.status === 429) reply.header('retry-after', retryAfter(error));
    return reply.code(problem.status).type('application/problem+json').send(problem);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsAt(request.url);
    if (allowed.length === 0) throw new RequestError('not_found');
    reply.header('allow', allowed.join(', '));
    throw new RequestError(
      'method_not_allowed',
      `${request.method} is not allowed here; allowed: ${allowed.join(', ')}`,
    );
  });

  addTemplates(app, parts.store);
  addRender(app, parts.engine, parts.store);
  addOperations(app, parts);
  return app;
}

function methodsAt(url: string): string[] {
  const path = url.split('?')[0] ?? '';
  return Object.values(routes)
    .filter((route) => new RegExp(`^${route.path.replace('{id}', '[^/]+')}$`).test(path))
    .map((route) => route.method);
}

/** Seconds to wait: what the error says, else one. */
function retryAfter(error: unknown): string {
  const seconds = (error as { retryAfterMs?: number }).retryAfterMs;
  return String(Math.max(1, Math.ceil((seconds ?? 1000) / 1000)));
}

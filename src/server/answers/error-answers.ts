import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../../contract/index.ts';
import type { Lingering } from './linger.ts';
import { isForOperator, problemHeaders, RequestError, toProblem } from './problems.ts';

/** What error answers are made with. */
export interface ErrorEdges {
  /** Milliseconds until a render should find a place. */
  estimateWaitMs: () => number;
  /** Receives errors that the operator must see. */
  onInternalError: (error: unknown, requestId: string) => void;
  /** Closes connections whose body is not read to its end. */
  lingering: Lingering;
  /** The fix in the answer at an unknown address. Default: where to see the known ones. */
  whereElse?: string | undefined;
}

/** The headers of every answer. */
export function standardHeaders(requestId: string): Record<string, string> {
  return { 'x-request-id': requestId, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
}

/** Codes of failures caused by a disconnected caller; the answer is not read. */
const goneCodes = new Set(['interrupted', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']);

/** Turns whatever is thrown into a problem (RFC 9457), and what matches no route into 404 or 405. */
export function addErrorAnswers(app: FastifyInstance, edges: ErrorEdges): void {
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`);
    for (const name of [method].flat()) known.push({ method: name, pattern });
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, edges));
  const refuseUnknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (allowed.length === 0) {
      const { whereElse = '/docs shows what there is' } = edges;
      throw new RequestError('not_found', `there is nothing at this path; ${whereElse}`);
    }
    const list = [...new Set(allowed)].sort().join(', ');
    reply.header('allow', list);
    throw new RequestError('method_not_allowed', `${request.method} is not allowed here; allowed: ${list}`);
  };
  app.setNotFoundHandler(refuseUnknown);
  // Before its body is read, since no operation needs it.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) await refuseUnknown(request, reply);
  });
}

/** Answers with the problem of an error. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  { estimateWaitMs, onInternalError, lingering }: ErrorEdges,
): FastifyReply {
  const problem = toProblem(error, request.id);
  const { code } = (error ?? {}) as { code?: string };
  const gone = (reply.raw.destroyed || request.raw.destroyed) && goneCodes.has(String(code));
  if (isForOperator(problem.code) && !gone) onInternalError(error, request.id);
  request.failure = problem.code;
  // A path that cannot be decoded comes here past all hooks.
  reply.headers(standardHeaders(request.id));
  reply.headers(problemHeaders(problem, error, estimateWaitMs));
  if (hasLongRest(request)) {
    reply.header('connection', 'close');
    lingering.afterAnswer(request.raw);
  }
  return reply.code(problem.status).type('application/problem+json').send(problem);
}

/**
 * Whether so much of the body is still to come that the connection is better closed. A short rest is read and dropped: a caller
 * whose connection closes while it sends may never read the answer (RFC 9112, section 9.6).
 */
function hasLongRest({ raw }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 2 * limits.body;
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits, routes } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';
import { requireScope } from '../checks/caller.ts';
import type { SharedBuckets } from '../limits/shared-buckets.ts';
import type { Rate, TokenBuckets } from '../limits/token-buckets.ts';
import { type FindSession, findPerson } from '../sessions/session-caller.ts';
import type { Admission } from './admission.ts';
import { authenticate, type FindCaller } from './authenticate.ts';
import { networkOf } from './client-address.ts';
import { prefersAsync } from './job-fields.ts';
import { onEnd, type Shutdown } from './shutdown.ts';

/** What decides whether a request comes in. */
interface Gates {
  findCaller: FindCaller;
  /** Finds the person of a cookie. Without it no cookie is accepted. */
  findSession: FindSession | undefined;
  shutdown: Shutdown;
  /** Whether renders may be asked for in the background: those take no place. */
  takesJobs: boolean;
  admission: Admission;
  /** Requests by key: over all services if they share a database. */
  requests: SharedBuckets | Pick<TokenBuckets, 'take'>;
  /** The same, of this service alone. */
  local: TokenBuckets;
  rate: Rate;
  failures: TokenBuckets;
}

/** Milliseconds after which another service should have taken over. */
const takeOverMs = 5000;

/** Decides before a body is read whether a request comes in: by key, rates, media type, size and a free place. */
export function admitRequests(app: FastifyInstance, gates: Gates): void {
  app.addHook('onRequest', async (request, reply) => {
    gates.shutdown.track(reply);
    requireHost(request, reply);
    const { scope } = request.routeOptions.config;
    if (scope === undefined || request.is404) return;
    // HTTP/1.0 has no chunked bodies and no reliable end of one (RFC 9112, appendix C).
    if (request.raw.httpVersion === '1.0') throw new RequestError('invalid_request', 'use HTTP/1.1', { status: 400 });
    if (gates.shutdown.begun) {
      throw new RequestError('shutting_down', 'this service is shutting down; another one may respond', {
        retryAfterMs: takeOverMs,
      });
    }
    await identify(request, reply, gates);
    requireScope(request.caller, scope);
    refuseUnreadable(request);
    const { url } = request.routeOptions;
    if (url !== routes.renderPdf.path && url !== routes.renderImage.path) return;
    const bytes = declaredBytes(request);
    const isLater = gates.takesJobs && prefersAsync(request.headers.prefer);
    const { receive, enter } = gates.admission;
    const { account, keyId } = request.caller;
    const release = isLater ? receive(account, keyId, bytes) : enter(account, keyId, bytes);
    request.releasePlace = release;
    onEnd(reply, release);
  });
  // By default Node requests the body of each caller that sends "Expect: 100-continue".
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));
  app.addHook('preParsing', async (request, reply) => {
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Connections end with the answers that were still to come.
    if (gates.shutdown.announced) reply.header('connection', 'close');
    done(null, payload);
  });
}

/** RFC 9112, section 3.2: HTTP/1.1 has one Host in each request, and no request has two. */
function requireHost({ raw }: FastifyRequest, reply: FastifyReply): void {
  // Node joins no two of them in `headers`: it drops the second.
  const hosts = raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'host').length;
  if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return;
  reply.header('connection', 'close');
  throw new RequestError('invalid_request', `the header Host is ${hosts === 0 ? 'missing' : 'there twice'}`, {
    status: 400,
  });
}

async function identify(request: FastifyRequest, reply: FastifyReply, gates: Gates): Promise<void> {
  const authorization = readAuthorization(request);
  const asPerson = authorization.length === 0 && request.headers.cookie !== undefined && gates.findSession;
  const caller = asPerson ? await findPerson(request, asPerson) : await authenticate(authorization, gates.findCaller);
  if (!caller) {
    const waitMs = gates.failures.take(networkOf(request.ip));
    if (waitMs === 0) {
      throw new RequestError('unauthorized', 'send a valid API key as "Authorization: Bearer <API key>"');
    }
    throw new RequestError('rate_limited', 'too many requests without a valid API key', { retryAfterMs: waitMs });
  }
  request.caller = caller;
  request.account = caller.account;
  request.keyId = caller.keyId;
  const waitMs = await gates.requests.take(caller.keyId);
  reply.headers(describeRate(gates, caller.keyId, waitMs));
  if (waitMs > 0) throw new RequestError('rate_limited', undefined, { retryAfterMs: waitMs });
}

/** What is left of the rate of a key (RateLimit header fields for HTTP, draft 10). */
function describeRate({ rate, local }: Gates, keyId: string, waitMs: number): Record<string, string> {
  const { left, fullMs } = local.look(keyId);
  const seconds = (ms: number) => Math.ceil(ms / 1000);
  return {
    'ratelimit-policy': `"key";q=${rate.burst};w=${seconds((rate.burst / rate.perSecond) * 1000)}`,
    ratelimit: `"key";r=${waitMs > 0 ? 0 : left};t=${seconds(waitMs > 0 ? waitMs : fullMs)}`,
  };
}

/** All Authorization headers; `headers` of Node keeps the first alone. */
function readAuthorization({ raw: { rawHeaders } }: FastifyRequest): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
}

function refuseUnreadable({ headers }: FastifyRequest): void {
  const coding = headers['content-encoding'];
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity') {
    throw new RequestError('unsupported_media_type', 'send the body without Content-Encoding');
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    // JSON between systems is UTF-8 (RFC 8259, section 8.1); of other bytes some would be read as other characters.
    throw new RequestError('unsupported_media_type', 'send the body in UTF-8; its Content-Type names another charset');
  }
  if (Number(headers['content-length'] ?? 0) > limits.body) {
    throw new RequestError('too_large', `the body is larger than ${limits.body} bytes`);
  }
}

function declaredBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return limits.body;
  return Number(headers['content-length'] ?? 0);
}

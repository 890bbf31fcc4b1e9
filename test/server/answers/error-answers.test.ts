import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/index.ts';
import { addErrorAnswers, standardHeaders } from '../../../src/server/answers/error-answers.ts';
import { RequestError } from '../../../src/server/answers/problems.ts';

function open({ whereElse }: { whereElse?: string } = {}) {
  const internal: unknown[] = [];
  const lingering: unknown[] = [];
  const failures: (string | undefined)[] = [];
  const app = Fastify({ genReqId: () => 'r1' });
  addErrorAnswers(app, {
    estimateWaitMs: () => 3000,
    onInternalError: (...what) => void internal.push(what),
    lingering: { afterAnswer: (raw: unknown) => lingering.push(raw) } as never,
    whereElse,
  });
  app.addHook('onResponse', async (request) => void failures.push((request as { failure?: string }).failure));
  let thrown: unknown;
  const fail = async () => {
    throw thrown;
  };
  app.get('/a/:id', fail);
  app.delete('/a/:id', fail);
  app.route({ method: ['POST', 'PUT'], url: '/b', handler: fail });
  const ask = async (options: object, error?: unknown) => {
    thrown = error;
    const answer = await app.inject(options);
    return { status: answer.statusCode, headers: answer.headers, problem: answer.json() };
  };
  return { app, ask, internal, lingering, failures };
}

describe('an error', () => {
  it('is answered as a problem', async () => {
    const { ask, internal, failures } = open();
    const error = new RequestError('rate_limited', 'slowly', { retryAfterMs: 1500 });
    const { status, headers, problem } = await ask({ url: '/a/1' }, error);
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '2',
      ...standardHeaders('r1'),
    });
    expect(problem).toMatchObject({ code: 'rate_limited', detail: 'slowly', request_id: 'r1' });
    expect([internal, failures]).toEqual([[], ['rate_limited']]);
  });

  it.each([
    ['that is not known', new Error('secret'), 'internal'],
    ['of the store', Object.assign(new Error('x'), { code: 'store_unavailable' }), 'store_unavailable'],
    ['that is nothing', undefined, 'internal'],
  ])('%s is for the operator', async (_what, error, code) => {
    const { app, ask, internal } = open();
    app.setReplySerializer((payload) => JSON.stringify(payload));
    const { problem } = await ask({ url: '/a/1' }, error ?? Object.assign(new Error(''), { code: 'none' }));
    expect(problem.code).toBe(code);
    expect(internal).toEqual([[expect.anything(), 'r1']]);
  });

  it.each([
    ['ECONNRESET', 0],
    ['EPIPE', 0],
    ['ENOENT', 1],
  ])('of a caller who has gone is not for the operator: %s', async (code, count) => {
    const { app, ask, internal } = open();
    app.addHook('preHandler', async (request) => void Object.defineProperty(request.raw, 'destroyed', { value: true }));
    await ask({ url: '/a/1' }, Object.assign(new Error('x'), { code }));
    expect(internal).toHaveLength(count);
    const here = open();
    await here.ask({ url: '/a/1' }, Object.assign(new Error('x'), { code }));
    expect(here.internal).toHaveLength(1);
  });

  it.each([
    ['without a length', { 'transfer-encoding': 'chunked' }, false, true],
    ['that is long', { 'content-length': `${2 * limits.body + 1}` }, false, true],
    ['that is not long', { 'content-length': `${2 * limits.body}` }, false, false],
    ['that is not there', {}, false, false],
    ['that has come', { 'transfer-encoding': 'chunked' }, true, false],
  ])('before the end of a body %s closes the connection: %#', async (_what, headers, complete, closes) => {
    const { app, ask, lingering } = open();
    app.addHook('onRequest', async (request) => {
      Object.assign(request.raw, { complete });
      throw new RequestError('unauthorized', 'no');
    });
    const answer = await ask({ method: 'GET', url: '/a/1', headers });
    expect([answer.headers.connection, lingering.length]).toEqual(closes ? ['close', 1] : ['keep-alive', 0]);
  });
});

describe('a request that matches no route', () => {
  it.each([
    ['GET', '/none', undefined, 404, 'there is nothing at this path; /docs shows what there is'],
    ['GET', '/none', 'look elsewhere', 404, 'there is nothing at this path; look elsewhere'],
    ['GET', '/a/1/2', undefined, 404, 'there is nothing at this path; /docs shows what there is'],
    ['GET', '/x/a/1', undefined, 404, 'there is nothing at this path; /docs shows what there is'],
    ['POST', '/a/1?x=/b', undefined, 405, 'POST is not allowed here; allowed: DELETE, GET, HEAD'],
    ['GET', '/b', undefined, 405, 'GET is not allowed here; allowed: POST, PUT'],
  ])('%s %s is refused', async (method, url, whereElse, status, detail) => {
    const { app, ask } = open(whereElse === undefined ? {} : { whereElse });
    let parsed = 0;
    app.addHook('preValidation', async () => {
      parsed += 1;
    });
    const answer = await ask({ method, url });
    expect([answer.status, answer.problem.detail]).toEqual([status, detail]);
    expect(answer.headers.allow).toBe(status === 405 ? detail.split('allowed: ')[1] : undefined);
    expect(parsed).toBe(0);
  });
});

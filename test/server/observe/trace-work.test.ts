import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import {
  traceJobs,
  traceRequests,
  traceSending,
  traceStages,
  traceStatements,
} from '../../../src/server/observe/trace-work.ts';
import { recordTracing } from './recorded-tracing.ts';

describe('a request', () => {
  function open() {
    const tracing = recordTracing();
    const app = Fastify({ genReqId: () => 'r1' });
    app.decorateRequest('span', undefined);
    app.decorateRequest('account', '');
    app.decorateRequest('failure', undefined);
    traceRequests(app, tracing);
    const seen: boolean[] = [];
    const answer = async () => {
      seen.push(tracing.isInside());
      return 'ok';
    };
    for (const url of ['/a/:id', '/healthz', '/readyz', '/metrics']) app.get(url, answer);
    app.get('/wrong/:status', async (request, reply) => {
      Object.assign(request, { account: 'home', failure: (request.query as { code?: string }).code });
      return reply.code(Number((request.params as { status: string }).status)).send('no');
    });
    return { app, tracing, seen };
  }
  const begun = (route: string) => ({
    name: `GET ${route}`,
    kind: 'server',
    facts: { 'http.request.method': 'GET', 'http.route': route, 'platen.request_id': 'r1' },
  });

  it('has a span below that of its caller, inside of which it is answered', async () => {
    const { app, tracing, seen } = open();
    await app.inject({ url: '/a/7', headers: { traceparent: 'caller' } });
    expect(tracing.spans).toEqual([
      { ...begun('/a/:id'), below: 'caller', ends: [{ facts: { 'http.response.status_code': 200 } }] },
    ]);
    expect(seen).toEqual([true]);
    await app.inject({ url: '/a/7' });
    expect(tracing.spans[1]?.below).toBeUndefined();
  });

  it.each(['/healthz', '/readyz', '/metrics'])('of a monitor has none: %s', async (url) => {
    const { app, tracing, seen } = open();
    expect((await app.inject({ url })).statusCode).toBe(200);
    expect([tracing.spans, seen]).toEqual([[], [false]]);
  });

  it.each([
    ['404?code=not_found', { 'error.type': 'not_found' }, undefined],
    ['499', {}, undefined],
    ['500?code=internal', { 'error.type': 'internal' }, { code: 'internal' }],
    ['500', {}, { code: 500 }],
    ['503', {}, { code: 503 }],
  ])('that is answered with %s is marked if the service is wrong', async (url, facts, error) => {
    const { app, tracing } = open();
    const { statusCode } = await app.inject({ url: `/wrong/${url}` });
    const end = { facts: { 'http.response.status_code': statusCode, 'platen.account': 'home', ...facts } };
    expect(tracing.spans[0]?.ends).toEqual([error === undefined ? end : { ...end, error }]);
  });

  it('to nowhere has the route "none"', async () => {
    const { app, tracing } = open();
    await app.inject({ url: '/nowhere' });
    expect(tracing.spans[0]?.name).toBe('GET none');
  });

  it('whose caller has gone is marked', async () => {
    const { app, tracing } = open();
    app.addHook('preHandler', async (_request, reply) => void reply.raw.emit('close'));
    await app.inject({ url: '/a/1' }).catch(() => undefined);
    expect(tracing.spans[0]?.ends).toEqual([{ facts: {}, error: { code: 'gone' } }]);
  });
});

describe('a job', () => {
  const job = {
    id: 'j1',
    account: 'home',
    request_id: 'r1',
    attempts: 2,
    created_at: '2000-01-01T00:00:00.000Z',
    start_at: null,
    traceparent: 'submitted',
  };
  const facts = { 'platen.job': 'j1', 'platen.request_id': 'r1', 'platen.account': 'home' };
  const run = async (outcome: unknown, changes: object = {}) => {
    const tracing = recordTracing();
    const starts: (number | undefined)[] = [];
    const begin = tracing.begin;
    tracing.begin = (name, start) => {
      starts.push(start?.startedAt);
      return begin(name, start);
    };
    const attempt = async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    const done = traceJobs(tracing, attempt as never)({ ...job, ...changes } as never, '{}', {} as never);
    return { done: await done.catch((error: unknown) => error), spans: tracing.spans, starts };
  };

  it('has spans for its wait and its attempt, below the request that submitted it', async () => {
    const outcome = { end: { facts: { error: null } } };
    const { done, spans } = await run(outcome);
    expect(done).toBe(outcome);
    expect(spans).toEqual([
      { name: 'wait', below: 'submitted', kind: 'internal', facts, ends: [{}] },
      {
        name: 'job',
        below: 'submitted',
        kind: 'internal',
        facts: { ...facts, 'platen.attempt': 2 },
        ends: [{ facts: {} }],
      },
    ]);
    expect((await run(outcome, { traceparent: null })).spans.map(({ below }) => below)).toEqual([undefined, undefined]);
  });

  it('that fails is marked', async () => {
    expect((await run('not_now')).spans[1]?.ends).toEqual([{ facts: {}, error: { code: 'not_now' } }]);
    const error = { code: 'page_failed' };
    expect((await run({ end: { facts: { error } } })).spans[1]?.ends).toEqual([{ facts: {}, error }]);
    const thrown = new Error('x');
    const { done, spans } = await run(thrown);
    expect([done, spans[1]?.ends]).toEqual([thrown, [{ facts: {}, error: thrown }]]);
  });

  it('has waited since it was to start', async () => {
    const at = (date: string) => Date.parse(date) - performance.timeOrigin;
    expect((await run('not_now')).starts[0]).toBe(at(job.created_at));
    const later = '2000-01-02T00:00:00.000Z';
    expect((await run('not_now', { start_at: later })).starts[0]).toBe(at(later));
    const [future] = (await run('not_now', { start_at: '2999-01-01T00:00:00.000Z' })).starts;
    expect(future).toBeLessThanOrEqual(performance.now());
  });
});

it('the stages of a render are spans below the one that runs', () => {
  const tracing = recordTracing();
  const add = tracing.begin('render').run(() => traceStages(tracing));
  add({ stage: 'load', part: 0, startedAt: 1, endedAt: 2 });
  add({ stage: 'merge', startedAt: 2, endedAt: 3, error: 'x' } as never);
  expect(tracing.spans.slice(1)).toEqual([
    { name: 'load', below: 0, kind: 'internal', facts: { 'platen.part': 0 }, ends: [{}] },
    { name: 'merge', below: 0, kind: 'internal', facts: {}, ends: [{ error: 'x' }] },
  ]);
});

it.each([
  ['SQLite', 'sqlite'],
  ['Postgres', 'postgresql'],
] as const)('a statement of %s has a span inside of another alone', async (kind, system) => {
  const tracing = recordTracing();
  const follow = traceStatements(tracing);
  const work = async () => 'rows';
  expect(await follow(work, { kind, lane: 'read' } as never)).toBe('rows');
  expect(tracing.spans).toEqual([]);
  expect(await tracing.begin('request').run(() => follow(work, { kind, lane: 'read' } as never))).toBe('rows');
  expect(tracing.spans[1]).toMatchObject({
    name: 'store',
    kind: 'client',
    facts: { 'db.system.name': system, 'platen.lane': 'read' },
  });
});

it.each([
  [{ status: 200, ms: 1 }, { 'http.response.status_code': 200 }, undefined],
  [{ status: 299, ms: 1 }, { 'http.response.status_code': 299 }, undefined],
  [{ status: 199, ms: 1 }, { 'http.response.status_code': 199 }, { code: 199 }],
  [{ status: 300, ms: 1 }, { 'http.response.status_code': 300 }, { code: 300 }],
  [{ failure: 'timeout', ms: 1 }, {}, { code: 'timeout' }],
])('what is sent to a webhook has a span that its answer ends: %j', async (outcome, facts, error) => {
  const tracing = recordTracing();
  const sent: unknown[] = [];
  const send = traceSending(tracing, async (request) => {
    sent.push(request.headers);
    return outcome as never;
  });
  expect(await send({ headers: { a: 'b', traceparent: 'event' } } as never)).toBe(outcome);
  expect(sent).toEqual([{ a: 'b', traceparent: 'trace 0' }]);
  expect(tracing.spans).toEqual([
    {
      name: 'webhook',
      below: 'event',
      kind: 'client',
      facts: {},
      ends: [error === undefined ? { facts } : { facts, error }],
    },
  ]);
});

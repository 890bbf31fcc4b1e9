import { describe, expect, it } from 'vitest';
import type { JobEdges } from '../../../src/jobs/index.ts';
import { traceJobs, traceSending, traceStages, traceStatements } from '../../../src/server/observe/trace-work.ts';
import type { StoredJob } from '../../../src/store/index.ts';
import { openTestService } from '../test-service.ts';
import { recordTracing } from './recorded-tracing.ts';

const job = {
  ...{ id: 'job-1', request_id: 'order-7', account: 'a', attempts: 2, traceparent: 'submitter' },
  ...{ created_at: '2026-01-31T12:00:00.000Z', start_at: null },
} as StoredJob;
const jobFacts = { 'platen.job': 'job-1', 'platen.request_id': 'order-7', 'platen.account': 'a' };

describe('the spans of a request', () => {
  it('are one with exactly these facts, and none for what monitors ask', async () => {
    const tracing = recordTracing();
    const { app, auth, store, engine } = await openTestService({ tracing });
    const render = (payload: object, headers: Record<string, string> = {}) =>
      app.inject({ method: 'POST', url: '/api/v1/renderers/pdf', headers: { ...auth, ...headers }, payload });
    await render({ parts: 'https://example.com' }, { 'x-request-id': 'r1', traceparent: 'caller' });
    await render({ parts: 5 }, { 'x-request-id': 'r2' });
    engine.answer = async () => {
      throw new Error('secret');
    };
    const request = { cookies: { session: 'secret' }, basic_auth: { username: 'ada', password: 'secret' } };
    await render({ parts: { url: 'https://example.com', request } }, { 'x-request-id': 'r3' });
    await store.close();
    await app.inject({ url: '/api/v1/templates/x', headers: { 'x-request-id': 'r4' } });
    for (const url of ['/healthz', '/readyz', '/metrics']) await app.inject({ url });

    const begun = (id: string, method: string, route: string, below?: string) => ({
      ...{ name: `${method} ${route}`, below, kind: 'server' },
      facts: { 'http.request.method': method, 'http.route': route, 'platen.request_id': id },
    });
    const route = '/api/v1/renderers/pdf';
    const ended = (status: number, more: object = {}) => ({ 'http.response.status_code': status, ...more });
    const [account, invalid, internal] = [
      { 'platen.account': 'a' },
      { 'error.type': 'invalid_request' },
      { 'error.type': 'internal' },
    ];
    expect(tracing.spans).toEqual([
      { ...begun('r1', 'POST', route, 'caller'), ends: [{ facts: ended(200, account) }] },
      { ...begun('r2', 'POST', route), ends: [{ facts: ended(422, { ...account, ...invalid }) }] },
      {
        ...begun('r3', 'POST', route),
        ends: [{ facts: ended(500, { ...account, ...internal }), error: { code: 'internal' } }],
      },
      {
        ...begun('r4', 'GET', '/api/v1/templates/:id'),
        ends: [{ facts: ended(401, { 'error.type': 'unauthorized' }) }],
      },
    ]);
  });
});

describe('the spans of a background render', () => {
  it.each([
    ['is done', async () => ({ end: { facts: { error: null } } }), undefined],
    ['fails', async () => ({ end: { facts: { error: { code: 'page_failed' } } } }), { code: 'page_failed' }],
    ['waits again', async () => 'not_now', { code: 'not_now' }],
    ['breaks off', () => Promise.reject(new Error('away')), new Error('away')],
  ])('are one for its wait and one for an attempt that %s', async (_, attempt, error) => {
    const tracing = recordTracing();
    const followed = traceJobs(tracing, attempt as never);
    await followed(job, '{}', {} as JobEdges).catch(() => undefined);
    expect(tracing.spans).toEqual([
      { name: 'wait', below: 'submitter', kind: 'internal', facts: jobFacts, ends: [{}] },
      {
        ...{ name: 'job', below: 'submitter', kind: 'internal', facts: { ...jobFacts, 'platen.attempt': 2 } },
        ends: [{ facts: {}, ...(error && { error }) }],
      },
    ]);
  });

  it('are below the attempt for each stage, with its part', async () => {
    const tracing = recordTracing();
    const attempt = async () => {
      const onStage = traceStages(tracing);
      onStage({ stage: 'load', part: 0, startedAt: 1, endedAt: 2 });
      onStage({ stage: 'merge', startedAt: 2, endedAt: 3, error: { code: 'pdf_invalid' } });
      return 'not_now' as const;
    };
    await traceJobs(tracing, attempt)(job, '{}', {} as JobEdges);
    expect(tracing.spans.slice(2)).toEqual([
      { name: 'load', below: 1, kind: 'internal', facts: { 'platen.part': 0 }, ends: [{}] },
      { name: 'merge', below: 1, kind: 'internal', facts: {}, ends: [{ error: { code: 'pdf_invalid' } }] },
    ]);
  });
});

it('a statement has a span if something asks for it, and none if the service does by itself', async () => {
  const tracing = recordTracing();
  const follow = traceStatements(tracing);
  expect(await follow(async () => 1, { kind: 'SQLite', lane: 'reads' })).toBe(1);
  expect(tracing.spans).toEqual([]);
  const request = tracing.begin('request');
  expect(await request.run(() => follow(async () => 2, { kind: 'Postgres', lane: 'writes' }))).toBe(2);
  expect(tracing.spans.slice(1)).toEqual([
    {
      ...{ name: 'store', below: 0, kind: 'client', ends: [{}] },
      facts: { 'db.system.name': 'postgresql', 'platen.lane': 'writes' },
    },
  ]);
});

it.each([
  ['204', { status: 204, headers: {}, ms: 1 }, { 'http.response.status_code': 204 }, undefined],
  ['200', { status: 200, headers: {}, ms: 1 }, { 'http.response.status_code': 200 }, undefined],
  ['299', { status: 299, headers: {}, ms: 1 }, { 'http.response.status_code': 299 }, undefined],
  ['199', { status: 199, headers: {}, ms: 1 }, { 'http.response.status_code': 199 }, { code: 199 }],
  ['300', { status: 300, headers: {}, ms: 1 }, { 'http.response.status_code': 300 }, { code: 300 }],
  ['no answer', { failure: 'timeout', ms: 1 }, {}, { code: 'timeout' }],
])('an event that gets %s has one span, and its receiver goes on below it', async (_, outcome, facts, error) => {
  const tracing = recordTracing();
  const sent: unknown[] = [];
  const send = traceSending(tracing, async (request) => {
    sent.push(request.headers);
    return outcome as never;
  });
  const request = { method: 'POST', url: 'https://a.test/', body: Buffer.from(''), timeoutMs: 1 } as const;
  expect(await send({ ...request, headers: { traceparent: 'render', a: 'b' } })).toBe(outcome);
  expect(sent).toEqual([{ traceparent: 'trace 0', a: 'b' }]);
  const ends = [{ facts, ...(error && { error }) }];
  expect(tracing.spans).toEqual([{ name: 'webhook', below: 'render', kind: 'client', facts: {}, ends }]);
});

import { EventEmitter } from 'node:events';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { routes } from '../../../src/contract/index.ts';
import { logRefusedConnections, observeRequests } from '../../../src/server/observe/observe-requests.ts';

const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;

function open({ accessLog = true } = {}) {
  const requests: unknown[] = [];
  const renders: unknown[] = [];
  const lines: unknown[] = [];
  let time = 0;
  const app = Fastify({ genReqId: () => 'r1' });
  app.decorateRequest('account', '');
  app.decorateRequest('keyId', '');
  app.decorateRequest('span', undefined);
  observeRequests(app, {
    metrics: {
      noteRequest: (facts: unknown) => requests.push(facts),
      noteRender: (outcome: unknown) => renders.push(outcome),
    } as never,
    log: { write: (...line: unknown[]) => lines.push(line) } as never,
    accessLog,
    clock: () => {
      time += 1.26;
      return time;
    },
  });
  for (const url of [routes.renderPdf.path, routes.renderImage.path, '/a/:id'])
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: async (request, reply) => {
        const { failure, key } = request.query as { failure?: string; key?: string };
        if (failure !== undefined) Object.assign(request, { failure });
        if (key !== undefined) Object.assign(request, { account: 'home', keyId: key });
        return reply.code(failure === undefined ? 200 : 500).send('four');
      },
    });
  return { app, requests, renders, lines };
}

const line = {
  request_id: 'r1',
  client: '127.0.0.1',
  method: 'GET',
  route: '/a/:id',
  status: 200,
  ms: 1.3,
  bytes_in: 0,
  bytes_out: 4,
};

describe('a request', () => {
  it('is counted and logged once', async () => {
    const { app, requests, renders, lines } = open();
    await app.inject({ url: '/a/1' });
    expect(requests).toEqual([{ route: '/a/:id', method: 'GET', status: 200, ms: 1.3 }]);
    expect([renders, lines]).toEqual([[], [['info', 'request', line]]]);
  });

  it('is not logged if that is not asked for', async () => {
    const { app, requests, lines } = open({ accessLog: false });
    await app.inject({ url: '/a/1' });
    expect([requests.length, lines]).toEqual([1, []]);
  });

  it('is logged with its trace, its caller, its failure and its size', async () => {
    const { app, lines } = open();
    const headers = { traceparent, 'content-type': 'text/plain' };
    await app.inject({ method: 'POST', url: '/a/1?failure=page_failed&key=k1', headers, payload: 'bytes' });
    expect(lines).toEqual([
      [
        'info',
        'request',
        {
          ...line,
          method: 'POST',
          status: 500,
          trace_id: '1'.repeat(32),
          code: 'page_failed',
          account: 'home',
          key_id: 'k1',
          bytes_in: 5,
        },
      ],
    ]);
  });

  it('has the trace of its span before that of its caller', async () => {
    const { app, lines } = open();
    app.addHook('onRequest', async (request) => void Object.assign(request, { span: { traceId: 'own' } }));
    await app.inject({ url: '/a/1', headers: { traceparent } });
    expect(lines).toEqual([['info', 'request', { ...line, trace_id: 'own' }]]);
  });

  it('whose caller has gone has no status', async () => {
    const { app, requests, renders, lines } = open();
    app.addHook('preHandler', async (_request, reply) => void reply.raw.emit('close'));
    await app.inject({ method: 'POST', url: routes.renderPdf.path }).catch(() => undefined);
    expect(requests).toEqual([expect.objectContaining({ status: 0 })]);
    expect(renders).toEqual(['gone']);
    expect(lines).toEqual([['info', 'request', expect.objectContaining({ status: null, gone: true, bytes_out: 0 })]]);
  });

  it.each([
    ['POST', routes.renderPdf.path, ['ok']],
    ['POST', routes.renderImage.path, ['ok']],
    ['POST', `${routes.renderPdf.path}?failure=page_failed`, ['page_failed']],
    ['GET', routes.renderPdf.path, []],
    ['POST', '/a/1', []],
  ] as const)('of %s %s counts as a render: %j', async (method, url, outcomes) => {
    const { app, renders } = open();
    await app.inject({ method, url });
    expect(renders).toEqual(outcomes);
  });

  it('has a route and a method of a fixed set', async () => {
    const { app, requests } = open();
    app.addHook('onRequest', async ({ raw }) => {
      if (raw.headers.brew !== undefined) Object.assign(raw, { method: 'BREW' });
    });
    await app.inject({ url: '/nowhere' });
    await app.inject({ url: '/a/1', headers: { brew: 'tea' } });
    expect(requests).toMatchObject([
      { route: 'none', method: 'GET', status: 404 },
      { route: '/a/:id', method: 'other', status: 200 },
    ]);
  });
});

it('connections beyond the limit are logged once a second, with their number', () => {
  const server = Object.assign(new EventEmitter(), { maxConnections: 7 });
  const lines: unknown[] = [];
  let time = 0;
  const log = { write: (...line: unknown[]) => lines.push(line) };
  logRefusedConnections(server as never, log as never, () => time);
  const drop = (at: number) => {
    time = at;
    server.emit('drop');
  };
  for (const at of [0, 1, 999, 1000, 1999, 2500]) drop(at);
  const refused = (connections: number) => ['warn', 'connections_refused', { connections, limit: 7 }];
  expect(lines).toEqual([refused(1), refused(3), refused(2)]);
});

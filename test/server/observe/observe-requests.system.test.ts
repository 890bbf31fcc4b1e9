import { connect } from 'node:net';
import { expect, it, vi } from 'vitest';
import { EngineError } from '../../../src/engine/index.ts';
import { done, openTestService, pdf } from '../test-service.ts';

const url = '/api/v1/renderers/pdf';

/** A service whose renders take a second each, and what its metrics and its log say. */
async function openObserved() {
  let time = 0;
  const service = await openTestService({ clock: () => time });
  service.engine.answer = async () => {
    time += 1_000;
    return done;
  };
  const render = (payload: object, headers: Record<string, string> = service.auth) =>
    service.app.inject({ method: 'POST', url, headers, payload });
  return {
    ...service,
    render,
    pass: (ms: number) => {
      time += ms;
    },
    async read(...names: string[]) {
      const { body } = await service.app.inject('/metrics');
      return body.split('\n').filter((line) => names.some((name) => line.startsWith(`platen_${name}{`)));
    },
  };
}

const requestMetrics = ['http_requests_total', 'http_request_seconds_sum', 'http_request_seconds_count'];
const renderMetrics = ['renders_total', 'render_stage_seconds_sum', 'render_stage_seconds_count'];

it('each request counts once by its route, method and status, with its time', async () => {
  const { app, auth, render, read } = await openObserved();
  await render({ parts: 'https://example.com' });
  await render({ parts: 'https://example.com' });
  await render({ parts: 5 });
  await render({ parts: 'https://example.com' }, {});
  await app.inject({ url: '/api/v1/templates/no-id?x=1', headers: auth });
  await app.inject({ method: 'DELETE', url: '/api/v1/templates/no-id', headers: auth });
  await app.inject({ method: 'PROPFIND', url: '/nowhere' });
  expect(await read(...requestMetrics)).toEqual([
    `platen_http_requests_total{route="${url}",method="POST",status="200"} 2`,
    `platen_http_requests_total{route="${url}",method="POST",status="422"} 1`,
    `platen_http_requests_total{route="${url}",method="POST",status="401"} 1`,
    'platen_http_requests_total{route="/api/v1/templates/:id",method="GET",status="422"} 1',
    'platen_http_requests_total{route="/api/v1/templates/:id",method="DELETE",status="404"} 1',
    'platen_http_requests_total{route="none",method="other",status="404"} 1',
    `platen_http_request_seconds_sum{route="${url}"} 2`,
    `platen_http_request_seconds_count{route="${url}"} 4`,
    'platen_http_request_seconds_sum{route="/api/v1/templates/:id"} 0',
    'platen_http_request_seconds_count{route="/api/v1/templates/:id"} 2',
    'platen_http_request_seconds_sum{route="none"} 0',
    'platen_http_request_seconds_count{route="none"} 1',
  ]);
  expect(await read('renders_total')).toEqual([
    'platen_renders_total{outcome="ok"} 2',
    'platen_renders_total{outcome="invalid_request"} 1',
    'platen_renders_total{outcome="unauthorized"} 1',
  ]);
  // The look itself is a request, too.
  expect((await read('http_requests_total')).at(-1)).toBe(
    'platen_http_requests_total{route="/metrics",method="GET",status="200"} 2',
  );
});

it('each render counts once by what came of it, and its stages only if it was rendered', async () => {
  const { auth, engine, render, read } = await openObserved();
  const once = { ...auth, 'idempotency-key': 'once' };
  await render({ parts: 'https://example.com' }, once);
  await render({ parts: 'https://example.com' }, once);
  engine.answer = async () => {
    throw new EngineError('page_failed', 'no');
  };
  await render({ parts: 'https://example.com' });
  await render({ parts: [] });
  await render({ parts: 'https://example.com' }, {});
  expect(await read(...renderMetrics)).toEqual([
    'platen_renders_total{outcome="ok"} 2',
    'platen_renders_total{outcome="page_failed"} 1',
    'platen_renders_total{outcome="invalid_request"} 1',
    'platen_renders_total{outcome="unauthorized"} 1',
    ...Object.entries({ queue: 0.001, load: 0.02, print: 0.03, bind: 0.004, total: 1 }).flatMap(([stage, seconds]) => [
      `platen_render_stage_seconds_sum{stage="${stage}"} ${seconds}`,
      `platen_render_stage_seconds_count{stage="${stage}"} 1`,
    ]),
  ]);
});

it('a render whose caller has gone counts as that, without a status', async () => {
  const { key, engine, listen, pass, lines, read } = await openObserved();
  engine.answer = (_request, { signal }) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new EngineError('interrupted', 'gone'))),
    );
  const socket = connect(await listen(), '127.0.0.1');
  const body = JSON.stringify({ parts: 'https://example.com' });
  socket.write(`POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`);
  socket.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
  await vi.waitFor(() => expect(engine.calls).toHaveLength(1));
  pass(250);
  socket.destroy();
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(await read(...requestMetrics, ...renderMetrics)).toEqual([
    `platen_http_requests_total{route="${url}",method="POST",status="0"} 1`,
    `platen_http_request_seconds_sum{route="${url}"} 0.25`,
    `platen_http_request_seconds_count{route="${url}"} 1`,
    'platen_renders_total{outcome="gone"} 1',
  ]);
  expect(JSON.parse(lines[0] as string)).toMatchObject({ status: null, gone: true, ms: 250, bytes_out: 0 });
});

it('each request has one line in the log, with exactly these fields', async () => {
  const { app, render, auth, lines, store } = await openObserved();
  const [stored] = await store.keys.list('a');
  const payload = { parts: 'https://example.com' };
  const headers = { ...auth, 'x-request-id': 'first', traceparent: `00-${'a1'.repeat(16)}-${'b2'.repeat(8)}-01` };
  await render(payload, headers);
  await render({ parts: 5 }, { ...auth, 'x-request-id': 'second' });
  await app.inject({ method: 'PROPFIND', url: '/nowhere?token=secret', headers: { 'x-request-id': 'third' } });
  const size = (answer: object) => JSON.stringify(answer).length;
  const common = { time: '1970-01-01T00:00:00.000Z', level: 'info', event: 'request', client: '127.0.0.1' };
  const caller = { account: 'a', key_id: stored?.id };
  const logged = lines.map((line) => JSON.parse(line));
  expect(logged).toEqual([
    {
      ...{ ...common, ...caller, request_id: 'first', trace_id: 'a1'.repeat(16), method: 'POST', route: url },
      ...{ status: 200, ms: 1_000, bytes_in: size(payload), bytes_out: pdf.length },
    },
    {
      ...{ ...common, ...caller, request_id: 'second', method: 'POST', route: url, status: 422 },
      ...{ code: 'invalid_request', ms: 0, bytes_in: size({ parts: 5 }), bytes_out: logged[1].bytes_out },
    },
    {
      ...{ ...common, request_id: 'third', method: 'other', route: 'none', status: 404, code: 'not_found' },
      ...{ ms: 0, bytes_in: 0, bytes_out: logged[2].bytes_out },
    },
  ]);
  expect(logged[1].bytes_out).toBeGreaterThan(0);
});

it('without an access log, requests count and have no line', async () => {
  const { app, lines } = await openTestService({ accessLog: false });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect((await app.inject('/metrics')).body).toContain('route="/healthz",method="GET",status="200"} 1\n');
  expect(lines).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openTestService } from '../test-service.ts';

describe('GET /healthz', () => {
  it('says that the process is alive, and what it does, without a key', async () => {
    const { app, engine } = await openTestService();
    engine.checks = () => Promise.reject(new Error('no browser'));
    const answer = await app.inject('/healthz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      status: 'ok',
      version: '1.2.3',
      browser: 'Chromium/1',
      sandbox: 'on',
      own_network: 'on',
      running: 0,
      waiting: 0,
      restarts: 0,
      renders: {},
    });
  });
});

describe('GET /readyz', () => {
  const facts = '"version":"1.2.3","own_network":"on","database":"SQLite","last_backup":null,"workers":0';

  it('tries a render and the store, once for all who ask at the same time, and not again for seconds', async () => {
    let time = 0;
    const { app, engine } = await openTestService({ clock: () => time });
    const check = vi.fn(async () => undefined);
    engine.checks = check;
    const answers = await Promise.all([1, 2, 3].map(() => app.inject('/readyz')));
    expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(
      Array(3).fill([200, `{"status":"ready",${facts}}`]),
    );
    time = 4999;
    await app.inject('/readyz');
    expect(check).toHaveBeenCalledTimes(1);
    time = 5000;
    await app.inject('/readyz');
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('is 503 while the render fails, and ready soon after it works again', async () => {
    let time = 0;
    const { app, engine, lines } = await openTestService({ clock: () => time });
    const readEvents = () => lines.map((line) => JSON.parse(line)).filter(({ event }) => /ready/.test(event));
    engine.checks = () => Promise.reject(Object.assign(new Error('secret'), { code: 'browser_failed' }));
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.body]).toEqual([503, `{"status":"not_ready",${facts}}`]);
    time += 1000;
    await app.inject('/readyz');
    engine.checks = async () => undefined;
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    time += 1000;
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expect(readEvents()).toMatchObject([
      { level: 'warn', event: 'not_ready', status: 'not_ready', error: { code: 'browser_failed', message: 'secret' } },
      { level: 'info', event: 'ready' },
    ]);
  });

  it('is 503 when the render takes longer than it may', async () => {
    const { app, engine } = await openTestService({ limits: { readyMs: 20 } });
    engine.checks = () => new Promise(() => undefined);
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'not_ready' });
  });

  it('is 503 without a store', async () => {
    const { app, store } = await openTestService();
    await store.close();
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'not_ready' });
  });

  it('is 200 with a full queue, and 503 while the service ends', async () => {
    const { app, engine, shutdown } = await openTestService();
    engine.waiting = 20;
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    void shutdown.begin(0);
    const answer = await app.inject('/readyz');
    expect([answer.statusCode, answer.body]).toEqual([503, `{"status":"shutting_down",${facts}}`]);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });
});

describe('GET /metrics', () => {
  it('counts what happened, by routes and codes alone', async () => {
    const { app, auth, key } = await openTestService();
    const render = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/v1/renderers/pdf', headers: auth, payload });
    await render({ parts: 'https://example.com' });
    await render({ parts: 'secret-part' });
    await app.inject({ url: '/api/v1/templates/secret-id?secret=1', headers: auth });
    await app.inject({ method: 'PROPFIND', url: '/secret-path' });
    const answer = await app.inject('/metrics');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = answer.body.split('\n');
    for (const line of [
      'platen_renders_total{outcome="ok"} 1',
      'platen_renders_total{outcome="invalid_request"} 1',
      'platen_render_stage_seconds_bucket{stage="load",le="0.025"} 1',
      'platen_render_stage_seconds_sum{stage="print"} 0.03',
      'platen_render_stage_seconds_count{stage="total"} 1',
      'platen_renders_running 0',
      'platen_renders_waiting 0',
      'platen_browser_restarts_total 0',
      'platen_slots 2',
      'platen_places 22',
      'platen_places_taken 0',
      'platen_accounts_rendering 0',
      'platen_ready 0',
      'platen_info{version="1.2.3",browser="Chromium/1",sandbox="on"} 1',
      'platen_http_requests_total{route="/api/v1/templates/:id",method="GET",status="422"} 1',
      'platen_http_requests_total{route="none",method="other",status="404"} 1',
    ]) {
      expect(lines).toContain(line);
    }
    expect(answer.body).toMatch(/^process_resident_memory_bytes [1-9]\d+$/m);
    expect(answer.body).toMatch(/^platen_event_loop_delay_seconds\{of="p99"\} [\d.e-]+$/m);
    expect(answer.body).not.toMatch(/secret/);
    expect(answer.body).not.toContain(key);
    // The text format of Prometheus.
    const line = /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [\d.e+-]+)$/;
    expect(lines.slice(0, -1).filter((text) => !line.test(text))).toEqual([]);
    expect(lines.at(-1)).toBe('');
  });
});

describe('the metrics of the store and the browser', () => {
  it('count failures by code, and connections by lane', async () => {
    const { app, store } = await openTestService();
    expect((await app.inject('/readyz')).statusCode).toBe(200);
    expect((await app.inject('/metrics')).body).toMatch(/^platen_ready 1$/m);
    await store.close();
    await expect(store.ping()).rejects.toThrow();
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/^platen_store_failures_total\{code="internal"\} \d+$/m);
    expect(body).toContain('# TYPE platen_store_connections gauge');
  });
});

describe('ids that a caller sends', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

  it('are in the answer and in the log: the id of the request, and the trace', async () => {
    const { app, lines } = await openTestService();
    const headers = { 'x-request-id': 'order-4711/a', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    const answer = await app.inject({ url: '/api/v1/templates', headers });
    expect(answer.headers['x-request-id']).toBe('order-4711/a');
    expect(answer.json().request_id).toBe('order-4711/a');
    expect(JSON.parse(lines[0] as string)).toMatchObject({ request_id: 'order-4711/a', trace_id: traceId });
  });

  it.each(['a b', 'x'.repeat(129), 'a"b', ''])('are replaced if they are invalid, such as %j', async (id) => {
    const { app } = await openTestService();
    const answer = await app.inject({ url: '/healthz', headers: { 'x-request-id': id } });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is believed of an address only from a proxy that is trusted', async () => {
    const forwarded = { 'x-forwarded-for': '198.51.100.7' };
    const clientOf = async (trustProxy?: string[]) => {
      const { app, lines } = await openTestService({ trustProxy });
      await app.inject({ url: '/healthz', headers: forwarded });
      return JSON.parse(lines[0] as string).client;
    };
    expect(await clientOf()).toBe('127.0.0.1');
    expect(await clientOf(['10.0.0.0/8'])).toBe('127.0.0.1');
    expect(await clientOf(['loopback'])).toBe('198.51.100.7');
  });
});

describe('the log', () => {
  it('has a line for each request, with nothing of what the caller sent', async () => {
    const { app, auth, key, lines } = await openTestService();
    const body = { template: { name: 'secret-name', content: 'secret-content' } };
    const created = await app.inject({ method: 'POST', url: '/api/v1/templates', headers: auth, payload: body });
    await app.inject({ url: `/api/v1/templates/secret-id`, headers: auth });
    await app.inject({
      url: '/secret-path?secret=1',
      headers: { authorization: 'Bearer secret', 'user-agent': 'secret' },
    });
    await app.inject({ url: '/api/v1/templates?secret=1', headers: { authorization: 'Bearer secret' } });
    const entries = lines.map((line) => JSON.parse(line));
    expect(entries).toHaveLength(4);
    expect(entries[0]).toEqual({
      time: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'request',
      request_id: created.headers['x-request-id'],
      client: '127.0.0.1',
      method: 'POST',
      route: '/api/v1/templates',
      status: 201,
      ms: expect.any(Number),
      account: 'a',
      key_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      bytes_in: JSON.stringify(body).length,
      bytes_out: created.rawPayload.length,
    });
    expect(entries[1]).toMatchObject({ route: '/api/v1/templates/:id', status: 404, code: 'template_not_found' });
    expect(entries[2]).toMatchObject({ route: 'none', status: 404 });
    expect(entries[3]).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(entries[3]).not.toHaveProperty('account');
    expect(lines.join()).not.toContain('secret');
    expect(lines.join()).not.toContain(key);
  });
});

describe('the published interface', () => {
  it('is served where it says', async () => {
    const fixture = JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/openapi.json'), 'utf8'));
    const { app } = await openTestService();
    for (const [path, operations] of Object.entries<object>(fixture.paths)) {
      for (const method of Object.keys(operations)) {
        const url = path.replace(/\{(\w+)\}/g, ':$1');
        expect(app.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${path}`).toBe(true);
      }
    }
  });
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { done, openTestService, type TestService } from './test-service.ts';

const url = '/api/v1/renderers/pdf';
const payload = { parts: 'https://example.com' };

function render({ app, auth }: TestService, headers: Record<string, string> = {}, body: object = payload) {
  return app.inject({ method: 'POST', url, headers: { ...auth, ...headers }, payload: body });
}

describe('a render with an idempotency key', () => {
  it('is done once, and given again in whichever form is asked for', async () => {
    const service = await openTestService();
    const headers = { 'idempotency-key': 'k1' };
    const first = await render(service, headers);
    const again = await render(service, headers);
    const report = await render(service, { ...headers, accept: 'application/json' });
    expect(service.engine.calls).toHaveLength(1);
    expect(again.rawPayload).toEqual(first.rawPayload);
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(report.json().data.pdf).toBe(first.rawPayload.toString('base64'));
  });

  it('belongs to its API key', async () => {
    const service = await openTestService();
    const other = await service.makeKey('a');
    await render(service, { 'idempotency-key': 'k1' });
    await render(service, { 'idempotency-key': 'k1', ...other.auth });
    expect(service.engine.calls).toHaveLength(2);
  });

  it('with another body is 422, with a bad key too', async () => {
    const service = await openTestService();
    await render(service, { 'idempotency-key': 'k1' });
    const answer = await render(service, { 'idempotency-key': 'k1' }, { parts: 'https://example.org' });
    expect(answer.json()).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    const bad = await render(service, { 'idempotency-key': 'k 1' });
    expect(bad.json()).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(service.engine.calls).toHaveLength(1);
  });

  it('that failed is done again', async () => {
    const service = await openTestService();
    service.engine.answer = () => Promise.reject(new Error('no'));
    expect((await render(service, { 'idempotency-key': 'k1' })).statusCode).toBe(500);
    service.engine.answer = async () => done;
    expect((await render(service, { 'idempotency-key': 'k1' })).statusCode).toBe(200);
  });
});

describe('a key that asks too often', () => {
  it('gets the time to retry, while other keys are not', async () => {
    let time = 0;
    const service = await openTestService({
      clock: () => time,
      limits: { requestsPerKey: { perSecond: 0.5, burst: 2 } },
    });
    const ask = (headers = service.auth) => service.app.inject({ url: '/api/v1/templates', headers });
    expect((await ask()).headers).toMatchObject({ ratelimit: '"key";r=1;t=2' });
    expect((await ask()).statusCode).toBe(200);
    const refused = await ask();
    expect(refused.json()).toMatchObject({ status: 429, code: 'rate_limited', retryable: true });
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.headers).toMatchObject({ 'ratelimit-policy': '"key";q=2;w=4', ratelimit: '"key";r=0;t=2' });
    expect((await ask((await service.makeKey('a')).auth)).statusCode).toBe(200);
    time += 2000;
    expect((await ask()).statusCode).toBe(200);
  });
});

describe('an address that sends wrong keys too often', () => {
  it('must wait, while valid keys pass and other addresses are not held to it', async () => {
    const service = await openTestService({
      clock: () => 0,
      limits: { failuresPerAddress: { perSecond: 1, burst: 2 } },
    });
    const ask = (remoteAddress: string, headers = {}) =>
      service.app.inject({ url: '/api/v1/templates', headers, remoteAddress });
    const statuses = async (...addresses: string[]) => {
      const all = [];
      for (const address of addresses) all.push((await ask(address)).statusCode);
      return all;
    };
    expect(await statuses('192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2')).toEqual([401, 401, 429, 401]);
    expect((await ask('192.0.2.1')).headers['retry-after']).toBe('1');
    expect((await ask('192.0.2.1', service.auth)).statusCode).toBe(200);
    expect(await statuses('2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::3')).toEqual([401, 401, 429]);
    expect(await statuses('2001:db8:1:3::1')).toEqual([401]);
  });
});

describe('more renders than there are places', () => {
  it('are refused exactly, before their bodies are read, and the places come back', async () => {
    const service = await openTestService();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.engine.answer = () => promise.then(() => done);
    const all = Array.from({ length: 100 }, () => render(service));
    await vi.waitFor(() => expect(service.engine.calls).toHaveLength(19));
    const early = await service.app.inject({ method: 'POST', url, headers: service.auth, payload: 'not even JSON' });
    expect(early.json()).toMatchObject({ status: 503, code: 'queue_full', retryable: true });
    expect(Number(early.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    resolve();
    const statuses = (await Promise.all(all)).map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(19);
    expect(statuses.filter((status) => status === 503)).toHaveLength(81);
    for (let run = 0; run < 3; run += 1) expect((await render(service)).statusCode).toBe(200);
  });

  it('leave the other operations alone', async () => {
    const service = await openTestService({ capacity: { concurrency: 1, queue: 0 } });
    service.engine.answer = () => new Promise(() => undefined);
    void render(service);
    await vi.waitFor(() => expect(service.engine.calls).toHaveLength(1));
    expect((await service.app.inject({ url: '/api/v1/templates', headers: service.auth })).statusCode).toBe(200);
  });

  it('give their places back when they are refused later', async () => {
    const service = await openTestService({ capacity: { concurrency: 1, queue: 0 } });
    for (const body of ['no JSON', '{}', '{"parts":5}']) {
      const headers = { ...service.auth, 'content-type': 'application/json' };
      const answer = await service.app.inject({ method: 'POST', url, headers, payload: body });
      expect([400, 422]).toContain(answer.statusCode);
    }
    expect((await render(service, { accept: 'text/html' })).statusCode).toBe(406);
    expect((await render(service)).statusCode).toBe(200);
  });
});

describe('a caller that goes away', () => {
  const head = (key: string, more = '') =>
    `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n${more}`;
  const body = JSON.stringify(payload);

  it('has its render stopped and its place freed, time after time', async () => {
    const service = await openTestService({ capacity: { concurrency: 1, queue: 0 } });
    const port = await service.listen();
    service.engine.answer = (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(Object.assign(new Error('gone'), { code: 'interrupted' })));
      });
    for (let run = 1; run <= 20; run += 1) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`${head(service.key)}Content-Length: ${body.length}\r\n\r\n${body}`);
      await vi.waitFor(() => expect(service.engine.calls).toHaveLength(run), { interval: 1 });
      socket.destroy();
      const { signal } = service.engine.calls.at(-1)?.context ?? {};
      if (!signal?.aborted) await once(signal as AbortSignal, 'abort');
      await vi.waitFor(() => expect(service.lines).toHaveLength(run), { interval: 1 });
    }
    service.engine.answer = async () => done;
    expect((await render(service)).statusCode).toBe(200);
    expect(service.internal).toEqual([]);
    expect(JSON.parse(service.lines[0] as string)).toMatchObject({ status: null, gone: true, account: 'a' });
    expect((await service.app.inject('/metrics')).body).toContain('platen_renders_total{outcome="gone"} 20');
  });

  it('and one that ends its side alone, which gets its answer, are distinguished', async () => {
    const service = await openTestService({ capacity: { concurrency: 1, queue: 0 } });
    const port = await service.listen();
    const answering = Promise.withResolvers<typeof done>();
    service.engine.answer = () => answering.promise;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
    });
    socket.end(`${head(service.key)}Content-Length: ${body.length}\r\n\r\n${body}`);
    await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 102 Processing\r\n\r\n/));
    expect(service.engine.calls[0]?.context.signal?.aborted).toBe(false);
    answering.resolve(done);
    await once(socket, 'close');
    expect(answer).toMatch(/\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    expect(answer.endsWith(done.pdf.toString())).toBe(true);
  });

  it('in the middle of its body frees its place too', async () => {
    const service = await openTestService({ capacity: { concurrency: 1, queue: 0 } });
    const port = await service.listen();
    const socket = connect(port, '127.0.0.1');
    // A render would take the place itself, for a moment in which the other is refused.
    const readTaken = async () => /^platen_places_taken (\d+)/m.exec((await service.app.inject('/metrics')).body)?.[1];
    socket.write(`${head(service.key)}Content-Length: 1000\r\n\r\n{`);
    await expect.poll(readTaken, { timeout: 10_000 }).toBe('1');
    expect((await render(service)).statusCode).toBe(503);
    socket.destroy();
    await expect.poll(readTaken, { timeout: 10_000 }).toBe('0');
    expect((await render(service)).statusCode).toBe(200);
    expect(service.internal).toEqual([]);
  });

  it('does not stop a render that another one waits for', async () => {
    const service = await openTestService();
    const port = await service.listen();
    const { promise, resolve } = Promise.withResolvers<void>();
    service.engine.answer = () => promise.then(() => done);
    const socket = connect(port, '127.0.0.1');
    socket.write(`${head(service.key, 'Idempotency-Key: k\r\n')}Content-Length: ${body.length}\r\n\r\n${body}`);
    await vi.waitFor(() => expect(service.engine.calls).toHaveLength(1));
    const second = render(service, { 'idempotency-key': 'k' });
    // A render that came later has reached the engine, so the second one waits by now.
    const later = render(service, { 'idempotency-key': 'other' });
    await vi.waitFor(() => expect(service.engine.calls).toHaveLength(2));
    socket.destroy();
    await vi.waitFor(() => expect(service.lines).toHaveLength(1));
    expect(service.engine.calls[0]?.context.signal?.aborted).toBe(false);
    resolve();
    expect([(await second).statusCode, (await later).statusCode]).toEqual([200, 200]);
    expect(service.engine.calls).toHaveLength(2);
  });

  it('leaves nothing behind on a connection that many requests share', async () => {
    const service = await openTestService();
    const port = await service.listen();
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    const socket = connect(port, '127.0.0.1');
    const counts: number[] = [];
    service.app.server.on('request', (request) => counts.push(request.socket.listenerCount('close')));
    for (let run = 1; run <= 30; run += 1) {
      socket.write(`${head(service.key)}Content-Length: ${body.length}\r\n\r\n${body}`);
      await vi.waitFor(() => expect(service.lines).toHaveLength(run), { interval: 1 });
    }
    socket.destroy();
    await new Promise((next) => setImmediate(next));
    process.off('warning', note);
    expect(warnings).toEqual([]);
    expect(counts.at(-1)).toBe(counts[1]);
  });
});

describe('a caller that is slow', () => {
  it.each([
    ['with its headers', 'GET /healthz HTTP/1.1\r\nHost: x\r\n'],
    [
      'with its body',
      (key: string) =>
        `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    ],
  ])('%s is cut off, and its place freed', async (_what, text) => {
    const service = await openTestService({
      limits: { headersMs: 100, requestMs: 200 },
      capacity: { concurrency: 1, queue: 0 },
    });
    const port = await service.listen();
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.write(typeof text === 'string' ? text : text(service.key));
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await vi.waitFor(async () => expect((await render(service)).statusCode).toBe(200));
    expect(service.internal).toEqual([]);
  });

  it('and takes nothing of its answer loses its connection', async () => {
    const service = await openTestService({ limits: { silenceMs: 100 } });
    const port = await service.listen();
    service.engine.answer = async () => ({ ...done, pdf: Buffer.alloc(64 * 1024 * 1024) });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const body = JSON.stringify(payload);
    const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json`;
    socket.pause();
    socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const [connection] = await once(service.app.server, 'connection');
    await once(connection, 'close');
    socket.destroy();
    expect(JSON.parse(service.lines[0] as string)).toMatchObject({ gone: true });
  });
});

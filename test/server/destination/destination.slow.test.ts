import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EgressEdges } from '../../../src/browser/egress/egress-edges.ts';
import { refusesOutside, sendOutside } from '../../../src/browser/egress/send-outside.ts';
import { sendToDestination } from '../../../src/server/destination/send-to-destination.ts';
import { buildLog } from '../../../src/server/observe/log.ts';
import { openRenderRecorder } from '../../../src/server/records/render-recorder.ts';
import { type RecordingServer, startRecordingServer } from '../../helpers/recording-server.ts';
import { buildTestEngine, openTestService, pdf } from '../test-service.ts';

const secret = 'X-Amz-Signature=5ec3e7';

type Answer = Parameters<typeof startRecordingServer>[0];

/** A place to send to, on a port of this machine that the rules make an exception for. */
async function openDestination(answer: Answer = (_request, response) => response.end()) {
  const destination = await startRecordingServer(answer);
  onTestFinished(() => destination.close());
  return destination;
}

/** An engine that sends for real, under the rules of a service and the exception. */
function buildSendingEngine(destination: Pick<RecordingServer, 'url'>, edges: EgressEdges = {}) {
  const policy = {
    level: 'public',
    allow: [`127.0.0.0/8:${new URL(destination.url).port}`],
    ownPorts: () => [4711],
  } as const;
  return Object.assign(buildTestEngine(), {
    sendOutside: (request: Parameters<typeof sendOutside>[1]) => sendOutside(policy, request, edges),
    refusesOutside: async (url: string) => refusesOutside(policy, url),
  });
}

async function openService(destination: RecordingServer) {
  const engine = buildSendingEngine(destination);
  const service = await openTestService({ engine });
  const render = (wanted: object, headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/renderers/pdf',
      headers: { ...service.auth, ...headers },
      payload: { parts: { html: '<p>Hello' }, destination: wanted },
    });
  return { ...service, engine, render };
}

describe('the destination of a PDF', () => {
  it('gets it by PUT, whole and as a PDF, and so does the caller', async () => {
    const destination = await openDestination();
    const { render } = await openService(destination);
    const answer = await render({
      put: `${destination.url}/a%20b/c.pdf?${secret}`,
      headers: { 'X-Amz-Acl': 'private' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(pdf)).toBe(true);
    expect(destination.requests).toHaveLength(1);
    expect(destination.requests[0]).toMatchObject({
      method: 'PUT',
      path: `/a%20b/c.pdf?${secret}`,
      body: pdf.toString(),
      headers: {
        host: new URL(destination.url).host,
        'content-type': 'application/pdf',
        'content-length': String(pdf.length),
        'x-amz-acl': 'private',
      },
    });
    expect(destination.requests[0]?.headers).not.toHaveProperty('transfer-encoding');
  });

  it('may want another type, which a signature can ask for', async () => {
    const destination = await openDestination();
    const { render } = await openService(destination);
    await render({ put: destination.url, headers: { 'content-type': 'binary/octet-stream' } });
    expect(destination.requests[0]?.headers['content-type']).toBe('binary/octet-stream');
  });

  it('is tried again while it is busy, and a repeated request sends nothing', async () => {
    const destination = await openDestination((_request, response, number) =>
      response.writeHead(number < 2 ? 503 : 201).end(),
    );
    const { render } = await openService(destination);
    const headers = { 'idempotency-key': 'one' };
    expect((await render({ put: destination.url }, headers)).statusCode).toBe(200);
    expect((await render({ put: destination.url }, headers)).statusCode).toBe(200);
    expect(destination.requests).toHaveLength(3);
  });

  it.each([
    ['refuses', 403, 1, false, 'answered with status 403'],
    ['is busy for long', 503, 3, true, 'answered with status 503'],
    ['leads elsewhere', 307, 1, false, 'answered with status 307; no redirect is followed'],
  ])('fails the render by name where it %s', async (_what, status, tries, retryable, why) => {
    const elsewhere = await openDestination();
    const destination = await openDestination((_request, response) =>
      response.writeHead(status, { location: elsewhere.url }).end(`${secret} is wrong`),
    );
    const { render } = await openService(destination);
    const answer = await render({ put: `${destination.url}/secret-path?${secret}` });
    expect(answer.statusCode).toBe(502);
    expect(answer.json()).toMatchObject({
      code: 'destination_failed',
      retryable,
      detail: `${new URL(destination.url).host} ${why}`,
    });
    expect(destination.requests).toHaveLength(tries);
    expect(elsewhere.requests).toEqual([]);
  });

  it.each([
    [
      'SignatureDoesNotMatch',
      '<?xml version="1.0"?><Error><Code>SignatureDoesNotMatch</Code><Message>/secret</Message></Error>',
      ' (SignatureDoesNotMatch)',
    ],
    ['none beyond its first bytes', `${' '.repeat(5000)}<Code>AccessDenied</Code>`, ''],
    ['none that is no word', '<Code>a/secret?b</Code>', ''],
  ])('says the code of a store that refuses it: %s', async (_what, body, shown) => {
    const destination = await openDestination((_request, response) => response.writeHead(403).end(body));
    const { render } = await openService(destination);
    const { detail } = (await render({ put: destination.url })).json();
    expect(detail).toBe(`${new URL(destination.url).host} answered with status 403${shown}`);
  });

  it('waits no longer than a moment for what a store says, and not for its end', async () => {
    const destination = await openDestination(
      (_request, response) => void response.writeHead(403).write('<Code>AccessDenied</Code>'),
    );
    const { render } = await openService(destination);
    expect((await render({ put: destination.url })).json().detail).toContain('403 (AccessDenied)');
  });

  it('shows its address nowhere: not in answers, the log, the metrics or what is kept of renders', async () => {
    const destination = await openDestination((_request, response, number) =>
      response.writeHead(number === 0 ? 403 : 200).end(),
    );
    const first = await openService(destination);
    const log = buildLog(
      (line) => first.lines.push(line),
      'trace',
      () => new Date(0),
    );
    const recorder = openRenderRecorder(first.store, log, { keepContent: true });
    const service = await openTestService({ engine: first.engine, store: first.store, recorder, log });
    const answers = [];
    for (let count = 0; count < 2; count += 1) {
      answers.push(
        await service.app.inject({
          method: 'POST',
          url: '/api/v1/renderers/pdf',
          headers: first.auth,
          payload: {
            parts: { html: '<p>Hello' },
            destination: { put: `${destination.url}/hidden-path?${secret}`, headers: { 'x-token': 'hidden-token' } },
          },
        }),
      );
    }
    await recorder.flush();
    const { renders } = await first.store.accounts();
    const { entries: kept } = await renders.list('a', { limit: 10 });
    const contents = await Promise.all(
      kept.map(async ({ id }) => [await renders.get('a', id), (await renders.getKept('a', id)).request]),
    );
    const metrics = await service.app.inject({ url: '/metrics' });
    const seen = JSON.stringify([
      answers.map(({ headers, body }) => [headers, body]),
      service.lines,
      first.lines,
      kept,
      contents,
      metrics.body,
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([502, 200]);
    expect(kept).toHaveLength(2);
    expect(seen).toContain('<p>Hello');
    expect(seen).not.toMatch(/5ec3e7|hidden-path|hidden-token/);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://127.0.0.1/',
    'http://127.0.0.1:4711/api/v1/keys',
    'https://[::1]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://10.0.0.1/',
    'https://192.168.1.1:8443/',
    'https://[fd00::1]/',
    'https://example.com:22/',
    'http://93.184.216.34/',
    'https://something.invalid/',
  ])('is refused before anything is rendered where the rules forbid it: %s', async (put) => {
    const destination = await openDestination();
    const { render, engine } = await openService(destination);
    const answer = await render({ put });
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'address_not_allowed']);
    expect(engine.calls).toEqual([]);
  });

  it.each([
    [{ put: 'https://user:word@example.com/' }, '/destination/put'],
    [{ put: 'file:///etc/passwd' }, '/destination/put'],
    [{ put: 'https://example.com/\r\nX: y' }, '/destination/put'],
    [{ put: 'https://example.com/', headers: { Host: 'other' } }, '/destination/headers/Host'],
    [{ put: 'https://example.com/', headers: { 'content-LENGTH': '1' } }, '/destination/headers/content-LENGTH'],
    [
      { put: 'https://example.com/', headers: { 'Transfer-Encoding': 'chunked' } },
      '/destination/headers/Transfer-Encoding',
    ],
    [{ put: 'https://example.com/', headers: { Connection: 'upgrade' } }, '/destination/headers/Connection'],
    [{ put: 'https://example.com/', headers: { Expect: '100-continue' } }, '/destination/headers/Expect'],
    [
      { put: 'https://example.com/', headers: { 'Proxy-Authorization': 'x' } },
      '/destination/headers/Proxy-Authorization',
    ],
    [{ put: 'https://example.com/', headers: { 'x-a': '1', 'X-A': '2' } }, '/destination/headers/X-A'],
    [{ put: 'https://example.com/', headers: { 'X-A': 'b\r\nHost: other' } }, '/destination/headers/X-A'],
    [{ put: 'https://example.com/', headers: { 'X-A\r\nHost': 'b' } }, '/destination/headers/X-A\r\nHost'],
    [{ put: 'https://example.com/', headers: { 'X-A': 'ü' } }, '/destination/headers/X-A'],
    [{ put: 'https://example.com/', method: 'POST' }, '/destination/method'],
  ])('is refused by the field where it is not valid: %j', async (wanted, pointer) => {
    const destination = await openDestination();
    const { render, engine } = await openService(destination);
    const answer = await render(wanted);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
    expect(engine.calls).toEqual([]);
  });

  it('is no longer allowed once its name leads to this machine', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1'], ['127.0.0.1']];
    const dialled: string[] = [];
    const closed = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closed.once('listening', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const { connect } = await import('node:net');
    const engine = buildSendingEngine(
      { url: 'http://127.0.0.1:1' },
      {
        resolve: async () => answers.shift() ?? [],
        connect: (address) => {
          dialled.push(address);
          return connect(port, '127.0.0.1');
        },
      },
    );
    const sent = sendToDestination(engine, { put: `https://rebound.example/?${secret}` }, pdf, { timeoutMs: 5_000 });
    await expect(sent).rejects.toMatchObject({
      code: 'destination_failed',
      retryable: false,
      message: 'rebound.example is not allowed as a destination, or its name does not resolve',
    });
    expect(dialled).toEqual(['93.184.216.34']);
  });

  it('fails by name where nobody answers in time, and where nobody is there', async () => {
    const silent = await openDestination(() => undefined);
    const engine = buildSendingEngine(silent);
    await expect(sendToDestination(engine, { put: silent.url }, pdf, { timeoutMs: 200 })).rejects.toMatchObject({
      message: `${new URL(silent.url).host} did not answer in time`,
      retryable: true,
    });
    await silent.close();
    await expect(sendToDestination(engine, { put: silent.url }, pdf, { timeoutMs: 5_000 })).rejects.toMatchObject({
      message: `${new URL(silent.url).host} accepts no connections`,
    });
  });

  it('is left alone once the caller has gone', async () => {
    const silent = await openDestination(() => stop.abort(new Error('the caller has gone')));
    const stop = new AbortController();
    const engine = buildSendingEngine(silent);
    const sent = sendToDestination(engine, { put: silent.url }, pdf, { timeoutMs: 5_000, signal: stop.signal });
    await expect(sent).rejects.toThrow('the caller has gone');
    expect(silent.requests).toHaveLength(1);
  });
});

import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type Client, createClient, type Render, ServiceError } from '../../src/client/index.ts';
import { ended, packTinyPages, queued, tinyPng } from '../helpers/background-server.ts';
import {
  type RecordedRequest,
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../helpers/recording-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'platen-background-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { id } = queued;
const running: Render = { ...queued, status: 'running', progress: { parts: 3, parts_done: 1, pages: 4 } };
const done: Render = { ...queued, ...ended, status: 'done', pages: 1, bytes: tinyPdf.length };

type Answer = (request: RecordedRequest, response: ServerResponse, number: number) => void;

let server: RecordingServer;
let client: Client;

async function start(answer: Answer): Promise<void> {
  server = await startRecordingServer(answer);
  client = createClient({ baseUrl: server.url, apiKey: 'k', timeoutMs: 5000 });
}

/** Answers each request with the next of these; the last again and again. */
function inTurn(...answers: Answer[]): Answer {
  return (request, response, number) => answers[Math.min(number, answers.length - 1)]?.(request, response, number);
}

const state =
  (render: Render): Answer =>
  (_request, response) =>
    sendJson(response, 200, { data: render });

afterEach(async () => {
  await client?.close();
  await server?.close();
});

describe('a render that is submitted', () => {
  it('is the same request with a preference, and is answered by the render', async () => {
    await start((_request, response) => sendJson(response, 202, { data: queued }));
    const request = { parts: { html: 'x' }, job: { priority: 'high' as const, keep_seconds: 60 } };
    expect(await client.submitRender(request)).toEqual(queued);
    const [sent] = server.requests;
    expect([sent?.method, sent?.path, JSON.parse(sent?.body ?? '')]).toEqual([
      'POST',
      '/api/v1/renderers/pdf',
      request,
    ]);
    expect(sent?.headers.prefer).toBe('respond-async');
  });

  it('is sent again under the same key where the connection fails, and under the key of the caller', async () => {
    await start(
      inTurn(
        (_request, response) => response.destroy(),
        (_request, response) => sendJson(response, 202, { data: queued }),
      ),
    );
    await client.submitRender({ parts: { html: 'x' } });
    const [first, second] = server.requests.map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/\S/);
    expect(second).toBe(first);
    await client.submitRender({ parts: { html: 'x' } }, { idempotencyKey: 'mine' });
    expect(server.requests.at(-1)?.headers['idempotency-key']).toBe('mine');
  });

  it('is an error where the service renders at once', async () => {
    await start((_request, response) => sendPdf(response));
    await expect(client.submitRender({ parts: { html: 'x' } })).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: expect.stringContaining('does not support background renders'),
    });
  });
});

describe('waiting for a render', () => {
  it('lets the service keep the answer, and resolves with what is done', async () => {
    await start(inTurn(state(done)));
    expect(await client.waitForRender(id)).toEqual(done);
    await client.close();
    client = createClient({ baseUrl: server.url, apiKey: 'k' });
    await client.waitForRender(id);
    // The answer must come well within the time of a call.
    expect(server.requests.map(({ path }) => path)).toEqual(
      [2, 30].map((seconds) => `/api/v1/renders/${id}?wait_seconds=${seconds}`),
    );
  });

  it('tells how far it is, to its end', async () => {
    await start(inTurn(state(queued), state(running), state(done)));
    const seen: Render[] = [];
    await client.waitForRender(id, { onProgress: (render) => seen.push(render) });
    expect(seen).toEqual([queued, running, done]);
    expect(server.requests.every(({ path }) => path.endsWith('wait_seconds=1'))).toBe(true);
  });

  it('tells once that nobody is there to do the render', { timeout: 15_000 }, async () => {
    const alone = state({ ...queued, waits_for: 'worker' });
    await start(inTurn(alone, alone, alone, alone, state(done)));
    const stalls: Render[] = [];
    await client.waitForRender(id, { onStall: (render) => stalls.push(render), onProgress: () => undefined });
    expect(stalls).toEqual([{ ...queued, waits_for: 'worker' }]);
    expect(server.requests).toHaveLength(5);
    await server.close();

    await start(inTurn(alone, state(done)));
    await client.waitForRender(id, { onStall: (render) => stalls.push(render) });
    expect(stalls).toHaveLength(1);
    expect(server.requests[0]?.path).toMatch(/wait_seconds=2$/);
  });

  it('survives a service that goes away for a while', async () => {
    const down = (_request: RecordedRequest, response: ServerResponse) =>
      sendJson(response, 503, { code: 'shutting_down', retryable: true });
    await start(inTurn((_request, response) => response.destroy(), down, state(done)));
    const waits: [number, string][] = [];
    const render = await client.waitForRender(id, { onWait: (tries, error) => waits.push([tries, error.code]) });
    expect(render.status).toBe('done');
    expect(waits).toEqual([
      [1, 'connection_failed'],
      [2, 'shutting_down'],
    ]);
  });

  it('rejects as a synchronous render would where it failed', async () => {
    const error = {
      code: 'template_error',
      title: 'The template could not be filled in',
      detail: 'unknown filter',
      retryable: false,
      part: 1,
      line: 12,
      column: 7,
    };
    await start(state({ ...queued, ...ended, status: 'failed', error }));
    const thrown = await client.waitForRender(id).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ServiceError);
    expect(thrown).toMatchObject({
      code: 'template_error',
      message: 'unknown filter',
      details: { status: 422, part: 1, line: 12, column: 7, retryable: false, requestId: 'r-1' },
    });
  });

  it('rejects where it was cancelled, where nobody knows it, and where the key is refused', async () => {
    await start(state({ ...queued, ...ended, status: 'cancelled' }));
    await expect(client.waitForRender(id)).rejects.toMatchObject({ code: 'render_failed' });
    await server.close();
    for (const [status, code] of [
      [404, 'render_not_found'],
      [401, 'unauthorized'],
    ] as const) {
      await start((_request, response) => sendJson(response, status, { code, detail: 'no' }));
      await expect(client.waitForRender(id)).rejects.toMatchObject({ code });
      expect(server.requests).toHaveLength(1);
      await client.close();
      await server.close();
    }
  });

  it('outlives an answer that does not come within the time of a call', async () => {
    await start(inTurn(() => undefined, state(done)));
    await client.close();
    client = createClient({ baseUrl: server.url, apiKey: 'k', timeoutMs: 300 });
    expect(await client.waitForRender(id)).toEqual(done);
    await server.close();
    await start(() => undefined);
    await client.close();
    client = createClient({ baseUrl: server.url, apiKey: 'k', timeoutMs: 300 });
    await expect(client.waitForRender(id, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
      message: `the render ${id} has not ended within 0.3 s`,
    });
  });

  it('ends with the time that it was given', async () => {
    await start(state(running));
    await expect(client.waitForRender(id, { timeoutMs: 300 })).rejects.toMatchObject({
      code: 'timeout',
      message: `the render ${id} has not ended within 0.3 s`,
    });
    await server.close();
    await client.close();
    // A service that takes the question and never answers.
    await start(() => undefined);
    for (const [timeoutMs, calls] of [
      [400, 1],
      [1300, 2],
    ] as const) {
      const started = performance.now();
      const waits: string[] = [];
      const onWait = (_tries: number, error: ServiceError) => waits.push(error.code);
      await expect(client.waitForRender(id, { timeoutMs, onWait })).rejects.toMatchObject({ code: 'timeout' });
      const ms = performance.now() - started;
      expect(ms).toBeGreaterThanOrEqual(timeoutMs - 1);
      // Whole seconds, or the time of a call, would be more.
      expect(ms).toBeLessThan(timeoutMs + 600);
      expect([server.requests.length, waits]).toEqual([calls, []]);
    }
  });

  it('goes on for all of its time where the service answers at once', async () => {
    await start(state(running));
    const started = performance.now();
    await expect(client.waitForRender(id, { timeoutMs: 1200 })).rejects.toMatchObject({ code: 'timeout' });
    expect(performance.now() - started).toBeGreaterThanOrEqual(1199);
  });

  it('ends with its time whatever fractions the clock gives', async () => {
    await start(state(running));
    const times = Array.from({ length: 20 }, (_, index) => 100.1 + index / 3);
    const codes = times.map((timeoutMs) => client.waitForRender(id, { timeoutMs }).catch(({ code }) => code));
    expect(await Promise.all(codes)).toEqual(times.map(() => 'timeout'));
  });

  it('ends with the signal', async () => {
    await start(state(running));
    const stop = new AbortController();
    const waiting = client.waitForRender(id, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('the PDF of a render', () => {
  const etag = `"${createHash('sha256').update(tinyPdf).digest('hex')}"`;
  const whole = { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length), etag };
  const cutAfter =
    (bytes: number): Answer =>
    (_request, response) => {
      response.writeHead(200, whole);
      response.write(tinyPdf.subarray(0, bytes), () => response.destroy());
    };
  const rest: Answer = ({ headers }, response) => {
    const first = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]);
    const range = `bytes ${first}-${tinyPdf.length - 1}/${tinyPdf.length}`;
    response.writeHead(206, { ...whole, 'content-length': String(tinyPdf.length - first), 'content-range': range });
    response.end(tinyPdf.subarray(first));
  };

  it('is read like any other, with what the service says of it', async () => {
    await start((_request, response) => sendPdf(response, { 'platen-pages': '1' }));
    const pdf = await client.readRender(id);
    expect(pdf.pages).toBe(1);
    expect(Buffer.from(await pdf.bytes()).equals(tinyPdf)).toBe(true);
    expect(server.requests[0]?.path).toBe(`/api/v1/renders/${id}/pdf`);
  });

  it('is saved whole where the connection is cut, by asking for the rest alone', async () => {
    await start(inTurn(cutAfter(100), rest));
    const path = join(folder, 'resumed.pdf');
    await (await client.readRender(id)).save(path);
    expect(readFileSync(path).equals(tinyPdf)).toBe(true);
    const [, { headers } = { headers: {} as RecordedRequest['headers'] }] = server.requests;
    expect(headers.range).toMatch(/^bytes=\d+-$/);
    expect(headers['if-range']).toBe(etag);
  });

  it.each([
    [
      'is another by now',
      (_request: RecordedRequest, response: ServerResponse) => void response.writeHead(200, whole).end(tinyPdf),
    ],
    [
      'is gone by now',
      (_request: RecordedRequest, response: ServerResponse) => sendJson(response, 404, { code: 'render_not_found' }),
    ],
    ['comes in no pieces', cutAfter(100)],
  ])('is never put together of two where it %s', async (_name, second) => {
    await start(inTurn(cutAfter(100), second));
    await expect((await client.readRender(id)).save(join(folder, 'mixed.pdf'))).rejects.toBeInstanceOf(ServiceError);
    expect(readdirSync(folder)).not.toContain('mixed.pdf');
  });

  it('is an error before its end, and where it has none', async () => {
    const refuse = (code: string) => (_request: RecordedRequest, response: ServerResponse) =>
      sendJson(response, 409, { code, detail: 'no PDF' });
    await start(inTurn(refuse('render_not_finished'), refuse('render_failed')));
    await expect(client.readRender(id)).rejects.toMatchObject({ code: 'render_not_finished' });
    await expect(client.readRender(id)).rejects.toMatchObject({ code: 'render_failed' });
  });
});

describe('images in the background', () => {
  const { type, bytes } = packTinyPages(2);
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  const facts = { 'content-type': type, 'content-length': String(bytes.length), etag };

  it('are submitted with a preference, to the path of images', async () => {
    await start((_request, response) => sendJson(response, 202, { data: { ...queued, kind: 'image' } }));
    const request = { parts: { html: 'x' }, image: { width: 400 }, job: { keep_seconds: 60 } };
    expect(await client.submitImages(request)).toMatchObject({ kind: 'image' });
    const [sent] = server.requests;
    expect([sent?.path, sent?.headers.prefer]).toEqual(['/api/v1/renderers/image', 'respond-async']);
    expect(JSON.parse(sent?.body ?? '')).toEqual(request);
    expect(sent?.headers['idempotency-key']).toMatch(/\S/);
  });

  it('are read page by page, also where the connection is cut', async () => {
    await start(
      inTurn(
        (_request, response) => {
          response.writeHead(200, facts);
          response.write(bytes.subarray(0, 50), () => response.destroy());
        },
        ({ headers }, response) => {
          const first = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]);
          const range = `bytes ${first}-${bytes.length - 1}/${bytes.length}`;
          const rest = { 'content-length': String(bytes.length - first), 'content-range': range };
          response.writeHead(206, { ...facts, ...rest }).end(bytes.subarray(first));
        },
      ),
    );
    const { images } = await client.readImages(id);
    expect(images).toEqual(
      [1, 2].map((page) => ({ page, type: 'image/png', width: 3, height: 2, bytes: new Uint8Array(tinyPng) })),
    );
    expect(server.requests[0]?.path).toBe(`/api/v1/renders/${id}/result`);
  });

  it.each<[string, string, Record<string, string>]>([
    ['of a PDF', 'unexpected_answer', { 'content-type': 'application/pdf' }],
    ['of another type', 'unexpected_answer', { 'content-type': 'text/html' }],
    ['with another digest', 'body_cut', { 'repr-digest': `sha-256=:${'A'.repeat(43)}=:` }],
  ])('are an error in an answer %s', async (_name, code, headers) => {
    await start((_request, response) => void response.writeHead(200, { ...facts, ...headers }).end(bytes));
    await expect(client.readImages(id, { retries: 0 })).rejects.toMatchObject({ code });
  });
});

describe('renders of the background', () => {
  it('are cancelled, or forgotten where they have ended', async () => {
    const cancelled: Render = { ...queued, ...ended, status: 'cancelled' };
    await start(inTurn(state(cancelled), (_request, response) => response.writeHead(204).end()));
    expect(await client.cancelRender(id)).toEqual(cancelled);
    expect(await client.cancelRender(id)).toBeUndefined();
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });

  it('are listed by page', async () => {
    await start((_request, response) => sendJson(response, 200, { data: [done], page: { next: 'n' } }));
    expect(await client.listRenders({ status: 'done', limit: 1 })).toEqual({ data: [done], page: { next: 'n' } });
    expect(server.requests[0]?.path).toBe('/api/v1/renders?status=done&limit=1');
  });

  it('are an error where the answer is something else', async () => {
    await start((_request, response) => sendJson(response, 200, { data: [{ name: 'x' }] }));
    await expect(client.getRender(id)).rejects.toMatchObject({ code: 'unexpected_answer' });
    await expect(client.listRenders()).rejects.toMatchObject({ code: 'unexpected_answer' });
  });
});

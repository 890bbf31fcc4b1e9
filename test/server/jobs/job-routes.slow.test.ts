import { createHash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../../src/engine/index.ts';
import { RequestError } from '../../../src/server/answers/problems.ts';
import { compareHeaders } from '../described-headers.ts';
import { done, openTestService, pdf } from '../test-service.ts';
import { openBackgroundService } from './background-service.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const hex = createHash('sha256').update(pdf).digest('hex');

describe('a render in the background', () => {
  it('is taken with 202 and its address, done, and fetched whole or in part', async () => {
    const { background, submit, send, until, engine, store } = await openBackgroundService();
    const taken = await submit({ metadata: { title: 'Rechnung' } }, { prefer: 'wait=5, Respond-Async' });
    expect(taken.statusCode).toBe(202);
    const { data } = taken.json();
    expect(data).toMatchObject({ id: expect.stringMatching(uuid), status: 'queued', source: 'url', attempts: 0 });
    expect(taken.headers).toMatchObject({
      location: `/api/v1/renders/${data.id}`,
      'retry-after': '1',
      'preference-applied': 'respond-async',
    });
    const early = await send('GET', `/api/v1/renders/${data.id}/pdf`);
    expect(early.json()).toMatchObject({ status: 409, code: 'render_not_finished', retryable: true });
    expect(early.headers['retry-after']).toBe('1');

    background.start();
    const ended = await until(data.id, 'done');
    expect(ended).toMatchObject({ pages: 2, bytes: pdf.length, sha256: hex, attempts: 1, error: null, warnings: [] });
    expect(Date.parse(ended.expires_at ?? '') - Date.parse(ended.ended_at ?? '')).toBe(86_400_000);
    expect(engine.calls).toHaveLength(1);
    expect(engine.calls[0]?.request).toEqual({ parts: 'https://example.com', metadata: { title: 'Rechnung' } });

    const whole = await send('GET', `/api/v1/renders/${data.id}/pdf`);
    expect(whole.rawPayload).toEqual(pdf);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="Rechnung.pdf"',
      'content-length': String(pdf.length),
      'accept-ranges': 'bytes',
      etag: `"${hex}"`,
      'platen-pages': '2',
      'repr-digest': `sha-256=:${Buffer.from(hex, 'hex').toString('base64')}:`,
    });
    const part = async (headers: object) => send('GET', `/api/v1/renders/${data.id}/pdf`, { headers });
    const middle = await part({ range: 'bytes=5-8', 'if-range': `"${hex}"` });
    expect([middle.statusCode, middle.body]).toEqual([206, pdf.subarray(5, 9).toString()]);
    expect(middle.headers['content-range']).toBe(`bytes 5-8/${pdf.length}`);
    expect((await part({ range: 'bytes=-3' })).body).toBe(pdf.subarray(-3).toString());
    expect((await part({ range: 'bytes=20-' })).body).toBe(pdf.subarray(20).toString());
    for (const range of ['bytes=8-5', 'bytes=0-1,3-4', 'pages=1-2'])
      expect((await part({ range })).statusCode).toBe(200);
    expect((await part({ range: 'bytes=0-1', 'if-range': '"other"' })).statusCode).toBe(200);
    const beyond = await part({ range: `bytes=${pdf.length}-` });
    expect(beyond.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
    expect(beyond.headers['content-range']).toBe(`bytes */${pdf.length}`);
    const unchanged = await part({ 'if-none-match': `"${hex}"` });
    expect(unchanged.statusCode).toBe(304);
    expect((await send('GET', `/api/v1/renders/${data.id}/pdf?link=true`)).json()).toMatchObject({ code: 'not_found' });
    const { result } = await (await store.jobs()).get({ account: 'a' }, data.id);
    const results = await background.results();
    await results.drop(result as Parameters<typeof results.drop>[0]);
    const gone = await part({});
    expect(gone.statusCode).toBe(410);
    for (const answer of [whole, middle, beyond, unchanged, early, gone]) {
      const { sent, described } = compareHeaders('getRenderPdf', answer);
      const isUsual = (name: string) => name !== 'platen-warning-list' && name !== 'platen-template-revision';
      expect(sent, String(answer.statusCode)).toEqual(described.filter(isUsual));
    }
    const { sent, described } = compareHeaders('renderPdf', taken);
    expect(sent).toEqual(described);
  });

  it('says why it failed, and has no PDF then', async () => {
    const { background, submit, send, until, engine } = await openBackgroundService();
    engine.answer = async () => {
      throw new RequestError('page_failed', 'it answered with 500');
    };
    background.start();
    const { data } = (await submit()).json();
    expect((await until(data.id, 'failed')).error).toEqual({
      ...{ code: 'page_failed', title: 'The page returned an error', detail: 'it answered with 500' },
      retryable: false,
    });
    const answer = await send('GET', `/api/v1/renders/${data.id}/pdf`);
    expect(answer.json()).toMatchObject({
      status: 409,
      code: 'render_failed',
      detail: expect.stringContaining('page_failed'),
    });
    // It never has a PDF.
    expect(answer.headers['retry-after']).toBeUndefined();
  });

  it('says nothing of a failure of the service itself but its code', async () => {
    const { background, submit, until, engine } = await openBackgroundService();
    engine.answer = async () => {
      throw new Error('secret');
    };
    background.start();
    const { data } = (await submit()).json();
    const { error } = await until(data.id, 'failed');
    expect(error).toEqual({ code: 'internal', title: 'An unexpected error', retryable: true });
  });

  it('has its whole time from its slot on, and waits again where none became free for long', async () => {
    const { background, submit, until, engine, store } = await openBackgroundService();
    const jobs = await store.jobs();
    const begun: (number | undefined)[] = [];
    engine.answer = async (_, { queueMs }) => {
      begun.push(queueMs);
      // The job is given back once, and then ends by its own deadline.
      if (begun.length === 1) throw new EngineError('queue_timeout', 'x', { stage: 'queue' });
      throw new EngineError('render_timeout', 'x', { stage: 'load' });
    };
    background.start();
    const { data } = (await submit({ options: { timeout_ms: 1 } })).json();
    expect(await until(data.id, 'failed')).toMatchObject({ attempts: 1, error: { code: 'render_timeout' } });
    expect(begun).toEqual([30_000, 30_000]);
    await expect.poll(() => jobs.tickets.countByAccount()).toEqual(new Map());
  });

  it('is refused at once where that can be said at once', async () => {
    const { submit, send, makeKey, store, app } = await openBackgroundService();
    const now = Date.now();
    const later = new Date(now + 31 * 86_400_000).toISOString();
    expect((await submit({ job: { start_at: later } })).json()).toMatchObject({
      ...{ status: 422, code: 'invalid_request' },
      errors: [{ pointer: '/job/start_at', detail: 'must be within 30 days' }],
    });
    expect((await submit({ job: { keep_seconds: 59 } })).statusCode).toBe(422);
    const missing = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect((await submit({ parts: [{ html: 'x' }, { template: missing }] })).json()).toMatchObject({
      ...{ status: 404, code: 'template_not_found', part: 1 },
    });
    const answered = await send('POST', '/api/v1/renderers/pdf', { payload: { parts: { html: 'x' }, job: {} } });
    expect(answered.json()).toMatchObject({ status: 422, errors: [{ pointer: '/job' }] });
    const { id } = await store.templates.create('a', { name: 'n' });
    await makeKey('a');
    expect((await submit({ parts: { template: id } })).statusCode).toBe(202);
    const { auth } = await makeKey('b');
    const listed = await app.inject({ url: '/api/v1/renders', headers: auth });
    expect(listed.json()).toEqual({ data: [], page: { next: null } });
  });

  it('is the same again under its Idempotency-Key', async () => {
    const { submit } = await openBackgroundService();
    const named = { 'idempotency-key': 'order-1' };
    const [first, again] = [await submit({}, named), await submit({}, named)];
    expect([first.statusCode, again.statusCode]).toEqual([202, 202]);
    expect(again.json().data.id).toBe(first.json().data.id);
    expect((await submit({ parts: { html: 'other' } }, named)).json()).toMatchObject({ code: 'idempotency_mismatch' });
  });

  it.each([
    ['waits', 'does not', { prefer: 'respond-async' }, {}],
    ['does not wait', 'does', {}, { prefer: 'respond-async' }],
  ])(
    'shares its Idempotency-Key with renders that are waited for: one %s, the other %s',
    async (_one, _other, first, second) => {
      const { send } = await openBackgroundService();
      const render = (html: string, name: string, more: object) =>
        send('POST', '/api/v1/renderers/pdf', {
          headers: { 'idempotency-key': name, ...more },
          payload: { parts: { html } },
        });
      expect((await render('a', 'order-1', first)).statusCode).toBeLessThan(300);
      expect((await render('b', 'order-1', second)).json()).toMatchObject({ code: 'idempotency_mismatch' });
      expect((await render('a', 'order-1', second)).statusCode).toBeLessThan(300);
      const both = await Promise.all([render('a', 'order-2', first), render('b', 'order-2', second)]);
      expect(both.map(({ statusCode }) => statusCode < 300).sort()).toEqual([false, true]);
    },
  );

  it('is cancelled while it waits and while it runs, and forgotten once it has ended', async () => {
    const { background, submit, send, until, engine } = await openBackgroundService();
    const waiting = (await submit()).json().data;
    const cancelled = await send('DELETE', `/api/v1/renders/${waiting.id}`);
    expect([cancelled.statusCode, cancelled.json().data.status]).toEqual([200, 'cancelled']);
    expect((await send('DELETE', `/api/v1/renders/${waiting.id}`)).statusCode).toBe(204);
    expect((await send('GET', `/api/v1/renders/${waiting.id}`)).json()).toMatchObject({ code: 'render_not_found' });

    let stopped = false;
    engine.answer = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          stopped = true;
          reject(signal.reason);
        });
      });
    background.start();
    const running = (await submit()).json().data;
    await until(running.id, 'running');
    await send('DELETE', `/api/v1/renders/${running.id}`);
    await expect.poll(() => stopped).toBe(true);
    engine.answer = async () => done;
    const next = (await submit()).json().data;
    await until(next.id, 'done');
    expect((await send('GET', `/api/v1/renders/${running.id}/pdf`)).json()).toMatchObject({
      ...{ code: 'render_failed', detail: 'the render was cancelled' },
    });
    await send('DELETE', `/api/v1/renders/${next.id}`);
    expect((await send('GET', `/api/v1/renders/${next.id}/pdf`)).statusCode).toBe(404);
  });

  it('can be waited for, and is not sent again while nothing has changed', async () => {
    const { background, submit, send, engine } = await openBackgroundService();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    engine.answer = () => promise;
    background.start();
    const { id } = (await submit()).json().data;
    const path = `/api/v1/renders/${id}`;
    await expect.poll(() => engine.calls.length).toBe(1);
    const before = await send('GET', path);
    expect(before.headers['retry-after']).toBe('1');
    const same = await send('GET', path, { headers: { 'if-none-match': before.headers.etag } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    for (const answer of [before, same]) {
      const { sent, described } = compareHeaders('getRender', answer);
      expect(sent, String(answer.statusCode)).toEqual(described);
    }
    const waiting = send('GET', `${path}?wait_seconds=30`);
    resolve(done);
    const after = await waiting;
    expect(after.json().data.status).toBe('done');
    expect(after.headers['retry-after']).toBeUndefined();
    expect((await send('GET', `${path}?wait_seconds=31`)).json()).toMatchObject({
      ...{ status: 422, detail: 'the query parameter "wait_seconds" must be a whole number from 0 to 30' },
    });
  });

  it('is waited for by a sixteenth of the connections for one account, and reported as running beyond', async () => {
    const { background, submit, send, engine } = await openBackgroundService();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    engine.answer = () => promise;
    background.start();
    const { id } = (await submit()).json().data;
    const ask = async () => (await send('GET', `/api/v1/renders/${id}?wait_seconds=30`)).json().data.status;
    const answers = Array.from({ length: 65 }, ask);
    expect(await Promise.race(answers)).toMatch(/queued|running/);
    resolve(done);
    expect((await Promise.all(answers)).filter((status) => status === 'done')).toHaveLength(64);
  });

  it('tells how far it is', async () => {
    const { background, submit, until, send, engine } = await openBackgroundService();
    const { promise, resolve } = Promise.withResolvers<typeof done>();
    engine.answer = (_, { onProgress }) => {
      onProgress?.({ parts: 3, parts_done: 1, pages: 4 });
      return promise;
    };
    background.start();
    const { id } = (await submit()).json().data;
    const progress = async () => (await send('GET', `/api/v1/renders/${id}`)).json().data.progress;
    await expect.poll(progress).toEqual({ parts: 3, parts_done: 1, pages: 4 });
    resolve(done);
    await until(id, 'done');
  });

  it('shows in the metrics while it waits', async () => {
    const { submit, app } = await openBackgroundService();
    await submit();
    await submit();
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/^platen_jobs_waiting 2$/m);
    expect(body).toMatch(/^platen_jobs_running 0$/m);
    expect(body).toMatch(/^platen_jobs_oldest_seconds \d/m);
  });
});

describe('the role of a service', () => {
  it('web takes renders and does none', async () => {
    const { background, submit, send, engine } = await openBackgroundService({ role: 'web' });
    background.start();
    const { id } = (await submit()).json().data;
    expect((await send('GET', `/api/v1/renders/${id}?wait_seconds=1`)).json().data.status).toBe('queued');
    expect(engine.calls).toEqual([]);
  });

  it('web says that nobody does renders, until a worker is there and once it has ended', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'platen-roles-'));
    const { submit, send, app, until } = await openBackgroundService({ role: 'web', dataFolder });
    const { data } = (await submit()).json();
    expect(data.waits_for).toBe('worker');
    const workers = async () => {
      const [ready, metrics] = [await app.inject('/readyz'), await app.inject('/metrics')];
      return [ready.json().workers, /^platen_workers (\d+)$/m.exec(metrics.body)?.[1]];
    };
    expect(await workers()).toEqual([0, '0']);
    const listed = async () => (await send('GET', '/api/v1/renders?status=queued')).json().data[0]?.waits_for;
    expect(await listed()).toBe('worker');

    const { background: worker } = await openBackgroundService({ role: 'worker', dataFolder });
    worker.start();
    await until(data.id, 'done');
    await expect.poll(workers).toEqual([1, '1']);
    await worker.drain(0);
    await expect.poll(workers).toEqual([0, '0']);
    await submit();
    expect(await listed()).toBe('worker');
  });

  it('worker answers operators alone', async () => {
    const { app, auth } = await openTestService({ operationsOnly: true });
    for (const url of ['/healthz', '/readyz', '/metrics']) expect((await app.inject(url)).statusCode).toBe(200);
    for (const url of ['/', '/docs', '/api/v1/templates', '/api/v1/renders']) {
      const answer = await app.inject({ url, headers: auth });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().detail).toContain('send requests to one with --role web or both');
    }
  });
});

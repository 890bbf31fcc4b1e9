import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { StoreLocation } from '../../../src/store/index.ts';
import { sharePostgres } from '../../store/shared-postgres.ts';
import { compareHeaders } from '../described-headers.ts';
import { type BackgroundService, openBackgroundService } from './background-service.ts';

const imagePath = '/api/v1/renderers/image';

/** A service whose documents have this number of pages. */
async function openWithPages(count: number, location?: StoreLocation) {
  const service = await openBackgroundService({ location });
  service.engine.drawn = async () =>
    Array.from({ length: count }, (_, index) => {
      const page = index + 1;
      return { page, width: 10, height: 20, bytes: Buffer.from(`image ${page}`) };
    });
  return service;
}

function submitImages({ send }: BackgroundService, body: object = {}, headers: object = {}) {
  return send('POST', imagePath, {
    headers: { prefer: 'respond-async', ...headers },
    payload: { parts: { html: 'a' }, ...body },
  });
}

describe('a render of images in the background', () => {
  it.each([
    ['the image of the only page', 1, {}, {}, 'image/png', 'A card.png'],
    ['an archive of several', 11, {}, {}, 'application/zip', 'A card.zip'],
    [
      'an archive of one page, if that is accepted',
      1,
      {},
      { accept: 'application/zip' },
      'application/zip',
      'A card.zip',
    ],
    ['the format of the request', 1, { format: 'jpeg' }, {}, 'image/jpeg', 'A card.jpeg'],
    ['the format of Accept', 1, {}, { accept: 'image/jpeg' }, 'image/jpeg', 'A card.jpeg'],
  ])('gives %s, the same bytes as the answer to who waits', async (_, pages, image, headers, type, name) => {
    const service = await openWithPages(pages);
    const { background, send, until, engine } = service;
    const body = { image, metadata: { title: 'A card' } };
    const waited = await send('POST', imagePath, { headers, payload: { parts: { html: 'a' }, ...body } });
    const taken = await submitImages(service, { ...body, job: { keep_seconds: 60 } }, headers);
    expect(taken.statusCode, taken.body).toBe(202);
    const { data } = taken.json();
    expect(data).toMatchObject({ kind: 'image', status: 'queued', type: null, source: 'html' });
    background.start();
    const ended = await until(data.id, 'done');
    const sha256 = createHash('sha256').update(waited.rawPayload).digest('hex');
    expect(ended).toMatchObject({ kind: 'image', type, pages: 2, bytes: waited.rawPayload.length, sha256 });
    expect(Date.parse(ended.expires_at ?? '') - Date.parse(ended.ended_at ?? '')).toBe(60_000);
    // What the engine is asked for has nothing of the images or of the job.
    expect(engine.calls.map(({ request }) => request)).toEqual([
      { parts: { html: 'a' }, metadata: { title: 'A card' } },
      { parts: { html: 'a' }, metadata: { title: 'A card' } },
    ]);
    const fetched = await send('GET', `/api/v1/renders/${data.id}/result`);
    expect(fetched.rawPayload).toEqual(waited.rawPayload);
    const facts = { 'content-type': type, 'content-disposition': `inline; filename="${name}"` };
    expect(waited.headers).toMatchObject(facts);
    expect(fetched.headers).toMatchObject({ ...facts, etag: `"${sha256}"`, 'accept-ranges': 'bytes' });
    for (const header of ['repr-digest', 'platen-pages', 'platen-warnings', 'content-length']) {
      expect(fetched.headers[header], header).toBe(waited.headers[header]);
    }
    const part = await send('GET', `/api/v1/renders/${data.id}/result`, { headers: { range: 'bytes=2-4' } });
    expect([part.statusCode, part.rawPayload]).toEqual([206, waited.rawPayload.subarray(2, 5)]);
    for (const answer of [fetched, part]) {
      const { sent, described } = compareHeaders('getRenderResult', answer);
      const isUsual = (header: string) => header !== 'platen-warning-list' && header !== 'platen-template-revision';
      expect(sent).toEqual(described.filter(isUsual));
    }
  });

  it('is kept by Postgres too', async () => {
    const postgres = await sharePostgres();
    const service = await openWithPages(3, await postgres.makeLocation());
    const { background, send, until } = service;
    background.start();
    const { data } = (await submitImages(service)).json();
    expect(await until(data.id, 'done')).toMatchObject({ kind: 'image', type: 'application/zip' });
    expect((await background.results()).kind).toBe('database');
    const waited = await send('POST', imagePath, { payload: { parts: { html: 'a' } } });
    expect((await send('GET', `/api/v1/renders/${data.id}/result`)).rawPayload).toEqual(waited.rawPayload);
  });

  it('has no PDF, and a render of a PDF has its PDF as its result', async () => {
    const service = await openWithPages(1);
    const { background, send, until, submit } = service;
    background.start();
    const image = (await submitImages(service)).json().data;
    const pdf = (await submit()).json().data;
    await Promise.all([until(image.id, 'done'), until(pdf.id, 'done')]);
    expect((await send('GET', `/api/v1/renders/${image.id}/pdf`)).json()).toMatchObject({
      ...{ status: 404, code: 'not_found' },
      detail: `the render makes images instead of a PDF: GET /api/v1/renders/${image.id}/result`,
    });
    const [result, same] = await Promise.all(
      ['result', 'pdf'].map((name) => send('GET', `/api/v1/renders/${pdf.id}/${name}`)),
    );
    expect(result?.headers['content-type']).toBe('application/pdf');
    expect(result?.rawPayload).toEqual(same?.rawPayload);
    const listed = (await send('GET', '/api/v1/renders')).json().data as { kind: string; type: string }[];
    expect(listed.map(({ kind, type }) => [kind, type])).toEqual([
      ['pdf', 'application/pdf'],
      ['image', 'image/png'],
    ]);
  });

  it('fails as the answer to who waits would: several pages in one image', async () => {
    const service = await openWithPages(2);
    service.background.start();
    const { data } = (await submitImages(service, {}, { accept: 'image/png' })).json();
    expect(await service.until(data.id, 'failed')).toMatchObject({ type: null, error: { code: 'not_acceptable' } });
  });

  it('waits for the slot of its drawing behind callers, and no longer counts that as its time', async () => {
    const service = await openWithPages(1);
    const { background, engine, until } = service;
    const given: Parameters<typeof engine.drawn>[2][] = [];
    const { drawn } = engine;
    engine.drawn = (pdf, image, context) => {
      given.push(context);
      return drawn(pdf, image, context);
    };
    const { id } = (await submitImages(service, { options: { timeout_ms: 20_000 } })).json().data;
    background.start();
    await until(id, 'done');
    expect(given).toMatchObject([{ inBackground: true, queueMs: 600_000 }]);
    expect(given[0]?.timeoutMs).toBeLessThan(21_000);
  });

  it('ends its drawing when it is cancelled', async () => {
    const service = await openWithPages(1);
    const { background, send, until, engine } = service;
    const { promise: begun, resolve: begin } = Promise.withResolvers<AbortSignal | undefined>();
    engine.drawn = (_pdf, _image, { signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        begin(signal);
      });
    background.start();
    const { data } = (await submitImages(service)).json();
    const signal = await begun;
    expect((await send('DELETE', `/api/v1/renders/${data.id}`)).json().data.status).toBe('cancelled');
    await expect.poll(() => signal?.aborted).toBe(true);
    expect(await until(data.id, 'cancelled')).toMatchObject({ kind: 'image', type: null });
    expect((await send('GET', `/api/v1/renders/${data.id}/result`)).json()).toMatchObject({ code: 'render_failed' });
  });

  it('refuses at once what no image can be', async () => {
    const service = await openWithPages(1);
    for (const [body, pointer] of [
      [{ image: { dpi: 96, width: 9 } }, '/image/width'],
      [{ image: { format: 'jpeg', transparent: true } }, '/image/transparent'],
      [{ pdf: { encrypt: { user_password: '', owner_password: 'o' } } }, '/pdf/encrypt'],
    ] as const) {
      expect((await submitImages(service, body)).json()).toMatchObject({ status: 422, errors: [{ pointer }] });
    }
    const inTheForeground = await service.send('POST', imagePath, { payload: { parts: { html: 'a' }, job: {} } });
    expect(inTheForeground.json()).toMatchObject({ status: 422, errors: [{ pointer: '/job' }] });
  });

  it('is the same again under its Idempotency-Key, which is not that of a PDF of the same request', async () => {
    const service = await openWithPages(1);
    const named = { 'idempotency-key': 'card-1' };
    const [first, again] = [await submitImages(service, {}, named), await submitImages(service, {}, named)];
    expect(again.json().data.id).toBe(first.json().data.id);
    const pdf = await service.submit({ parts: { html: 'a' } }, named);
    expect(pdf.json()).toMatchObject({ code: 'idempotency_mismatch' });
    const waited = await service.send('POST', imagePath, { headers: named, payload: { parts: { html: 'a' } } });
    expect([waited.statusCode, waited.body]).toEqual([200, 'image 1']);
  });
});

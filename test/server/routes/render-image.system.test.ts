import { randomBytes } from 'node:crypto';
import { unzipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatApiKey, type ImageRequest } from '../../../src/contract/index.ts';
import { EngineError } from '../../../src/engine/index.ts';
import { done, openTestService, pdf, type TestService } from '../test-service.ts';

let service: TestService;
const drawn: { pdf: Uint8Array; image: object }[] = [];

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
});
beforeEach(() => {
  service.reset();
  drawn.length = 0;
  drawPages(1);
});

/** Has the engine draw documents with this number of pages. */
function drawPages(count: number): void {
  service.engine.drawn = async (given, image) => {
    drawn.push({ pdf: given, image });
    return Array.from({ length: count }, (_, index) => {
      const page = index + 1;
      return { page, width: 10, height: 20, bytes: Buffer.from(`image ${page}`) };
    });
  };
}

function render(payload: Partial<ImageRequest> | object = {}, headers: Record<string, string> = {}) {
  return service.app.inject({
    method: 'POST',
    url: '/api/v1/renderers/image',
    headers: { ...service.auth, 'content-type': 'application/json', ...headers },
    payload: JSON.stringify({ parts: { html: 'a' }, ...payload }),
  });
}

describe('a render of images', () => {
  it('answers the image of the only page', async () => {
    const answer = await render({ image: { dpi: 72 }, metadata: { title: 'A card' } }, { accept: 'image/png' });
    expect([answer.statusCode, answer.body]).toEqual([200, 'image 1']);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': '7',
      'content-disposition': 'inline; filename="A card.png"',
      'repr-digest': expect.stringContaining('sha-256='),
      'platen-warnings': '0',
    });
    expect(drawn).toEqual([{ pdf, image: { dpi: 72, format: 'png' } }]);
    expect(service.engine.calls[0]?.request).toEqual({ parts: { html: 'a' }, metadata: { title: 'A card' } });
  });

  it('answers an archive of several pages, with the same bytes each time', async () => {
    drawPages(11);
    const answers = [await render(), await render({}, { accept: 'application/zip, image/png' })];
    for (const { headers, rawPayload } of answers) {
      expect(headers).toMatchObject({ 'content-type': 'application/zip' });
      expect(headers['content-disposition']).toBe('inline; filename="document.zip"');
      const files = unzipSync(rawPayload);
      expect([Object.keys(files).length, Object.keys(files)[0]]).toEqual([11, 'page-01.png']);
      expect(Buffer.from(files['page-11.png'] ?? []).toString()).toBe('image 11');
    }
    expect(answers[0]?.rawPayload).toEqual(answers[1]?.rawPayload);
  });

  it('answers JSON with the images in base64', async () => {
    drawPages(2);
    const answer = await render({ image: { format: 'jpeg' } }, { accept: 'application/json' });
    expect(answer.json().data).toEqual({
      images: [1, 2].map((page) => ({
        page,
        type: 'image/jpeg',
        width: 10,
        height: 20,
        bytes: 7,
        base64: Buffer.from(`image ${page}`).toString('base64'),
      })),
      warnings: [],
      timings: done.timings,
      templates: [],
    });
  });

  it('takes the format from Accept if the request names none', async () => {
    const answer = await render({}, { accept: 'image/jpeg' });
    expect(answer.headers['content-type']).toBe('image/jpeg');
    expect(drawn[0]?.image).toEqual({ format: 'jpeg' });
  });

  it('renders once under an idempotency key', async () => {
    const headers = { 'idempotency-key': 'one', accept: 'image/png' };
    const answers = [await render({}, headers), await render({}, headers)];
    expect(answers.map(({ body }) => body)).toEqual(['image 1', 'image 1']);
    expect(service.engine.calls).toHaveLength(1);
    expect((await render({ image: { width: 9 } }, headers)).json().code).toBe('idempotency_mismatch');
  });

  it('counts as a render, also if drawing fails', async () => {
    service.engine.drawn = () =>
      Promise.reject(new EngineError('too_many_pages', 'The document has 500 pages.', { stage: 'draw' }));
    const answer = await render();
    expect([answer.statusCode, answer.json()]).toMatchObject([422, { code: 'too_many_pages', stage: 'draw' }]);
  });

  it.each<[string, object, Record<string, string>, number, string]>([
    ['several pages in one image', { parts: { html: 'two' } }, { accept: 'image/png' }, 406, 'not_acceptable'],
    ['a type that it has not', {}, { accept: 'image/webp' }, 406, 'not_acceptable'],
    ['the other format', { image: { format: 'png' } }, { accept: 'image/jpeg' }, 406, 'not_acceptable'],
    ['dpi and width', { image: { dpi: 96, width: 9 } }, {}, 422, 'invalid_request'],
    ['a transparent JPEG', { image: { format: 'jpeg', transparent: true } }, {}, 422, 'invalid_request'],
    [
      'an encrypted image',
      { pdf: { encrypt: { user_password: '', owner_password: 'o' } } },
      {},
      422,
      'invalid_request',
    ],
    ['a job', { job: { priority: 'high' } }, {}, 422, 'invalid_request'],
    ['a signed image', { pdf: { sign: { seal: 'invoices' } } }, {}, 422, 'invalid_request'],
    ['an image of a standard', { pdf: { conformance: ['pdf/a-3b'] } }, {}, 422, 'invalid_request'],
    ['an unknown option', { image: { height: 9 } }, {}, 422, 'invalid_request'],
  ])('refuses %s', async (_, body, headers, status, code) => {
    drawPages(2);
    const answer = await render(body, headers);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('needs the scope of renders', async () => {
    const key = formatApiKey(randomBytes(32));
    await service.store.keys.create({ key, account: 'a', name: 'reader', scopes: ['templates:read'] });
    expect((await render({}, { authorization: `Bearer ${key}` })).statusCode).toBe(403);
  });
});

import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { linkResult, sendResult } from '../../../src/server/jobs/answer-result.ts';
import type { Background } from '../../../src/server/jobs/background.ts';
import type { StoredJob } from '../../../src/store/index.ts';

const sha256 = `${'00'.repeat(31)}ff`;
const etag = `"${sha256}"`;
const place = { store: 'folder', name: 'r', bytes: 10 };
const done = {
  id: 'j',
  status: 'done',
  result: place,
  sha256,
  pages: 2,
  warnings: [],
  timings: { queue_ms: 1, load_ms: 2, print_ms: 3, bind_ms: 4 },
  title: 'Report',
  error: null,
} as unknown as StoredJob;

/** What answers of a service say that has one result of ten bytes. */
function open(job: StoredJob, more: object = {}) {
  const asked: unknown[] = [];
  const results = {
    open: async (wanted: unknown, range?: { first: number; last: number }) => {
      asked.push(wanted);
      const bytes = '0123456789'.slice(range?.first ?? 0, (range?.last ?? 9) + 1);
      return { size: 10, stream: Readable.from([Buffer.from(bytes)]) };
    },
    ...more,
  };
  const background = { results: async () => results } as unknown as Background;
  const app = Fastify();
  app.setErrorHandler<Error & { code: string; retryAfterMs?: number }>((error, _request, reply) =>
    reply.code(500).send([error.code, error.message, error.retryAfterMs ?? null]),
  );
  app.get('/', (request, reply) => sendResult(background, job, request, reply));
  const get = async (headers: Record<string, string> = {}) => {
    const answer = await app.inject({ url: '/', headers });
    return { status: answer.statusCode, headers: answer.headers, body: answer.payload };
  };
  return { background, get, asked };
}

describe('the result of a render', () => {
  it('is sent whole, with what it is', async () => {
    const { get, asked } = open(done);
    const { status, headers, body } = await get();
    expect([status, body, asked]).toEqual([200, '0123456789', [place]]);
    expect(headers).toMatchObject({
      etag,
      'accept-ranges': 'bytes',
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="Report.pdf"',
      'content-length': '10',
      'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
      'platen-pages': '2',
      'platen-warnings': '0',
      'server-timing': 'queue;dur=1, load;dur=2, print;dur=3, bind;dur=4',
    });
    expect(headers).not.toHaveProperty('content-range');
  });

  it('may be an archive without a title, of a render whose times are unknown', async () => {
    const { headers } = await open({ ...done, type: 'application/zip', title: null, timings: null } as never).get();
    expect(headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'inline; filename="document.zip"',
    });
    expect(headers).not.toHaveProperty('platen-pages');
  });

  it('is sent as a PDF of no pages and of no digest if these are unknown', async () => {
    const { headers } = await open({ ...done, pages: null, sha256: null }).get();
    expect(headers).toMatchObject({ 'platen-pages': '0', 'repr-digest': 'sha-256=::' });
  });

  it('is not sent to a caller that has it', async () => {
    const { get, asked } = open(done);
    const { status, headers, body } = await get({ 'if-none-match': etag });
    expect([status, body, headers.etag, headers['accept-ranges'], asked]).toEqual([304, '', etag, 'bytes', []]);
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=2-4', '234', '2-4'],
    ['BYTES= 2-4 ', '234', '2-4'],
    ['bytes=8-', '89', '8-9'],
    ['bytes=8-99', '89', '8-9'],
    ['bytes=9-9', '9', '9-9'],
    ['bytes=12-12', undefined, '*'],
    ['bytes=10-', undefined, '*'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-10', '0123456789', '0-9'],
    ['bytes=-11', '0123456789', '0-9'],
    ['bytes=-0', undefined, '*'],
  ])('has the bytes of %s', async (range, body, shown) => {
    const answer = await open(done).get({ range });
    expect(answer.headers['content-range']).toBe(`bytes ${shown}/10`);
    expect(answer.headers).toMatchObject({ etag, 'accept-ranges': 'bytes' });
    if (body === undefined) {
      expect(JSON.parse(answer.body)).toEqual(['range_not_satisfiable', 'the result has 10 bytes', null]);
      return;
    }
    expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([206, body, `${body.length}`]);
  });

  it.each(['bytes=-', 'bytes=4-2', 'bytes=0-1,3-4', 'lines=0-1', 'xbytes=0-1', 'bytes=0-1x', 'bytes=a-b'])(
    'is sent whole for %s',
    async (range) => {
      expect(await open(done).get({ range })).toMatchObject({ status: 200, body: '0123456789' });
    },
  );

  it.each([
    [etag, 206],
    ['"other"', 200],
    [`W/${etag}`, 200],
  ])('is continued only for the same bytes: if-range %s has the status %i', async (ifRange, status) => {
    expect((await open(done).get({ range: 'bytes=2-4', 'if-range': ifRange })).status).toBe(status);
  });

  it.each([
    ['waits', { status: 'queued', result: null }, 'render_not_finished', 'the render is queued', 1000],
    ['runs', { status: 'running', result: null }, 'render_not_finished', 'the render is running', 1000],
    ['was cancelled', { status: 'cancelled', result: null }, 'render_failed', 'the render was cancelled', null],
    [
      'failed',
      { status: 'failed', result: null, error: { code: 'page_failed', title: 'Title', detail: 'it said no' } },
      'render_failed',
      'the render failed: page_failed: it said no',
      null,
    ],
    [
      'failed without words',
      { status: 'failed', result: null, error: { code: 'page_failed', title: 'Title' } },
      'render_failed',
      'the render failed: page_failed: Title',
      null,
    ],
  ])('of one that %s is an error', async (_what, job, code, message, wait) => {
    const { body } = await open({ ...done, ...job } as StoredJob).get();
    expect(JSON.parse(body)).toEqual([code, message, wait]);
  });
});

describe('a link to a result', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');
  beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  it.each([
    ['an hour', '2026-01-02T00:00:00.000Z', 3600, '2026-01-01T01:00:00.000Z'],
    ['until the result is forgotten', '2026-01-01T00:00:09.900Z', 9, '2026-01-01T00:00:09.900Z'],
    ['a second at least', '2026-01-01T00:00:00.100Z', 1, '2026-01-01T00:00:00.100Z'],
  ])('works for %s', async (_what, expiresAt, seconds, until) => {
    const links: unknown[] = [];
    const link = async (...args: unknown[]) => {
      links.push(args);
      return 'https://results.example/r';
    };
    const job = { ...done, expires_at: expiresAt };
    expect(await linkResult(open(job, { link }).background, job)).toEqual({
      data: { url: 'https://results.example/r', expires_at: until },
    });
    expect(links).toEqual([[place, seconds, 'inline; filename="Report.pdf"']]);
  });

  it('has the name of its kind', async () => {
    const job = {
      ...done,
      title: null,
      type: 'image/png',
      expires_at: '2026-01-02T00:00:00.000Z',
    } as unknown as StoredJob;
    const link = async (_place: unknown, _seconds: number, disposition: string) => disposition;
    expect(await linkResult(open(job, { link }).background, job)).toMatchObject({
      data: { url: 'inline; filename="document.png"' },
    });
  });

  it('is not there where results have no addresses, or there is no result', async () => {
    const job = { ...done, expires_at: '2026-01-02T00:00:00.000Z' };
    await expect(linkResult(open(job).background, job)).rejects.toMatchObject({
      code: 'not_found',
      message: 'the result storage of this service does not support links',
    });
    const failed = { ...job, status: 'cancelled', result: null } as const;
    await expect(linkResult(open(failed).background, failed)).rejects.toMatchObject({ code: 'render_failed' });
  });
});

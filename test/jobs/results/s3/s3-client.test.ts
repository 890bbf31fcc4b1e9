import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { S3Address } from '../../../../src/jobs/results/s3/s3-address.ts';
import { openS3Client } from '../../../../src/jobs/results/s3/s3-client.ts';

const root = new URL('https://s3.example/results/');
const address: S3Address = {
  base: root,
  root,
  bucket: 'results',
  prefix: '',
  region: 'here',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
  sessionToken: undefined,
};
const url = new URL('https://s3.example/results/a.pdf?x=1');

type Answer = [status: number, text?: string] | Error;
let sent: Record<string, unknown>[];

// The pauses between tries are random.
beforeEach(() => {
  sent = [];
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => vi.restoreAllMocks());

/** A client of a store that gives these answers, the last of them for ever. */
function open(...answers: Answer[]) {
  const pool = {
    async request(options: Record<string, unknown>) {
      const answer = answers[Math.min(sent.length, answers.length - 1)] as Answer;
      sent.push(options);
      if (answer instanceof Error) throw answer;
      return { statusCode: answer[0], headers: {}, body: Readable.from([Buffer.from(answer[1] ?? '')]) };
    },
  };
  return openS3Client(address, pool as unknown as Dispatcher);
}
const error = (code: string) => `<Error><Code>${code}</Code></Error>`;

describe('a request to a store', () => {
  it.each([200, 204, 206, 299])('is good with %d', async (status) => {
    expect(await open([status]).send({ method: 'GET', url })).toMatchObject({ status });
  });

  it.each<[number, string]>([
    [429, ''],
    [500, 'InternalError'],
    [503, 'SlowDown'],
    [400, 'RequestTimeout'],
  ])('is sent once more after %d %s, four times at most', async (status, code) => {
    expect(await open([status, error(code)], [200]).send({ method: 'GET', url })).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
    sent = [];
    expect(await open([status, error(code)]).send({ method: 'GET', url })).toEqual({ refusal: { status, code } });
    expect(sent).toHaveLength(4);
  });

  it.each<[number, string]>([
    [199, ''],
    [300, ''],
    [403, 'AccessDenied'],
    [404, 'NoSuchKey'],
    [501, 'NotImplemented'],
    [507, ''],
  ])('is sent once where it is refused for good: %d %s', async (status, code) => {
    expect(await open([status, error(code)]).send({ method: 'GET', url })).toEqual({ refusal: { status, code } });
    expect(sent).toHaveLength(1);
  });

  it('is sent once more after an outage, and fails with the last one', async () => {
    const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    expect(await open(away, away, away, [200]).send({ method: 'GET', url })).toMatchObject({ status: 200 });
    sent = [];
    await expect(open(away).send({ method: 'GET', url })).rejects.toMatchObject({
      code: 'results_unavailable',
      message: 'the bucket "results" at s3.example cannot be reached (ECONNREFUSED)',
    });
    expect(sent).toHaveLength(4);
  });

  it('has its digest, its query and its headers, and a limit of time for its answer without a body alone', async () => {
    const client = open([200]);
    await client.send({ method: 'GET', url, headers: { range: 'bytes=0-1' } });
    await client.send({ method: 'PUT', url, body: Buffer.from('pdf') });
    expect(sent[0]).toMatchObject({
      origin: 'https://s3.example',
      path: '/results/a.pdf?x=1',
      method: 'GET',
      body: null,
      headersTimeout: 10_000,
      headers: {
        range: 'bytes=0-1',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        authorization: expect.stringContaining('/here/s3/aws4_request'),
      },
    });
    expect(sent[1]).toMatchObject({ body: Buffer.from('pdf') });
    expect(sent[1]).not.toHaveProperty('headersTimeout');
  });

  it('reads 64 KiB of an error at most, and takes a status alone where an error breaks off', async () => {
    const long = `${'x'.repeat(70_000)}${error('Late')}`;
    const chunks = Readable.from([Buffer.from(long.slice(0, 66_000)), Buffer.from(long.slice(66_000))]);
    const broken = new Readable({
      read() {
        this.destroy(new Error('cut'));
      },
    });
    for (const body of [chunks, broken]) {
      const pool = { request: async () => ({ statusCode: 403, headers: {}, body }) };
      const client = openS3Client(address, pool as unknown as Dispatcher);
      expect(await client.send({ method: 'GET', url })).toEqual({ refusal: { status: 403, code: '' } });
    }
  });
});

it('a link names how long it is good for', async () => {
  const link = new URL(await open([200]).sign(url, 60));
  expect(link.searchParams.get('X-Amz-Expires')).toBe('60');
  expect(link.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/);
});

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Dispatcher } from 'undici';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultPlace } from '../../../../src/jobs/index.ts';
import { openResultBucket } from '../../../../src/jobs/results/s3/result-bucket.ts';
import type { S3Address } from '../../../../src/jobs/results/s3/s3-address.ts';

const identity = '01234567';
const job = '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b';
const name = `${job}.${identity}89abcdef`;
const place: ResultPlace = { store: 's3', name, bytes: 3 };

const address: S3Address = {
  base: new URL('https://s3.example/results/pdfs/'),
  root: new URL('https://s3.example/results/'),
  ...{ bucket: 'results', prefix: 'pdfs/', region: 'here' },
  ...{ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined },
};

interface Answer {
  status: number;
  text?: string;
  headers?: Record<string, string>;
  /** Breaks off after the text. */
  breaks?: boolean;
}

let requests: { asked: string; headers: Record<string, string>; body: unknown }[];
/** Answers by the method and the path of their request; anything else is good. */
let answers: Record<string, Answer | Answer[]>;
/** Requests whose body was neither read nor dropped. */
let open: Set<string>;
let isClosed: boolean;

beforeEach(() => {
  [requests, answers, open, isClosed] = [[], {}, new Set(), false];
});

const pool = {
  async request({ method, path, headers, body }: { method: string; path: string; headers: object; body: unknown }) {
    const asked = `${method} ${decodeURIComponent(path)}`;
    requests.push({ asked, headers: headers as Record<string, string>, body });
    const given = answers[asked] ?? { status: 200 };
    const answer = Array.isArray(given) ? (given.shift() as Answer) : given;
    open.add(asked);
    const stream = Readable.from(
      (async function* () {
        yield Buffer.from(answer.text ?? '');
        if (answer.breaks) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
      })(),
    );
    stream.once('close', () => open.delete(asked));
    const dump = async () => {
      open.delete(asked);
    };
    return { statusCode: answer.status, headers: answer.headers ?? {}, body: Object.assign(stream, { dump }) };
  },
  async destroy() {
    isClosed = true;
  },
};
const openBucket = (of = address) => openResultBucket(of, identity, pool as unknown as Dispatcher);
const refusal = (status: number, code: string): Answer => ({ status, text: `<Error><Code>${code}</Code></Error>` });
const named = 'the bucket "results" at s3.example';

/** A bucket that has opened. */
async function use() {
  const bucket = await openBucket();
  requests = [];
  return bucket;
}

describe('a bucket that opens', () => {
  it('has an object written, listed and removed', async () => {
    await openBucket();
    expect(requests.map(({ asked }) => asked)).toEqual([
      'PUT /results/pdfs/platen-was-here',
      'GET /results?max-keys=1&prefix=pdfs/',
      'DELETE /results/pdfs/platen-was-here',
    ]);
    expect(requests[0]?.body).toEqual(Buffer.from('platen'));
    expect([...open, isClosed]).toEqual([false]);
  });

  it('is asked for all that it has where there is no prefix', async () => {
    await openBucket({ ...address, base: address.root, prefix: '' });
    expect(requests[1]?.asked).toBe('GET /results?max-keys=1');
  });

  it.each<[string, Answer, object]>([
    [
      'PUT /results/pdfs/platen-was-here',
      refusal(403, 'AccessDenied'),
      {
        code: 'config_invalid',
        message: `results cannot be kept: ${named} does not allow this to the key (403 AccessDenied)`,
        fix: 'look at PLATEN_RESULTS_URL and the AWS_ variables; the key must be allowed to put, get, list and delete objects',
      },
    ],
    [
      'GET /results?max-keys=1&prefix=pdfs/',
      refusal(404, 'NoSuchBucket'),
      { code: 'config_invalid', message: `results cannot be kept: ${named} does not exist (404 NoSuchBucket)` },
    ],
    [
      'DELETE /results/pdfs/platen-was-here',
      refusal(499, ''),
      { code: 'config_invalid', message: `results cannot be kept: ${named} fails (499)` },
    ],
    [
      'PUT /results/pdfs/platen-was-here',
      refusal(501, 'NotImplemented'),
      { code: 'results_unavailable', message: `${named} fails (501 NotImplemented)` },
    ],
    [
      'PUT /results/pdfs/platen-was-here',
      refusal(507, ''),
      { code: 'storage_full', message: `${named} has no room left (507)` },
    ],
  ])('is refused, and closed, where %s fails with %j', async (asked, answer, error) => {
    answers[asked] = answer;
    await expect(openBucket()).rejects.toMatchObject(error);
    expect(isClosed).toBe(true);
  });
});

describe('a result in a bucket', () => {
  it.each<[string | undefined, string]>([
    [undefined, 'application/pdf'],
    ['image/png', 'image/png'],
  ])('with the type %s is put as %s', async (type, header) => {
    const bucket = await use();
    const put = await bucket.put(job, Buffer.from('pdf'), type);
    expect(put).toEqual({ store: 's3', name: expect.stringMatching(`^${job}\\.${identity}[0-9a-f]{8}$`), bytes: 3 });
    expect(requests).toMatchObject([
      { asked: `PUT /results/pdfs/${put.name}.pdf`, body: Buffer.from('pdf'), headers: { 'content-type': header } },
    ]);
    expect(open.size).toBe(0);
    expect(bucket.kind).toBe('s3');
  });

  it('is opened as a whole', async () => {
    answers[`GET /results/pdfs/${name}.pdf`] = { status: 200, text: 'pdf', headers: { 'content-length': '3' } };
    const { size, stream } = await (await use()).open(place);
    expect([size, await text(stream)]).toEqual([3, 'pdf']);
    expect(requests[0]?.headers).not.toHaveProperty('range');
  });

  it('is opened in part', async () => {
    const headers = { 'content-length': '2', 'content-range': 'bytes 1-2/3' };
    answers[`GET /results/pdfs/${name}.pdf`] = { status: 206, text: 'df', headers };
    const { size, stream } = await (await use()).open(place, { first: 1, last: 2 });
    expect([size, await text(stream)]).toEqual([3, 'df']);
    expect(requests[0]?.headers).toMatchObject({ range: 'bytes=1-2' });
  });

  it.each<[string, Answer, object]>([
    [
      'another length',
      { status: 206, text: 'x', headers: { 'content-range': 'bytes 1-2/4' } },
      { code: 'result_gone', message: `the result in ${named} has 4 bytes instead of 3` },
    ],
    [
      'another range',
      { status: 206, text: 'x', headers: { 'content-range': 'bytes 0-2/3' } },
      { code: 'results_unavailable', message: `${named} did not return the requested range` },
    ],
    [
      'the whole instead of a range',
      { status: 200, text: 'x', headers: { 'content-range': 'bytes 1-2/3' } },
      { code: 'results_unavailable' },
    ],
    ['no range', { status: 206, text: 'x' }, { code: 'results_unavailable' }],
    ['nothing', refusal(404, 'NoSuchKey'), { code: 'result_gone', message: `the result is no longer in ${named}` }],
    [
      'a refusal',
      refusal(403, 'AccessDenied'),
      { code: 'results_unavailable', message: `${named} does not allow this to the key (403 AccessDenied)` },
    ],
  ])('is refused where the store has %s', async (_what, answer, error) => {
    const asked = `GET /results/pdfs/${name}.pdf`;
    answers[asked] = answer;
    await expect((await use()).open(place, { first: 1, last: 2 })).rejects.toMatchObject(error);
    await new Promise((resolve) => setImmediate(resolve));
    expect(open.size).toBe(0);
  });

  it('fails with a code where the store breaks off', async () => {
    const answer = { status: 200, text: 'p', headers: { 'content-length': '3' }, breaks: true };
    answers[`GET /results/pdfs/${name}.pdf`] = answer;
    const { stream } = await (await use()).open(place);
    await expect(text(stream)).rejects.toMatchObject({
      code: 'results_unavailable',
      message: `${named} cannot be reached (ECONNRESET)`,
    });
  });

  it('is gone if it was kept elsewhere, or has a name that no store gave it', async () => {
    const bucket = await use();
    const elsewhere = { ...place, store: 'folder' } as const;
    const gone = { code: 'result_gone', message: 'the result was kept in another store (folder)' };
    await expect(bucket.open(elsewhere)).rejects.toMatchObject(gone);
    await expect(bucket.link?.(elsewhere, 1, 'inline')).rejects.toMatchObject(gone);
    await expect(bucket.open({ ...place, name: '../x' })).rejects.toMatchObject({ code: 'result_gone' });
    await bucket.drop(elsewhere);
    expect(requests).toEqual([]);
  });

  it('is dropped, also where it is gone', async () => {
    const bucket = await use();
    const asked = `DELETE /results/pdfs/${name}.pdf`;
    expect(await bucket.drop(place)).toBeUndefined();
    expect(requests.map((request) => request.asked)).toEqual([asked]);
    expect(open.size).toBe(0);
    answers[asked] = refusal(404, 'NoSuchKey');
    expect(await bucket.drop(place)).toBeUndefined();
    answers[asked] = refusal(403, 'AccessDenied');
    await expect(bucket.drop(place)).rejects.toMatchObject({ code: 'results_unavailable' });
  });

  it.each([
    [60, '60'],
    [604_800, '604800'],
    [604_801, '604800'],
  ])('has a link for %d seconds, a week at most', async (seconds, expires) => {
    const link = new URL((await (await use()).link?.(place, seconds, 'attachment; filename="a b.pdf"')) ?? '');
    expect(link.pathname).toBe(`/results/pdfs/${name}.pdf`);
    expect(link.searchParams.get('X-Amz-Expires')).toBe(expires);
    expect(link.searchParams.get('response-content-disposition')).toBe('attachment; filename="a b.pdf"');
    expect(requests).toEqual([]);
  });

  it('closes with the bucket', async () => {
    await (await use()).close();
    expect(isClosed).toBe(true);
  });
});

describe('the list of a bucket', () => {
  const entry = (key: string, changed = '2030-01-01T00:00:00.000Z') =>
    `<Contents><Key>${key}</Key><LastModified>${changed}</LastModified><Size>3</Size></Contents>`;
  const page = (isCut: boolean, ...entries: string[]): Answer => ({
    status: 200,
    text: `<List><IsTruncated>${isCut}</IsTruncated>${entries.join('')}</List>`,
  });
  const first = 'GET /results?max-keys=1000&prefix=pdfs/';
  async function list() {
    const found: ResultPlace[] = [];
    for await (const one of (await use()).list(new Date('2030-01-01T00:00:01Z'))) found.push(one);
    return found;
  }

  it('has the results of this database from before a time', async () => {
    answers[first] = page(
      false,
      entry(`pdfs/${name}.pdf`),
      entry(`pdfs/${job}.7654321089abcdef.pdf`),
      entry(`pdfs/${name.replace('89ab', '0000')}.pdf`, '2030-01-01T00:00:01.000Z'),
      entry(`pdfs/${name.replace('89ab', '1111')}.pdf`, '2030-01-01T00:00:00.999Z'),
      entry('pdfs/readme.txt'),
      entry(`${name}.pdf`),
    );
    expect(await list()).toEqual([place, { ...place, name: name.replace('89ab', '1111') }]);
    expect(requests).toHaveLength(1);
  });

  it('goes on after the last key of a page', async () => {
    answers[first] = page(true, entry('pdfs/a'), entry(`pdfs/${name}.pdf`));
    answers[`${first}&marker=pdfs/${name}.pdf`] = page(false, entry(`pdfs/${name.replace('89ab', '2222')}.pdf`));
    expect(await list()).toHaveLength(2);
    expect(requests).toHaveLength(2);
  });

  it('ends at a page with nothing', async () => {
    answers[first] = page(true);
    expect(await list()).toEqual([]);
    expect(requests).toHaveLength(1);
  });

  it('fails with a code where the store refuses or breaks off', async () => {
    answers[first] = refusal(403, 'AccessDenied');
    await expect(list()).rejects.toMatchObject({ code: 'results_unavailable' });
    answers[first] = { status: 200, text: '<List>', breaks: true };
    await expect(list()).rejects.toMatchObject({ message: `${named} cannot be reached (ECONNRESET)` });
  });
});

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openResultStore, readS3Address } from '../../../src/jobs/index.ts';
import { describeResults, identity, listAll, makePdf, readResult } from './results-behaviour.ts';
import { pageLimit, type S3Server, s3Key, startS3 } from './s3-server.ts';

/** The signature of a link by the letter of AWS Signature Version 4, "Create a signed request": a check that shares no code with it. */
function signByHand({ host, pathname, searchParams }: URL, secret: string): string {
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
  const encode = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => String.fromCharCode(byte))
      .map((char) =>
        /[\w.~-]/.test(char) ? char : `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
      )
      .join('');
  const query = [...searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const time = searchParams.get('X-Amz-Date') ?? '';
  const scope = [time.slice(0, 8), 'us-east-1', 's3', 'aws4_request'];
  const request = ['GET', pathname, query, `host:${host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n');
  const digest = createHash('sha256').update(request).digest('hex');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')).toString('hex');
}

describe('results in an S3 store', () => {
  let server: S3Server | undefined;
  beforeAll(async () => {
    server = await startS3();
  });
  afterEach(() => server?.meddle(undefined));
  afterAll(() => server?.stop());

  function use(): S3Server {
    if (!server) throw new Error('the store is not running');
    return server;
  }

  function open(place = 'results/pdfs', env: Record<string, string> = s3Key, of = identity) {
    return openResultStore({ s3: readS3Address(`s3://${place}?endpoint=${use().endpoint}`, env) }, of);
  }

  describeResults(() => open());

  test('lie below the prefix as PDFs', async () => {
    const store = await open('other/a/b');
    const place = await store.put(randomUUID(), makePdf(10));
    expect(use().requests.at(-1)).toBe(`PUT /other/a/b/${place.name}.pdf`);
    expect(await listAll(store)).toEqual([place]);
    expect(await listAll(await open('other/a/c'))).toEqual([]);
  });

  test('are listed for the database alone that they belong to, where two have one prefix', async () => {
    const [one, two] = [await open('other/both'), await open('other/both', s3Key, '89abcdef')];
    const [mine, theirs] = [await one.put(randomUUID(), makePdf(10)), await two.put(randomUUID(), makePdf(10))];
    expect([await listAll(one), await listAll(two)]).toEqual([[mine], [theirs]]);
  });

  test('leave nothing of the trial at the start', async () => {
    const store = await open('other');
    expect(use().requests.slice(-3)).toEqual([
      'PUT /other/platen-was-here',
      'GET /other?max-keys=1',
      'DELETE /other/platen-was-here',
    ]);
    await store.close();
  });

  test('of another store are gone for this one, which is not asked for them even if it has such an object', async () => {
    const store = await open('other/moved');
    const place = { ...(await store.put(randomUUID(), makePdf(10))), store: 'folder' as const };
    const asked = use().requests.length;
    const gone = { code: 'result_gone', message: 'the result was kept in another store (folder)' };
    await expect(store.open(place)).rejects.toMatchObject(gone);
    await expect(store.open(place, { first: 0, last: 4 })).rejects.toMatchObject(gone);
    await expect(store.link?.(place, 60, 'inline')).rejects.toMatchObject(gone);
    await store.drop(place);
    expect(use().requests.length).toBe(asked);
    expect(await listAll(store)).toEqual([{ ...place, store: 's3' }]);
    await store.close();
  });

  test('are listed page by page', async () => {
    const store = await open('results/many');
    const places = await Promise.all(Array.from({ length: pageLimit + 5 }, () => store.put(randomUUID(), makePdf(1))));
    const pages = use().requests.length;
    expect((await listAll(store)).map(({ name }) => name).sort()).toEqual(places.map(({ name }) => name).sort());
    expect(use().requests.length - pages).toBe(2);
  });

  test('have links that give the PDF or the image without a key, and nothing else', async () => {
    const store = await open();
    const pdf = makePdf(1_000);
    const place = await store.put(randomUUID(), pdf);
    const link = (await store.link?.(place, 60, 'inline; filename="two words+.pdf"')) ?? '';
    expect(link).not.toContain('S3RVER%2F'.repeat(2));
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="two words+.pdf"');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    const other = await store.put(randomUUID(), pdf, 'image/png');
    const image = await fetch((await store.link?.(other, 60, 'inline')) ?? '');
    expect(image.headers.get('content-type')).toBe('image/png');
    expect((await fetch(link.replace(place.name, other.name))).status).toBe(403);
    expect((await fetch(link.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'))).status).toBe(403);
  });

  test('have links that are signed to the letter, whatever the file is called', async () => {
    // The server at hand leaves marks such as the star as they are, which Amazon's rules do not.
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(10));
    const disposition = `inline; filename="Gr__e (1).pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20(1)!.pdf`;
    const link = new URL((await store.link?.(place, 60, disposition)) ?? '');
    expect(link.searchParams.get('response-content-disposition')).toBe(disposition);
    expect(link.searchParams.get('X-Amz-Signature')).toBe(signByHand(link, 'S3RVER'));
  });

  test.each([
    [
      'a wrong secret',
      'results',
      { ...s3Key, AWS_SECRET_ACCESS_KEY: 'wrong' },
      'refuses the signature: the secret is wrong (403 SignatureDoesNotMatch)',
    ],
    [
      'an unknown key',
      'results',
      { ...s3Key, AWS_ACCESS_KEY_ID: 'WRONG' },
      'does not know the key (403 InvalidAccessKeyId)',
    ],
    ['a bucket that is not there', 'missing', s3Key, 'does not exist (404 NoSuchBucket)'],
  ])('are refused at the start: %s', async (_what, bucket, env, why) => {
    const { host } = new URL(use().endpoint);
    await expect(open(bucket, env)).rejects.toMatchObject({
      code: 'config_invalid',
      message: `results cannot be kept: the bucket "${bucket}" at ${host} ${why}`,
      fix: expect.stringContaining('PLATEN_RESULTS_URL'),
    });
  });

  test('say at the start that nobody answers', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => free.once('listening', resolve));
    const { port } = free.address() as { port: number };
    await new Promise((resolve) => free.close(resolve));
    const s3 = readS3Address(`s3://results?endpoint=http://127.0.0.1:${port}`, s3Key);
    await expect(openResultStore({ s3 }, identity)).rejects.toMatchObject({
      code: 'results_unavailable',
      message: `the bucket "results" at 127.0.0.1:${port} cannot be reached (ECONNREFUSED)`,
    });
  });

  test('outlive a store that is busy, that restarts and that cuts a connection', async () => {
    const store = await open();
    const troubles = [503, 429, 'cut'];
    use().meddle((request, response) => {
      const trouble = troubles.shift();
      if (trouble === undefined) return undefined;
      if (trouble === 'cut') request.socket.destroy();
      else response.writeHead(Number(trouble)).end('<Error><Code>SlowDown</Code></Error>');
      return 'done';
    });
    const pdf = makePdf(2_000_000);
    const place = await store.put(randomUUID(), pdf);
    expect(troubles).toEqual([]);
    expect((await readResult(store, place)).equals(pdf)).toBe(true);
  });

  test.each([
    [
      'stays busy',
      503,
      'SlowDown',
      4,
      { code: 'results_unavailable', message: expect.stringMatching(/ fails \(503 SlowDown\)$/) },
    ],
    [
      'is full',
      507,
      'XMinioStorageFull',
      1,
      { code: 'storage_full', message: expect.stringMatching(/ has no room left \(507/) },
    ],
    ['is full, in its own words', 507, 'NoRoom', 1, { code: 'storage_full' }],
    ['has its quota used up', 403, 'QuotaExceeded', 1, { code: 'storage_full' }],
    ['takes no PDF so large', 400, 'EntityTooLarge', 1, { code: 'result_too_large' }],
    [
      'no longer lets us in',
      403,
      'AccessDenied',
      1,
      { code: 'results_unavailable', message: expect.stringContaining('does not allow this to the key') },
    ],
    [
      'lost its bucket',
      404,
      'NoSuchBucket',
      1,
      { code: 'results_unavailable', message: expect.stringContaining('does not exist') },
    ],
  ])('fail by name where the store %s', async (_what, status, code, requests, error) => {
    const store = await open();
    let count = 0;
    use().meddle((_request, response) => {
      count += 1;
      response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
      return 'done';
    });
    await expect(store.put(randomUUID(), makePdf(10))).rejects.toMatchObject(error);
    expect(count).toBe(requests);
  });

  test('fail by name where the store breaks off in the middle of a PDF', async () => {
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(2_000_000));
    use().meddle((request, response) => {
      response
        .writeHead(200, { 'content-length': 2_000_000 })
        .write(makePdf(1_000_000), () => request.socket.destroy());
      return 'done';
    });
    await expect(readResult(store, place)).rejects.toMatchObject({
      code: 'results_unavailable',
      message: expect.stringContaining('the bucket "results" at'),
    });
  });

  test('fail by name where the store gives the whole instead of a range, or another size', async () => {
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(100));
    use().meddle((request) => {
      delete request.headers.range;
      return undefined;
    });
    await expect(store.open(place, { first: 0, last: 9 })).rejects.toMatchObject({ code: 'results_unavailable' });
    await expect(store.open({ ...place, bytes: 99 })).rejects.toMatchObject({ code: 'result_gone' });
  });

  test('are removed once, and a store that knows the name no more is no fault', async () => {
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(10));
    const answer = (status: number, code: string) =>
      use().meddle((_request, response) => {
        response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
        return 'done';
      });
    answer(404, 'NoSuchKey');
    await store.drop(place);
    await expect(store.open(place)).rejects.toMatchObject({ code: 'result_gone' });
    answer(403, 'AccessDenied');
    await expect(store.drop(place)).rejects.toMatchObject({ code: 'results_unavailable' });
    await expect(store.open(place)).rejects.toMatchObject({ code: 'results_unavailable' });
    use().meddle(undefined);
    await store.drop({ ...place, store: 'folder' });
    expect(await listAll(store)).toContainEqual(place);
    await store.drop(place);
    expect(await listAll(store)).not.toContainEqual(place);
  });

  test('never show the secret in an error', async () => {
    const store = await open('results', { ...s3Key, AWS_SESSION_TOKEN: 'token-that-is-secret' });
    use().meddle((request) => {
      request.socket.destroy();
      return 'done';
    });
    const error = await store.put(randomUUID(), makePdf(10)).catch((thrown: unknown) => thrown);
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/S3RVER|token-that-is-secret/);
  });
});

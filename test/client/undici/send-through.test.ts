import { describe, expect, it } from 'vitest';
import { sendThrough } from '../../../src/client/undici/send-through.ts';

/** A transport whose dispatcher keeps what it is given. */
function open(proxy?: string) {
  const done: unknown[] = [];
  const body = { dump: async () => {} };
  const dispatcher = {
    request: async (request: unknown) => {
      done.push(request);
      return { statusCode: 201, headers: { etag: '"1"' }, body };
    },
    destroy: async () => void done.push('destroyed'),
  };
  return { transport: sendThrough(dispatcher as never, proxy === undefined ? undefined : new URL(proxy)), done, body };
}

const url = new URL('https://pdf.example:8443/base/api?a=1&b=2');
const { signal } = new AbortController();

describe('a request over HTTP', () => {
  it('has the headers that it is given', async () => {
    const { transport, done, body } = open();
    const headers = { accept: 'application/json' };
    const answer = await transport.send({ url, method: 'GET', headers, body: undefined, signal });
    expect(answer).toEqual({ status: 201, headers: { etag: '"1"' }, body });
    expect(done).toEqual([
      { origin: 'https://pdf.example:8443', path: '/base/api?a=1&b=2', method: 'GET', headers, body: null, signal },
    ]);
  });

  it.each([
    [{ parts: 'a' }, '{"parts":"a"}'],
    [null, 'null'],
    ['', '""'],
    [{ parts: { pdf: new Uint8Array([1, 2]) } }, '{"parts":{"pdf":"AQI="}}'],
  ])('has a body of JSON: %j', async (body, text) => {
    const { transport, done } = open();
    await transport.send({ url, method: 'POST', headers: { accept: 'x' }, body, signal });
    const headers = { accept: 'x', 'content-type': 'application/json' };
    expect(done).toEqual([expect.objectContaining({ method: 'POST', headers, body: text })]);
  });

  it.each([
    [
      'an infinite number',
      { scale: 1 / 0 },
      /^the request cannot be written as JSON: scale is Infinity, which JSON has not$/,
    ],
    ['a date without a time', { at: new Date(Number.NaN) }, /: at is a Date without a time, which JSON makes null$/],
    ['a large whole number', { count: 1n }, /^the request cannot be written as JSON: /],
  ])('cannot have %s', async (_what, body, message) => {
    const { transport, done } = open();
    const sent = transport.send({ url, method: 'POST', headers: {}, body, signal });
    await expect(sent).rejects.toMatchObject({
      ...{ code: 'invalid_request', message: expect.stringMatching(message), cause: expect.any(Error) },
    });
    expect(done).toEqual([]);
  });
});

it('a transport names its proxy without the password, and closes its connections', async () => {
  const { transport, done } = open('http://user:s3cret@proxy.example:3128');
  expect(transport.proxy).toBe('http://proxy.example:3128');
  await transport.close();
  expect([open().transport.proxy, done]).toEqual([undefined, ['destroyed']]);
});

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildProxyFetch } from '../../src/client/proxy-fetch.ts';
import { fetchThrough } from '../../src/client/undici/fetch-through.ts';

const target = new URL('https://login.example/token?a=1');

/** Fetches through a dispatcher that answers with this. */
async function through(
  options: object,
  answer: { statusCode?: number; headers?: object; bytes?: Buffer | Error } = {},
) {
  const done: unknown[] = [];
  const { statusCode = 200, headers = {}, bytes = Buffer.from('ok') } = answer;
  const dispatcher = {
    request: async (request: unknown) => {
      done.push(request);
      const arrayBuffer = async () => {
        if (bytes instanceof Error) throw bytes;
        return new Uint8Array(bytes).buffer;
      };
      return { statusCode, headers, body: { arrayBuffer } };
    },
    destroy: async () => void done.push('closed'),
  };
  const response = await fetchThrough(dispatcher as never, target, options).catch((error: unknown) => error);
  return { done, response: response as Response };
}

describe('a fetch through a proxy', () => {
  const least = { origin: 'https://login.example', path: '/token?a=1', method: 'GET', headers: {} };

  it.each<[object, object]>([
    [{}, { ...least, body: null, signal: null }],
    [
      { method: 'POST', headers: { accept: 'x' }, body: 'a=ä' },
      { ...least, method: 'POST', headers: { accept: 'x' }, body: Buffer.from('a=ä'), signal: null },
    ],
    [{ body: new URLSearchParams({ a: '1 2' }) }, { ...least, body: Buffer.from('a=1+2'), signal: null }],
    [{ body: null }, { ...least, body: null, signal: null }],
  ])('sends what it is given: %j', async (options, request) => {
    const { done } = await through(options);
    expect(done).toEqual([request, 'closed']);
  });

  it('has a signal', async () => {
    const { signal } = new AbortController();
    expect((await through({ signal })).done[0]).toHaveProperty('signal', signal);
  });

  it('gives the answer with all its headers', async () => {
    const headers = { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'], 'x-none': undefined };
    const { response } = await through({}, { statusCode: 201, headers });
    expect([response.status, await response.text(), [...response.headers]]).toEqual([
      201,
      'ok',
      [
        ['content-type', 'text/plain'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ],
    ]);
  });

  it('may give an answer without a body', async () => {
    const { response } = await through({}, { statusCode: 204, bytes: Buffer.alloc(0) });
    expect([response.status, response.body]).toEqual([204, null]);
  });

  it('closes its connection if it fails', async () => {
    const failure = new Error('cut');
    const { done, response } = await through({}, { bytes: failure });
    expect([response, done.at(-1)]).toEqual([failure, 'closed']);
  });
});

describe('a fetch that may need a proxy', () => {
  it('is not there if no variable names one', () => {
    expect(buildProxyFetch({})).toBeUndefined();
    expect(() => buildProxyFetch({ HTTPS_PROXY: 'ftp://proxy' })).toThrow('HTTPS_PROXY is not the address of');
  });

  it('needs none for a host that is excluded', async () => {
    const asked = vi.fn(async () => new Response('ok'));
    vi.stubGlobal('fetch', asked);
    onTestFinished(() => void vi.unstubAllGlobals());
    const proxyFetch = buildProxyFetch({ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'login.example' });
    expect(await (await proxyFetch?.(target.href))?.text()).toBe('ok');
    const { signal } = new AbortController();
    await proxyFetch?.(target.href, { method: 'POST', headers: { accept: 'x' }, body: 'a', signal });
    expect(asked.mock.calls).toEqual([
      [target, { method: 'GET', headers: {}, body: null, signal: null, redirect: 'manual' }],
      [target, { method: 'POST', headers: { accept: 'x' }, body: 'a', signal, redirect: 'manual' }],
    ]);
  });
});

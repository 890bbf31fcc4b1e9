import { describe, expect, it } from 'vitest';
import type { PageRequest } from '../../../../src/contract/index.ts';
import {
  addOriginHeaders,
  hasCookies,
  readOriginHeaders,
  setPageState,
} from '../../../../src/engine/page/load/page-credentials.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';

const url = 'https://shop.example.com/a/b?c';

describe('the headers of a request for a page', () => {
  it('go to the origin of the page, with a user and a password as RFC 7617 writes them', () => {
    expect(
      readOriginHeaders(url, { headers: { 'X-A': '1' }, basic_auth: { username: 'ada', password: 'Ünïcode:' } }),
    ).toEqual({
      origin: 'https://shop.example.com',
      headers: [
        { name: 'X-A', value: '1' },
        { name: 'Authorization', value: `Basic ${Buffer.from('ada:Ünïcode:').toString('base64')}` },
      ],
    });
    expect(readOriginHeaders(url, { cookies: { a: 'b' } })).toBeUndefined();
  });

  it.each<[string, string, boolean]>([
    ['the page', url, true],
    ['another path', 'https://shop.example.com/x.png', true],
    ['another port', 'https://shop.example.com:8443/x.png', false],
    ['another protocol', 'http://shop.example.com/x.png', false],
    ['another host', 'https://example.com/', false],
    ['what is no address', 'x', false],
  ])('are added to %s', (_what, asked, isAdded) => {
    const paused = { requestId: 'r', request: { url: asked, headers: { 'x-a': 'old', b: 'c' } } };
    const own = { origin: 'https://shop.example.com', headers: [{ name: 'X-A', value: 'new' }] };
    expect(addOriginHeaders(paused as unknown as Parameters<typeof addOriginHeaders>[0], own)).toEqual({
      requestId: 'r',
      ...(isAdded && {
        headers: [
          { name: 'b', value: 'c' },
          { name: 'X-A', value: 'new' },
        ],
      }),
    });
  });
});

describe('the cookies of a request for a page', () => {
  /** The cookies that are set, and whether a script for the local storage is. */
  function set(request: PageRequest, address = url) {
    const calls = new Map<string, unknown>();
    setPageState(
      { set: (name: string, value: unknown) => calls.set(name, value) } as unknown as Page,
      address,
      request,
    );
    const { cookies = [] } = (calls.get('Network.setCookies') ?? {}) as { cookies?: object[] };
    return { cookies, hasStorage: calls.has('Page.addScriptToEvaluateOnNewDocument') };
  }
  const stored = (cookie: object) =>
    ({ storage_state: { cookies: [{ name: 'n', value: 'v', ...cookie }] } }) as PageRequest;

  it('are for all of the host, and for https alone if the page is', () => {
    expect(set({ cookies: { a: 'b' } }).cookies).toEqual([
      { name: 'a', value: 'b', url: 'https://shop.example.com/', path: '/', secure: true },
    ]);
    expect(set({ cookies: { a: 'b' } }, 'http://shop.example.com:81/x').cookies).toEqual([
      { name: 'a', value: 'b', url: 'http://shop.example.com:81/', path: '/', secure: false },
    ]);
    expect(set({}).cookies).toEqual([]);
  });

  const later = Math.floor(Date.now() / 1000) + 1000;
  it.each<[string, object, boolean]>([
    ['of its host', { domain: 'shop.example.com' }, true],
    ['of its host in capitals', { domain: 'Shop.Example.com' }, true],
    ['of its host and those below it', { domain: '.shop.example.com' }, true],
    ['of all hosts of its domain', { domain: '.example.com' }, true],
    ['of the domain alone', { domain: 'example.com' }, false],
    ['of a domain that its own ends with', { domain: '.ple.com' }, false],
    ['of another host', { domain: 'other.example.com' }, false],
    ['that lasts', { domain: 'shop.example.com', expires: later }, true],
    ['of a session', { domain: 'shop.example.com', expires: -1 }, true],
    ['that has expired', { domain: 'shop.example.com', expires: 1000 }, false],
  ])('are those %s: %j', (_what, cookie, isSent) => {
    expect(set(stored(cookie)).cookies).toHaveLength(isSent ? 1 : 0);
    expect(hasCookies(url, stored(cookie))).toBe(isSent);
  });

  it('keep what is stored of them; those for other sites need https', () => {
    const cookie = { domain: 'shop.example.com', path: '/a', expires: later, httpOnly: true, sameSite: 'None' };
    const [kept] = set(stored(cookie)).cookies;
    expect(kept).toMatchObject({ path: '/a', expires: later, httpOnly: true, sameSite: 'None', secure: true });
    expect(set(stored(cookie), 'http://shop.example.com/').cookies[0]).not.toHaveProperty('sameSite');
    const [plain] = set(stored({ domain: 'shop.example.com' }), 'http://shop.example.com/').cookies;
    expect(plain).toMatchObject({ path: '/', httpOnly: false, sameSite: 'Lax' });
    expect(plain).not.toHaveProperty('expires');
  });

  it.each([
    ['https://shop.example.com', [{ name: 'a', value: 'b' }], true],
    ['https://shop.example.com', [], false],
    ['https://example.com', [{ name: 'a', value: 'b' }], false],
    ['no origin', [{ name: 'a', value: 'b' }], false],
  ])('come with the local storage of %s that has %j: %s', (origin, localStorage, isFilled) => {
    expect(set({ storage_state: { origins: [{ origin, localStorage }] } } as PageRequest).hasStorage).toBe(isFilled);
  });
});

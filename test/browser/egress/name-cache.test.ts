import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatAddress } from '../../../src/browser/egress/address.ts';
import { buildNameCache } from '../../../src/browser/egress/name-cache.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A cache that asks `resolve`, and the names that were asked. */
function open(resolve: (host: string) => Promise<readonly string[]>, signal = new AbortController().signal) {
  const asked: string[] = [];
  const cache = buildNameCache(
    (host) => {
      asked.push(host);
      return resolve(host);
    },
    1000,
    signal,
  );
  return { find: async (host: string) => (await cache(host)).map(formatAddress), asked };
}

test('a name is resolved once, so that its addresses stay the same', async () => {
  let next = 0;
  const { find, asked } = open(async () => [`10.0.0.${++next}`, 'fd00:0:0:0:0:0:0:1']);
  expect(await find('a.example')).toEqual(['10.0.0.1', 'fd00:0:0:0:0:0:0:1']);
  expect(await find('a.example')).toEqual(['10.0.0.1', 'fd00:0:0:0:0:0:0:1']);
  expect(await find('b.example')).toEqual(['10.0.0.2', 'fd00:0:0:0:0:0:0:1']);
  expect(asked).toEqual(['a.example', 'b.example']);
});

test.each([
  ['that fails', () => Promise.reject(new Error('ENOTFOUND'))],
  ['with an address that cannot be read', async () => ['10.0.0.1', 'fe80::1%eth0', 'x']],
  ['without addresses', async () => []],
])('a name %s has no addresses', async (_, resolve) => {
  expect(await open(resolve).find('a.example')).toEqual([]);
});

test.each(['localhost', 'a.localhost'])('%s is this machine, and nobody is asked', async (host) => {
  const { find, asked } = open(async () => ['10.0.0.1']);
  expect(await find(host)).toEqual(['127.0.0.1', '0:0:0:0:0:0:0:1']);
  expect(asked).toEqual([]);
  expect(await find('notlocalhost')).toEqual(['10.0.0.1']);
});

test('an open question ends with its render, after which no name is asked for', async () => {
  const render = new AbortController();
  const { find, asked } = open(() => new Promise(() => undefined), render.signal);
  const waiting = find('a.example');
  render.abort();
  expect(await waiting).toEqual([]);
  expect(await find('b.example')).toEqual([]);
  expect(asked).toEqual(['a.example']);
});

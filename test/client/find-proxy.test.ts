import { describe, expect, it } from 'vitest';
import { findProxy } from '../../src/client/find-proxy.ts';

const target = new URL('https://pdf.example.com');
const proxy = (env: Record<string, string>, url: URL = target) => findProxy(url, env)?.href;

describe('the proxy', () => {
  it.each<[Record<string, string>, string | undefined]>([
    [{}, undefined],
    [{ HTTPS_PROXY: 'http://proxy:8080' }, 'http://proxy:8080/'],
    [{ https_proxy: 'http://low:1', HTTPS_PROXY: 'http://high:1' }, 'http://low:1/'],
    [{ https_proxy: '', HTTPS_PROXY: 'http://high:1' }, 'http://high:1/'],
    [{ HTTPS_PROXY: 'proxy.corp:8080' }, 'http://proxy.corp:8080/'],
    [{ HTTP_PROXY: 'http://plain:1' }, undefined],
    [{ ALL_PROXY: 'http://all:1' }, 'http://all:1/'],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'example.com' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: '.example.com:443' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: '*.example.com:8443' }, 'http://proxy:1/'],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: '*' }, undefined],
    [{ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'ample.com' }, 'http://proxy:1/'],
  ])('for %j is %s', (env, expected) => expect(proxy(env)).toBe(expected));

  it('is never used for loopback', () => {
    for (const url of ['http://localhost:1', 'http://127.0.0.5:1', 'http://[::1]:1']) {
      expect(proxy({ HTTP_PROXY: 'http://proxy:1', ALL_PROXY: 'http://proxy:1' }, new URL(url))).toBeUndefined();
    }
  });

  it('is passed by for addresses in an excluded block', () => {
    const env = { HTTPS_PROXY: 'http://proxy:1', NO_PROXY: '10.0.0.0/8' };
    expect(proxy(env, new URL('https://10.20.30.40'))).toBeUndefined();
    expect(proxy(env, new URL('https://11.20.30.40'))).toBe('http://proxy:1/');
  });

  it.each(['socks5://proxy:1', 'http://', 'http://[x'])('must be one of http or https, not %s', (value) => {
    expect(() => proxy({ HTTPS_PROXY: value })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

import { describe, expect, it } from 'vitest';
import { findProxies, findProxy } from '../../src/client/find-proxy.ts';

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

  it.each<[string, string, boolean]>([
    ['https://a.example', 'a.example', true],
    ['https://a.example', 'A.EXAMPLE', true],
    ['https://A.example', 'a.example', true],
    ['https://b.a.example', 'a.example', true],
    ['https://ba.example', 'a.example', false],
    ['https://a.example', 'b.a.example', false],
    ['https://a.example', ' , other.example,\ta.example ', true],
    ['https://a.example', ' , ', false],
    ['https://a.example', 'a.example:443', true],
    ['https://a.example', 'a.example:80', false],
    ['https://a.example:8443', 'a.example:8443', true],
    ['https://a.example:8443', 'a.example:443', false],
    ['http://a.example', 'a.example:80', true],
    ['http://a.example', 'a.example:443', false],
    ['https://10.1.2.3', '10.1.2.3', true],
    ['https://10.1.2.3', '10.1.2.0/24', true],
    ['https://10.1.3.3', '10.1.2.0/24', false],
    ['https://10.1.2.3', '10.1.2.2/31', true],
    ['https://10.1.2.4', '10.1.2.2/31', false],
    ['https://10.1.2.3', '10.1.2.3/32', true],
    ['https://10.1.2.3', '10.1.2.2/32', false],
    ['https://200.1.2.3', '192.0.0.0/2', true],
    ['https://100.1.2.3', '192.0.0.0/2', false],
    ['https://10.1.2.3', '0.0.0.0/0', true],
    ['https://a.example', '0.0.0.0/0', false],
    ['https://10.1.2.3', 'a.example/0', false],
    ['https://[fd00::1]', 'fd00::1', true],
    ['https://[fd00::1]', 'FD00:0::1', true],
    ['https://[fd00::1]', '[fd00::1]', true],
    ['https://[fd00::1]', '[fd00::1]:443', true],
    ['https://[fd00::1]', '[fd00::1]:80', false],
    ['https://[fd00::1]', 'fd00::2', false],
    ['https://[fd00::1]', '10.0.0.0/8', false],
  ])('is not used for %s if %j is excluded: %s', (url, list, isExcluded) => {
    const env = { ALL_PROXY: 'http://proxy:1', NO_PROXY: list };
    expect(proxy(env, new URL(url))).toBe(isExcluded ? undefined : 'http://proxy:1/');
  });

  it.each<[Record<string, string>, string, string | undefined]>([
    [{ HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:1' }, 'http://a.example', 'http://plain:1/'],
    [{ HTTP_PROXY: 'http://plain:1', ALL_PROXY: 'http://all:1' }, 'https://a.example', 'http://all:1/'],
    [{ HTTP_PROXY: 'http://plain:1', ALL_PROXY: 'http://all:1' }, 'http://a.example', 'http://plain:1/'],
    [{ all_proxy: ' https://all:1 ' }, 'http://a.example', 'https://all:1/'],
    [{ HTTP_PROXY: ' ', ALL_PROXY: 'http://all:1' }, 'http://a.example', 'http://all:1/'],
    [{ HTTPS_PROXY: 'HTTP://proxy:1' }, 'https://a.example', 'http://proxy:1/'],
    [{ HTTPS_PROXY: 'user:word@proxy:1' }, 'https://a.example', 'http://user:word@proxy:1/'],
  ])('for %j and %s is %s', (env, url, expected) => {
    expect(proxy(env, new URL(url))).toBe(expected);
  });

  it.each([
    [{ https_proxy: 'ftp://proxy:1' }, 'https_proxy'],
    [{ ALL_PROXY: 'socks5://proxy:1' }, 'ALL_PROXY'],
  ])('is refused with the name of its variable: %j', (env, name) => {
    const message = `${name} is not the address of an http or https proxy`;
    expect(() => proxy(env)).toThrow(expect.objectContaining({ code: 'config_invalid', message }));
  });

  it.each(['socks5://proxy:1', 'http://', 'http://[x'])('must be one of http or https, not %s', (value) => {
    expect(() => proxy({ HTTPS_PROXY: value })).toThrow(expect.objectContaining({ code: 'config_invalid' }));
  });
});

describe('the proxies', () => {
  it.each([{}, { HTTP_PROXY: '' }, { NO_PROXY: 'a.example' }, { MY_HTTP_PROXY: 'http://proxy:1' }])(
    'are not there without a variable: %j',
    (env) => expect(findProxies(env as Record<string, string>)).toBeUndefined(),
  );

  it.each(['http_proxy', 'HTTPS_PROXY', 'All_Proxy'])('are there with %s', (name) => {
    expect(findProxies({ [name]: 'http://proxy:1' })).toBeInstanceOf(Function);
  });

  it('are found for each URL', () => {
    const find = findProxies({ HTTPS_PROXY: 'http://proxy:1', NO_PROXY: 'b.example' });
    const urls = ['https://a.example', 'https://b.example', 'http://a.example'];
    expect(urls.map((url) => find?.(new URL(url))?.href)).toEqual(['http://proxy:1/', undefined, undefined]);
  });

  it.each(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])('must be valid: %s', (name) => {
    expect(() => findProxies({ [name]: 'ftp://proxy' })).toThrow(`${name} is not the address of`);
  });
});

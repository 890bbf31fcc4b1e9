import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAbsoluteForm, parseTarget } from '../../../src/browser/egress/target.ts';

describe('a target', () => {
  it.each([
    ['Example.COM.:443', 'example.com', 443],
    ['under_score.example:8080', 'under_score.example', 8080],
    ['[::FFFF:127.0.0.1]:80', '[::ffff:7f00:1]', 80],
    ['2130706433:1', '127.0.0.1', 1],
    ['xn--bcher-kva.example:65535', 'xn--bcher-kva.example', 65535],
  ])('is read from %s', (text, host, port) => {
    expect(parseTarget(text)).toMatchObject({ host, port });
  });

  it.each([
    '',
    ':',
    ':80',
    'example.com',
    'example.com:',
    'example.com:0',
    'example.com:65536',
    'example.com:080x',
    'example.com:-1',
    'example.com:+80',
    'user@example.com:80',
    'user:pw@example.com:80',
    'example.com:80:80',
    'example.com:80/',
    'a b:80',
    '127.0.0.1%00.example.com:80',
    '127.0.0.1%23:80',
    '[::1%25lo]:80',
    '[::1%lo]:80',
    '[::1:80',
    '::1:80',
    '[]:80',
    '[g::]:80',
    '425.510.425.510:80',
    '256.256.256.256:80',
    '1.2.3.4.5:80',
    '0x100000000:80',
    'bücher.example:80',
    'a..b:80',
    '..:80',
    '.:80',
    'example.com..:80',
    `${'a'.repeat(64)}.example:80`,
    `${'a.'.repeat(127)}aa:80`,
    'example.com\\@127.0.0.1:80',
    'exa\tmple.com:80',
    '*.example.com:80',
  ])('is not read from %j', (text) => {
    expect(parseTarget(text)).toBeUndefined();
  });

  it('is never read with a host that the URL parser reads otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcXYZ019.-_:[]%@/\\#? \tx\u00ad\u3002') }), (text) => {
        const target = parseTarget(`${text}:80`);
        if (target === undefined) return;
        expect(new URL(`http://${text}:80/`).hostname.replace(/\.$/, '')).toBe(target.host);
        expect(parseTarget(`${target.host}:80`)).toEqual(target);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an absolute-form request', () => {
  it.each([
    ['http://example.com', 'example.com', 80, '/'],
    ['HTTP://example.com:8080/a%2F?b=http://other/', 'example.com', 8080, '/a%2F?b=http://other/'],
    ['http://example.com?q', 'example.com', 80, '/?q'],
  ])('is read from %s', (url, host, port, path) => {
    expect(parseAbsoluteForm(url)).toMatchObject({ target: { host, port }, path });
  });

  it.each([
    '/',
    '*',
    'example.com',
    'https://example.com/',
    'ws://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'http:/x',
    'http:///x',
    'http:example.com',
    'http://@/',
    'http://user@example.com/',
    'http://example.com/#f',
    'http://exa%6dple.com/',
    'http://example.com\\@127.0.0.1/',
    'http://[::1/',
    ' http://example.com/',
  ])('is not read from %j', (url) => {
    expect(parseAbsoluteForm(url)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAssetPath,
  isBase64,
  isHttpAddress,
  isLocale,
  isPageRanges,
  isPlainText,
  isSlug,
  isTimeZone,
  isUuid,
} from '../../src/contract/index.ts';
import { anyText } from '../helpers/any-text.ts';

it.each([
  ['de-DE', true],
  ['zh-hant-tw', true],
  ['ar-EG-u-nu-latn', true],
  ['en_US', false],
  ['en-US@posix', false],
  ['C', false],
  ['', false],
  ['de-DE,en', false],
  ['de\r\nx: y', false],
])('whether %j is a locale is %s', (text, is) => expect(isLocale(text)).toBe(is));

it.each([
  ['Europe/Berlin', true],
  ['europe/berlin', true],
  ['UTC', true],
  ['Etc/GMT+5', true],
  ['+01:00', false],
  ['CEST', false],
  ['Europe/Nowhere', false],
  [':/etc/localtime', false],
  ['', false],
])('whether %j is a time zone is %s', (text, is) => expect(isTimeZone(text)).toBe(is));

describe('a web address', () => {
  it.each(['https://example.com', 'HTTP://EXAMPLE.com/a?b#c', 'http://[::1]:8080/', 'https://user:pw@example.com/'])(
    'may be %s',
    (text) => expect(isHttpAddress(text)).toBe(true),
  );

  it.each([
    'example.com',
    '/relative',
    'file:///etc/passwd',
    'FILE://x',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'http:example.com',
    'http:///x',
    ' https://example.com',
    'https://exa\nmple.com',
    'https://example.com\u0000',
    '\\\\localhost\\etc\\passwd',
    '//example.com',
    '<p>https://example.com</p>',
    '',
  ])('is not %j', (text) => expect(isHttpAddress(text)).toBe(false));

  it('never has another scheme than http and https, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), anyText()), (text) => {
        return !isHttpAddress(text) || /^https?:$/.test(new URL(text).protocol);
      }),
    );
  });
});

describe('an asset path', () => {
  it.each(['logo.svg', 'a/b/c.png', 'naïve file.css'])('may be %s', (path) => expect(isAssetPath(path)).toBe(true));

  it.each(['', '/etc/passwd', '../x', 'a/../b', 'a//b', './a', 'a\\b', 'a\u0000b', 'a/'])('is not %j', (path) =>
    expect(isAssetPath(path)).toBe(false),
  );
});

describe('plain text', () => {
  it('has no control characters and no half pair', () => {
    expect(isPlainText('Zażółć gęślą jaźń 🙂')).toBe(true);
    for (const bad of ['a\nb', 'a\u007f', 'a\u0085', '\ud800'])
      expect(isPlainText(bad), JSON.stringify(bad)).toBe(false);
  });
});

describe('a UUID', () => {
  it('has its 36 characters and nothing around them', () => {
    expect(isUuid('0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f')).toBe(true);
    for (const bad of [
      '',
      '__proto__',
      '../../etc/passwd',
      '0193a7c25b1e7c3d9f208a4b6c1d2e3f',
      '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f\n',
    ]) {
      expect(isUuid(bad), JSON.stringify(bad)).toBe(false);
    }
  });
});

describe('base64', () => {
  it.each(['', 'YQ==', 'YWI=', 'YWJj', '+/+/'])('may be %j', (text) => expect(isBase64(text)).toBe(true));

  it.each(['YQ', 'YQ=', '=YQ=', 'Y===', 'YW Jj', 'YWJj\n', '-_-_', 'data:,YWJj', '####'])('is not %j', (text) =>
    expect(isBase64(text)).toBe(false),
  );

  it('takes every text that Node writes', () => {
    fc.assert(fc.property(fc.uint8Array(), (bytes) => isBase64(Buffer.from(bytes).toString('base64'))));
  });
});

describe('page ranges', () => {
  it.each(['1', '1-3, 5', ' 2 - 4 ,6-', '8-'])('may be %j', (text) => expect(isPageRanges(text)).toBe(true));

  it.each(['', '-', '-3', '1,,2', '1;2', 'all', '1234567', '1--2', `1-${' '.repeat(100_000)}x`])('are not %j', (text) =>
    expect(isPageRanges(text)).toBe(false),
  );
});

describe('a slug', () => {
  it.each([
    'invoice',
    'rechnung-2.übersicht_a',
    'a'.repeat(60),
    'partials/header',
    'layouts/letter',
    'partials/assets',
    'invoice/partials/header',
    'invoice/layouts/a/b',
    'assets/partials/a',
  ])('may be %j', (text) => expect(isSlug(text)).toBe(true));

  it.each([
    '',
    'Invoice',
    'u\u0308',
    '-a',
    'a.',
    'a b',
    'a'.repeat(61),
    'partials',
    'layouts',
    'assets',
    'partials/',
    '/partials/a',
    'a/partials',
    'a/b',
    'a/b/c',
    'a/b/partials',
    '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
  ])('is not %j', (text) => expect(isSlug(text)).toBe(false));
});

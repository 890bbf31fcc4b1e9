import { describe, expect, it } from 'vitest';
import { isLoopback, joinAddress, parseBaseUrl, refuseInsecure } from '../../src/client/address.ts';

describe('the URL of a service', () => {
  it.each([
    ['https://pdf.example.com', 'https://pdf.example.com/'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
    ['https://example.com/pdf//', 'https://example.com/pdf'],
  ])('%s is used as %s', (text, used) => {
    expect(parseBaseUrl(text).href).toBe(used);
  });

  it.each([
    ['pdf.example.com', 'is not a valid URL'],
    ['ftp://example.com', 'is neither http nor https'],
    ['https://me@example.com', 'must not contain a user or password'],
    ['https://:secret@example.com', 'must not contain a user or password'],
    ['https://example.com/?a=1', 'must not contain a query or fragment'],
    ['https://example.com/#a', 'must not contain a query or fragment'],
  ])('is not %s', (text, message) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'config_invalid' }));
    expect(() => parseBaseUrl(text)).toThrow(message);
  });

  it('is never shown with its password', () => {
    expect(() => parseBaseUrl('https://me:secret@example.com')).toThrow(/^(?!.*secret)/);
  });
});

it('the path and the query of an operation follow the URL', () => {
  const join = (base: string, query?: Record<string, string | undefined>) =>
    joinAddress(new URL(base), '/v1/keys', query).href;
  expect(join('https://example.com')).toBe('https://example.com/v1/keys');
  expect(join('https://example.com/pdf/')).toBe('https://example.com/pdf/v1/keys');
  expect(join('https://example.com', { limit: '5', after: undefined, name: 'a b' })).toBe(
    'https://example.com/v1/keys?limit=5&name=a+b',
  );
});

it.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['a.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['notlocalhost', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['128.0.0.1', false],
  ['10.127.0.0.1', false],
  ['[::2]', false],
])('%s is this machine: %s', (host, isLocal) => {
  expect(isLoopback(host)).toBe(isLocal);
});

it.each([
  ['https://example.com', false, true],
  ['http://example.com', false, false],
  ['http://example.com', true, true],
  ['http://127.0.0.1:8080', false, true],
])('a key is sent to %s, with plain http allowed (%s): %s', (base, isAllowed, isSent) => {
  const refuse = () => refuseInsecure(new URL(base), isAllowed);
  if (isSent) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(expect.objectContaining({ code: 'insecure_address' }));
});

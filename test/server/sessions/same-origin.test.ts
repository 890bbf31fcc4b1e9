import { describe, expect, it } from 'vitest';
import { isLoopbackHost, refuseForeign, refuseOtherHosts } from '../../../src/server/sessions/same-origin.ts';

it.each([
  ['localhost', true],
  ['LOCALHOST:8080', true],
  ['127.0.0.1', true],
  ['127.9.9.9:1', true],
  ['[::1]:8080', true],
  ['[::1]', true],
  ['::1', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['example.com:127', false],
  ['localhost:', false],
  [undefined, false],
])('the host %s is this machine: %s', (host, isOwn) => {
  expect(isLoopbackHost(host)).toBe(isOwn);
  const check = () => refuseOtherHosts({ headers: { host } });
  if (isOwn) expect(check).not.toThrow();
  else expect(check).toThrow(expect.objectContaining({ code: 'forbidden' }));
});

describe('a request that a cookie vouches for', () => {
  const ask = (method: string, headers: Record<string, string>) => () =>
    refuseForeign({ method, headers: { host: 'Pdf.example.com', ...headers } });

  it.each<[string, Record<string, string>]>([
    ['GET', {}],
    ['HEAD', {}],
    ['GET', { 'sec-fetch-site': 'same-origin' }],
    ['GET', { 'sec-fetch-site': 'none' }],
    ['POST', { 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: 'https://pdf.example.com' }],
    ['GET', { origin: 'https://pdf.example.com' }],
  ])('may be %s with %j', (method, headers) => {
    expect(ask(method, headers)).not.toThrow();
  });

  it.each<[string, Record<string, string>]>([
    ['POST', {}],
    ['POST', { 'sec-fetch-site': 'none' }],
    ['GET', { 'sec-fetch-site': 'same-site' }],
    ['GET', { 'sec-fetch-site': 'cross-site' }],
    ['POST', { 'sec-fetch-site': 'cross-site', origin: 'https://pdf.example.com' }],
    ['POST', { origin: 'https://other.example.com' }],
    ['POST', { origin: 'https://pdf.example.com:8443' }],
    ['GET', { origin: 'null' }],
  ])('must not be %s with %j', (method, headers) => {
    expect(ask(method, headers)).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });
});

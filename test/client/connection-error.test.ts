import { describe, expect, it } from 'vitest';
import { readConnectionError, readTlsRefusal } from '../../src/client/connection-error.ts';

const origin = 'https://pdf.example';
const read = (error: object, { receiving = false, proxy = undefined as string | undefined } = {}) => {
  const { code, message } = readConnectionError(Object.assign(new Error('x'), error), { origin, receiving, proxy });
  return [code, message];
};

describe('a failure below HTTP', () => {
  it.each([
    ['ENOTFOUND', 'name_not_resolved'],
    ['EAI_AGAIN', 'name_not_resolved'],
    ['ECONNREFUSED', 'connection_refused'],
    ['ECONNRESET', 'connection_failed'],
    ['ETIMEDOUT', 'connection_failed'],
    ['UND_ERR_SOCKET', 'connection_failed'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['EWHATEVER', 'connection_failed'],
  ])('%s is %s', (cause, code) => {
    expect(read({ code: cause })).toEqual([code, `cannot reach ${origin} (${cause})`]);
    expect(read({ cause: { cause: { code: cause } } })[0]).toBe(code);
    expect(read({ errors: [{ code: cause }, { code: 'EPIPE' }] })[0]).toBe(code);
  });

  it('names its proxy, and its message if it has no code', () => {
    expect(read({ message: 'odd' }, { proxy: 'http://proxy:3128' })).toEqual([
      'connection_failed',
      `cannot reach ${origin} through the proxy http://proxy:3128 (odd)`,
    ]);
  });

  it.each([
    ['ECONNRESET', 'body_cut'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'body_cut'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['ECONNREFUSED', 'connection_refused'],
  ])('%s after the head of an answer is %s', (cause, code) => {
    expect(read({ code: cause }, { receiving: true })[0]).toBe(code);
  });

  it.each<[object, string, string]>([
    [{ code: 'UND_ERR_HEADERS_OVERFLOW' }, 'unexpected_answer', 'UND_ERR_HEADERS_OVERFLOW'],
    [{ code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' }, 'unexpected_answer', 'bad HTTP'],
    [{ name: 'HTTPParserError', message: 'Expected HTTP/' }, 'unexpected_answer', 'no HTTP'],
    [{ name: 'HTTPParserError', message: 'Invalid header' }, 'unexpected_answer', 'bad HTTP'],
    [{ name: 'HTTPParserError', message: 'Invalid EOF state' }, 'connection_failed', 'Invalid EOF state'],
  ])('%j is %s', (error, code, fault) => {
    expect(read(error)[0]).toBe(code);
    expect(read(error)[1]).toContain(`(${fault})`);
  });

  it.each<[object, string]>([
    [{ message: 'wrong version number' }, `cannot reach ${origin} (no TLS)`],
    [{ message: 'packet length too long' }, `cannot reach ${origin} (no TLS)`],
    [
      { name: 'HTTPParserError', message: 'Expected HTTP/', data: '\u0015\u0003\u0003' },
      `cannot reach ${origin} (TLS)`,
    ],
    [
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed; if the root CA is installed locally, try this' },
      `cannot trust ${origin}: self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)`,
    ],
    [{ code: 'CERT_HAS_EXPIRED', message: 'expired' }, `cannot trust ${origin}: expired (CERT_HAS_EXPIRED)`],
    [
      { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', message: 'x' },
      `cannot trust ${origin}: x (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
    ],
  ])('%j is one of TLS', (error, message) => {
    expect(read(error)).toEqual(['tls_failed', message]);
  });

  it('is one of the proxy if that refuses the connection', () => {
    const proxy = 'http://proxy:3128';
    for (const message of ['Proxy response (407) !== 200', 'Proxy Authentication Required'])
      expect(read({ message }, { proxy })).toEqual([
        'proxy_failed',
        `the proxy ${proxy} refused the connection: ${message}`,
      ]);
  });
});

describe('the place of a failure', () => {
  const proxy = 'http://proxy:3128';
  const at = (error: unknown, place: { receiving?: boolean; proxy?: string } = {}) => {
    const { code, message, details, cause } = readConnectionError(error, {
      ...{ origin, receiving: false, proxy: undefined },
      ...place,
    });
    expect([cause, details.cause]).toEqual([error, error]);
    return [code, message];
  };
  const parser = (message: string, data?: string) => ({ name: 'HTTPParserError', message, data });

  it.each<[unknown, { receiving?: boolean; proxy?: string }, string, string]>([
    [
      { message: 'http request' },
      { proxy },
      'tls_failed',
      `cannot reach ${origin} through the proxy ${proxy} (no TLS)`,
    ],
    [
      parser('Expected HTTP/', '\u0015\u0003\u0003'),
      { proxy },
      'unexpected_answer',
      `cannot read the answer of ${origin} through the proxy ${proxy} (no HTTP)`,
    ],
    [parser('Expected HTTP/', '\u0015'), {}, 'unexpected_answer', `cannot read the answer of ${origin} (no HTTP)`],
    [
      { message: 'Proxy response (403) !== 200' },
      {},
      'proxy_failed',
      'the proxy  refused the connection: Proxy response (403) !== 200',
    ],
    [parser('Invalid header'), { receiving: true }, 'body_cut', `the answer of ${origin} was cut off`],
    [{ code: 'EWHATEVER' }, { receiving: true }, 'body_cut', `the answer of ${origin} was cut off`],
    [{ code: 'ENOTFOUND' }, { receiving: true }, 'name_not_resolved', `cannot reach ${origin} (ENOTFOUND)`],
    [{ code: 'EPROTO' }, {}, 'tls_failed', `cannot trust ${origin}: EPROTO (EPROTO)`],
    [{ name: 'AbortError' }, {}, 'connection_failed', `cannot reach ${origin} (AbortError)`],
    [{ message: '' }, {}, 'connection_failed', `cannot reach ${origin} ()`],
  ])('%j, %j is %s', (error, place, code, message) => {
    expect(at(error, place)).toEqual([code, message]);
  });

  it('is the deepest error that is known, the first of several', () => {
    expect(at({ code: 'ECONNREFUSED', cause: { code: 'ENOTFOUND' } })[0]).toBe('connection_refused');
    expect(at({ code: 'EODD', cause: { code: 'ENOTFOUND' } })[0]).toBe('name_not_resolved');
    expect(at({ code: 'ECONNREFUSED', errors: [{ code: 'ENOTFOUND' }] })[0]).toBe('name_not_resolved');
    expect(at({ code: 'ECONNREFUSED', errors: [] })[0]).toBe('connection_refused');
    expect(at({ code: 'EODD', cause: 'a text' })[1]).toBe(`cannot reach ${origin} (EODD)`);
    expect(at({ code: 'EODD', cause: null })[1]).toBe(`cannot reach ${origin} (EODD)`);
    const circle = { code: 'EODD', cause: {} };
    circle.cause = circle;
    expect(at(circle)[1]).toBe(`cannot reach ${origin} (EODD)`);
  });
});

describe('an answer that shows that TLS is spoken', () => {
  const text = 'Client sent an HTTP request to an HTTPS server.';
  it.each<[string, number, string, boolean]>([
    ['http://a.example', 400, text, true],
    ['http://a.example', 400, 'The plain HTTP request was sent to HTTPS port', true],
    ['http://a.example', 400, 'This combination of host and port requires TLS.', true],
    ['https://a.example', 400, text, false],
    ['http://a.example', 404, text, false],
    ['http://a.example', 400, 'bad request', false],
  ])('%s, %d, %s: %s', (url, status, body, isTls) => {
    expect(readTlsRefusal(new URL(url), status, body)?.code).toBe(isTls ? 'tls_failed' : undefined);
  });
});

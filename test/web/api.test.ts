import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from './page-here.ts';

let page: ReturnType<typeof openPage>;
let api: typeof import('../../src/web/api.ts');

beforeEach(async () => {
  page = openPage();
  api = await import('../../src/web/api.ts');
});

afterEach(() => {
  api.setAccount(undefined);
  api.onSignOut(() => undefined);
  page.close();
});

it('the addresses begin where the service is served', () => {
  expect(api.base).toBe('/proxy/dashboard/');
  expect(api.serviceUrl).toBe('http://platen.example/proxy');
});

describe('the address of an operation', () => {
  it('has what its path names, encoded, and the fields of the query that are not empty', () => {
    const query = { a: 'x y', b: undefined, c: '' };
    expect(api.addressOf('/api/v1/templates/{id}', 'a/b', query)).toBe(
      'http://platen.example/proxy/api/v1/templates/a%2Fb?a=x+y',
    );
    expect(api.addressOf('/api/v1/templates')).toBe('http://platen.example/proxy/api/v1/templates');
    expect(api.addressOf('/api/v1/templates/{id}')).toBe('http://platen.example/proxy/api/v1/templates/');
    expect(api.addressOf('/api/v1/templates/{id}/labels/{label}' as never, 'a', {}, { label: 'ü' })).toBe(
      'http://platen.example/proxy/api/v1/templates/a/labels/%C3%BC',
    );
  });

  it('has no question mark without a field', () => {
    expect(api.writeQuery({})).toBe('');
    expect(api.writeQuery({ a: undefined, b: '' })).toBe('');
    expect(api.writeQuery({ a: '1', b: '2' })).toBe('?a=1&b=2');
  });
});

describe('a call', () => {
  it('asks for JSON, and sends no more than it is given', async () => {
    page.answer(200, { data: 1 });
    expect(await api.call('GET', '/api/v1/templates')).toEqual({ data: 1 });
    expect(page.requests).toEqual([
      {
        address: 'http://platen.example/proxy/api/v1/templates',
        method: 'GET',
        headers: { accept: 'application/json' },
        body: undefined,
      },
    ]);
  });

  it('sends the account, a body, the version, and why', async () => {
    api.setAccount('acme');
    page.answer(204);
    const body = { name: 'A' };
    const options = { id: 't', body, etag: '"1"', message: 'ü', accept: 'text/plain' };
    expect(await api.call('PATCH', '/api/v1/templates/{id}', options)).toBeUndefined();
    expect(page.requests[0]).toEqual({
      address: 'http://platen.example/proxy/api/v1/templates/t',
      method: 'PATCH',
      headers: {
        accept: 'text/plain',
        'platen-account': 'acme',
        'content-type': 'application/json',
        'if-match': '"1"',
        'platen-revision-message': '%C3%BC',
      },
      body,
    });
  });

  it.each([
    [{ errors: [{ detail: 'is required' }], detail: 'no', title: 'Title' }, 'is required'],
    [{ errors: [], detail: 'no', title: 'Title' }, 'no'],
    [{ title: 'Title' }, 'Title'],
    [{}, 'The service answered with status 400.'],
  ])('throws what an answer of %j says', async (problem, message) => {
    page.answer(400, problem);
    await expect(api.call('GET', '/api/v1/templates')).rejects.toMatchObject({ message });
  });

  it('throws the code, the status and the time to wait of an answer', async () => {
    page.answer(429, { code: 'rate_limited', title: 'Slow' }, { 'retry-after': '7' });
    await expect(api.call('GET', '/api/v1/templates')).rejects.toMatchObject({
      code: 'rate_limited',
      status: 429,
      retryAfter: 7,
      problem: { code: 'rate_limited' },
    });
    page.answer(500, 'no problem', { 'retry-after': '0' });
    await expect(api.call('GET', '/api/v1/templates')).rejects.toMatchObject({
      code: 'unexpected_answer',
      retryAfter: undefined,
    });
    page.answer(502);
    await expect(api.call('GET', '/api/v1/templates')).rejects.toMatchObject({ status: 502, problem: undefined });
  });

  it('says that nobody answers, but not when it was ended', async () => {
    page.fail(new TypeError('fetch failed'));
    await expect(api.call('GET', '/api/v1/templates')).rejects.toMatchObject({
      code: 'unreachable',
      status: 0,
      message: 'The service does not answer. Is it running?',
    });
    page.fail(Object.assign(new Error('ended'), { name: 'AbortError' }));
    await expect(api.call('GET', '/api/v1/templates')).rejects.toThrow('ended');
  });

  it.each([
    ['/api/v1/templates', 401, 1],
    ['/api/v1/templates', 403, 0],
    ['/api/dashboard/session', 401, 0],
    ['/api/dashboard/ticket', 401, 0],
  ] as const)('to %s that answers %i tells %i times that there is no session', async (path, status, times) => {
    const onSignedOut = vi.fn();
    api.onSignOut(onSignedOut);
    page.answer(status, {});
    await expect(api.call('GET', path as never)).rejects.toMatchObject({ status });
    expect(onSignedOut).toHaveBeenCalledTimes(times);
  });
});

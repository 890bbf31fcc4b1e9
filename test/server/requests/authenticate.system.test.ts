import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatApiKey } from '../../../src/contract/index.ts';
import { authenticate } from '../../../src/server/requests/authenticate.ts';
import { openTestService } from '../test-service.ts';

const list = '/api/v1/templates';

describe('a request without a valid key', () => {
  it('is one with two Authorization headers, whatever they say', async () => {
    const key = formatApiKey(randomBytes(32));
    const find = async () => ({ account: 'a', keyId: 'k', by: 'key', scopes: [], templates: null, folder: null });
    expect(await authenticate([`Bearer ${key}`], find)).toMatchObject({ account: 'a' });
    expect(await authenticate([`Bearer ${key}`, `Bearer ${key}`], find)).toBeUndefined();
  });

  it('gets one and the same 401, whatever is wrong with the key', async () => {
    const service = await openTestService();
    const revoked = await service.makeKey('a');
    await service.store.keys.revoke(revoked.id);
    const expired = await service.makeKey('a', new Date(Date.now() - 1));
    const headers: [string, Record<string, string>][] = [
      ['missing', {}],
      ['empty', { authorization: '' }],
      ['no key', { authorization: 'Bearer ' }],
      ['another scheme', { authorization: `Basic ${service.key}` }],
      ['no scheme', { authorization: service.key }],
      ['two words', { authorization: `Bearer ${service.key} x` }],
      ['unknown', { authorization: `Bearer ${formatApiKey(randomBytes(32))}` }],
      [
        'one changed character',
        { authorization: `Bearer ${service.key.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a'))}` },
      ],
      ['no key of ours', { authorization: 'Bearer sk_live_123' }],
      ['another header', { 'x-api-key': service.key }],
      ['revoked', revoked.auth],
      ['expired', expired.auth],
    ];
    const answers = [];
    for (const [what, header] of headers) {
      const answer = await service.app.inject({ method: 'GET', url: list, headers: header });
      expect(answer.statusCode, what).toBe(401);
      expect(answer.headers['www-authenticate'], what).toBe('Bearer');
      answers.push({ ...answer.json(), request_id: '' });
    }
    answers.push({
      ...(await service.app.inject({ method: 'GET', url: `${list}?api_key=${service.key}` })).json(),
      request_id: '',
    });
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ code: 'unauthorized', retryable: false });
  });

  it('is refused on every operation, before its body is looked at', async () => {
    const { app } = await openTestService();
    for (const [method, url] of [
      ['POST', '/api/v1/renderers/pdf'],
      ['POST', list],
      ['GET', list],
      ['HEAD', list],
      ['PATCH', `${list}/x`],
      ['GET', `${list}/x`],
      ['DELETE', `${list}/x`],
    ] as const) {
      const answer = await app.inject({ method, url, ...(method !== 'GET' && { payload: 'not json at all' }) });
      expect(answer.statusCode, `${method} ${url}`).toBe(401);
    }
  });

  it('does not ask the store about a mistyped key', async () => {
    const asked: string[] = [];
    const { app, key } = await openTestService({
      findCaller: async (key) => {
        asked.push(key);
        return { account: 'a', keyId: 'k', by: 'key k', scopes: ['templates:read'], templates: null, folder: null };
      },
    });
    const typo = key.replace(/^platen_./, (start) => (start === 'platen_a' ? 'platen_b' : 'platen_a'));
    expect((await app.inject({ url: list, headers: { authorization: `Bearer ${typo}` } })).statusCode).toBe(401);
    expect(asked).toEqual([]);
    expect((await app.inject({ url: list, headers: { authorization: `bearer  ${key} ` } })).statusCode).toBe(200);
    expect(asked).toEqual([key]);
  });
});

describe('a key that is retired', () => {
  it('is refused from the next request on', async () => {
    const { app, store, makeKey } = await openTestService();
    const { id, auth } = await makeKey('a');
    expect((await app.inject({ url: list, headers: auth })).statusCode).toBe(200);
    await store.keys.revoke(id);
    expect((await app.inject({ url: list, headers: auth })).statusCode).toBe(401);
  });

  it('is refused from the moment it expires', async () => {
    let time = Date.UTC(2026, 0, 1);
    const { app, makeKey } = await openTestService({ now: () => new Date(time) });
    const { auth } = await makeKey('a', new Date(time + 1000));
    expect((await app.inject({ url: list, headers: auth })).statusCode).toBe(200);
    time += 1000;
    expect((await app.inject({ url: list, headers: auth })).statusCode).toBe(401);
  });
});

describe('a store that fails', () => {
  it('is a 500 that says nothing but its id', async () => {
    const service = await openTestService({
      findCaller: async () => {
        throw Object.assign(new Error('disk I/O error in /var/lib/secret'), { code: 'io_failed' });
      },
    });
    const answer = await service.app.inject({ url: list, headers: service.auth });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      type: 'urn:platen:error:internal',
      title: 'An unexpected error',
      status: 500,
      code: 'internal',
      request_id: answer.headers['x-request-id'],
      retryable: true,
    });
    expect(service.internal).toHaveLength(1);
    expect(service.lines.find((line) => line.includes('internal_error'))).toContain('io_failed');
  });
});

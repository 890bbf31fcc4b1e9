import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatApiKey, isApiKey, type Scope } from '../../../src/contract/index.ts';
import { openTestService } from '../test-service.ts';

const path = '/api/v1/keys';
const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';

/** A service with a way to send as a key that may do these things. */
async function openService() {
  const service = await openTestService();
  async function makeCaller(scopes?: Scope[], account = 'a', templates?: string[], expiresAt?: Date) {
    const key = formatApiKey(randomBytes(32));
    const { id } = await service.store.keys.create({ account, name: 'caller', key, scopes, templates, expiresAt });
    const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      service.app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) });
    return { id, key, send };
  }
  const works = async (key: string) =>
    (await service.app.inject({ url: '/api/v1/templates', headers: { authorization: `Bearer ${key}` } })).statusCode;
  return { ...service, makeCaller, works };
}

describe('a key with the scope keys', () => {
  it('makes a key that works at once, shows its text once, and says who made it', async () => {
    const { makeCaller, works } = await openService();
    const { send } = await makeCaller(['keys', 'render', 'templates:read', 'templates:write']);
    const made = await send('POST', path, { key: { name: 'ci', expires_at: '2099-01-01T00:00:00Z' } });
    expect(made.statusCode).toBe(201);
    const { key, ...rest } = made.json().data;
    expect(isApiKey(key)).toBe(true);
    expect(rest).toEqual({
      id: expect.any(String),
      name: 'ci',
      first: key.slice(0, 11),
      last: key.slice(-4),
      scopes: ['render', 'templates:read', 'templates:write'],
      templates: null,
      folder: null,
      created_by: 'key caller',
      created_at: expect.any(String),
      expires_at: '2099-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect(await works(key)).toBe(200);
    const list = await send('GET', path);
    expect(list.json().data.map(({ name }: { name: string }) => name)).toEqual(['test', 'caller', 'ci']);
    expect(list.body).not.toContain(key);
    expect(list.body).not.toContain('digest');
  });

  it('lists keys by pages, or all of them', async () => {
    const { makeCaller } = await openService();
    const { send } = await makeCaller(['keys']);
    for (let count = 0; count < 3; count += 1) await makeCaller(['render']);
    const all = (await send('GET', path)).json();
    expect([all.data.length, all.page]).toEqual([5, { next: null }]);
    const found: unknown[] = [];
    let sizes = '';
    for (let next: string | null = ''; next !== null; ) {
      const { data, page }: { data: unknown[]; page: { next: string | null } } = (
        await send('GET', `${path}?limit=2${next && `&after=${next}`}`)
      ).json();
      found.push(...data);
      sizes += data.length;
      next = page.next;
    }
    expect([found, sizes]).toEqual([all.data, '221']);
    expect((await send('GET', `${path}?limit=0`)).json()).toMatchObject({ code: 'invalid_request' });
  });

  it('retires a key at once, and again without harm', async () => {
    const { makeCaller, works } = await openService();
    const { send } = await makeCaller(['keys', 'render']);
    const other = await makeCaller(['render']);
    expect((await send('DELETE', `${path}/${other.id}`)).statusCode).toBe(204);
    expect(await works(other.key)).toBe(401);
    expect((await send('DELETE', `${path}/${other.id}`)).statusCode).toBe(204);
    const own = await makeCaller(['keys', 'render']);
    expect((await own.send('DELETE', `${path}/${own.id}`)).statusCode).toBe(204);
    expect(await works(own.key)).toBe(401);
  });

  it('rotates a key: the new one may do the same, the old one holds for the chosen time', async () => {
    const { makeCaller, works, store } = await openService();
    const { send } = await makeCaller(['keys', 'templates:read']);
    const old = await makeCaller(['templates:read']);
    const before = Date.now();
    const answer = await send('POST', `${path}/${old.id}/rotate`, { rotation: { overlap_seconds: 60 } });
    expect(answer.statusCode).toBe(201);
    const { data, old: ended } = answer.json();
    expect(data).toMatchObject({ name: 'caller', scopes: ['templates:read'], expires_at: null });
    expect(Date.parse(ended.expires_at) - before).toBeGreaterThanOrEqual(60_000);
    expect(Date.parse(ended.expires_at) - before).toBeLessThan(70_000);
    expect([await works(old.key), await works(data.key)]).toEqual([200, 200]);
    const again = await send('POST', `${path}/${data.id}/rotate`, { rotation: { overlap_seconds: 0 } });
    expect([await works(data.key), await works(again.json().data.key)]).toEqual([401, 200]);
    expect((await send('POST', `${path}/${data.id}/rotate`, { rotation: {} })).statusCode).toBe(404);
    expect(await store.keys.count()).toBe(5);
  });

  it('hands on no scope and no template that it has not', async () => {
    const { makeCaller, store } = await openService();
    const mine = await store.templates.create('a', { name: 'mine' });
    const { send } = await makeCaller(['keys', 'render'], 'a', [mine.id]);
    const wider = await makeCaller(['templates:write']);
    for (const [key, names] of [
      [{ name: 'x', scopes: ['render', 'templates:write'] }, '"templates:write"'],
      [{ name: 'x' }, '"templates:read"'],
      [{ name: 'x', scopes: ['render'], templates: [unknown] }, 'certain templates'],
    ] as const) {
      const answer = await send('POST', path, { key });
      expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining(names) });
    }
    const rotation = await send('POST', `${path}/${wider.id}/rotate`, { rotation: {} });
    expect(rotation.json()).toMatchObject({ code: 'forbidden', detail: expect.stringContaining('"templates:write"') });
    const made = await send('POST', path, { key: { name: 'x', scopes: ['render'] } });
    expect(made.json().data.templates).toEqual([mine.id]);
    expect(await store.keys.count()).toBe(4);
  });

  it('hands on a seal that it has, or any if it has all', async () => {
    const { makeCaller } = await openService();
    const one = await makeCaller(['keys', 'seal:invoices']);
    const all = await makeCaller(['keys', 'seal:*']);
    const make = async ({ send }: typeof one, scope: string) =>
      (await send('POST', path, { key: { name: 'new', scopes: [scope] } })).statusCode;
    expect([await make(one, 'seal:invoices'), await make(one, 'seal:hr'), await make(one, 'seal:*')]).toEqual([
      201, 403, 403,
    ]);
    expect([await make(all, 'seal:hr'), await make(all, 'seal:*'), await make(all, 'seal:HR')]).toEqual([
      201, 201, 422,
    ]);
  });

  it('retires no key that may do more than it', async () => {
    const { makeCaller, works, store } = await openService();
    const mine = await store.templates.create('a', { name: 'mine' });
    const other = await store.templates.create('a', { name: 'other' });
    const { send } = await makeCaller(['keys', 'templates:read'], 'a', [mine.id]);
    const read: Scope[] = ['templates:read'];
    for (const [wider, names] of [
      [await makeCaller(), '"render"'],
      [await makeCaller(read), 'certain templates'],
      [await makeCaller(read, 'a', [mine.id, other.id]), 'certain templates'],
    ] as const) {
      const answer = await send('DELETE', `${path}/${wider.id}`);
      expect(answer.json()).toMatchObject({ status: 403, code: 'forbidden', detail: expect.stringContaining(names) });
      expect(await works(wider.key)).toBe(200);
    }
    const same = await makeCaller(read, 'a', [mine.id]);
    expect((await send('DELETE', `${path}/${same.id}`)).statusCode).toBe(204);
  });

  it('makes no key that outlives it', async () => {
    const { makeCaller, store } = await openService();
    const day = 86_400_000;
    const [soon, end, late] = [1, 2, 3].map((days) => new Date(Date.now() + days * day)) as [Date, Date, Date];
    const { id, send } = await makeCaller(['keys', 'render'], 'a', undefined, end);
    const short = await makeCaller(['render'], 'a', undefined, soon);
    const make = (more: object) => send('POST', path, { key: { name: 'x', scopes: ['render'], ...more } });
    const rotate = (which: string, rotation: object) => send('POST', `${path}/${which}/rotate`, { rotation });
    const endless = await makeCaller(['render']);
    const before = await store.keys.count();
    for (const answer of [
      await make({}),
      await make({ expires_at: null }),
      await make({ expires_at: late }),
      await rotate(endless.id, {}),
      await rotate(short.id, { expires_at: null }),
      await rotate(short.id, { expires_at: late }),
    ]) {
      expect(answer.json()).toMatchObject({
        status: 403,
        code: 'forbidden',
        detail: expect.stringContaining(`ends at ${end.toISOString()}`),
      });
    }
    expect(await store.keys.count()).toBe(before);
    expect((await make({ expires_at: end })).json().data.expires_at).toBe(end.toISOString());
    expect((await rotate(endless.id, { expires_at: soon })).json().data.expires_at).toBe(soon.toISOString());
    expect((await rotate(short.id, {})).statusCode).toBe(201);
    // Nor does it prolong itself: what was made to hold for a while would hold for ever.
    expect((await rotate(id, { expires_at: late })).statusCode).toBe(403);
    expect((await rotate(id, { expires_at: end })).statusCode).toBe(201);
  });

  it('does not see the keys of another account', async () => {
    const { makeCaller, works } = await openService();
    const { send } = await makeCaller(['keys', 'render', 'templates:read', 'templates:write'], 'b');
    const theirs = await makeCaller();
    const answers = [
      await send('DELETE', `${path}/${theirs.id}`),
      await send('POST', `${path}/${theirs.id}/rotate`, { rotation: {} }),
      await send('DELETE', `${path}/${unknown}`),
      await send('DELETE', `${path}/none`),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer.json(), request_id: '' }))).size).toBe(1);
    expect(answers[0]?.json()).toMatchObject({ status: 404, code: 'not_found' });
    expect((await send('GET', path)).json().data).toHaveLength(1);
    expect(await works(theirs.key)).toBe(200);
  });

  it.each([
    [{}, '/key'],
    [{ key: {} }, '/key/name'],
    [{ key: { name: 'a\nb' } }, '/key/name'],
    [{ key: { name: 'x', scopes: ['admin'] } }, '/key/scopes/0'],
    [{ key: { name: 'x', scopes: [] } }, '/key/scopes'],
    [{ key: { name: 'x', templates: ['x'] } }, '/key/templates/0'],
    [{ key: { name: 'x', expires_at: '2001-01-01T00:00:00Z' } }, '/key/expires_at'],
    [{ key: { name: 'x', expires_at: 'soon' } }, '/key/expires_at'],
    [{ key: { name: 'x', account: 'b' } }, '/key/account'],
  ])('refuses %j, naming the field', async (body, pointer) => {
    const { makeCaller } = await openService();
    const { send } = await makeCaller(['keys', 'render', 'templates:read', 'templates:write']);
    expect((await send('POST', path, body)).json()).toMatchObject({ code: 'invalid_request', errors: [{ pointer }] });
  });
});

describe('a key without a scope', () => {
  const template = { template: { name: 'n' } };
  it.each([
    ['render', 'POST', '/api/v1/renderers/pdf', { parts: { html: 'x' } }],
    ['templates:read', 'GET', '/api/v1/templates', undefined],
    ['templates:read', 'GET', `/api/v1/templates/${unknown}`, undefined],
    ['templates:write', 'POST', '/api/v1/templates', template],
    ['templates:write', 'PATCH', `/api/v1/templates/${unknown}`, template],
    ['templates:write', 'DELETE', `/api/v1/templates/${unknown}`, undefined],
    ['keys', 'GET', path, undefined],
    ['keys', 'POST', path, { key: { name: 'x' } }],
    ['keys', 'POST', `${path}/${unknown}/rotate`, { rotation: {} }],
    ['keys', 'DELETE', `${path}/${unknown}`, undefined],
  ] as const)('gets 403 that names %s for %s %s', async (scope, method, url, body) => {
    const all: Scope[] = ['render', 'templates:read', 'templates:write', 'keys'];
    const { makeCaller } = await openService();
    const { send } = await makeCaller(all.filter((other) => other !== scope));
    expect((await send(method, url, body)).json()).toMatchObject({
      status: 403,
      code: 'forbidden',
      detail: expect.stringContaining(`"${scope}"`),
      retryable: false,
    });
  });

  it('may do all but manage keys where nobody said what it may', async () => {
    const { app, auth, engine } = await openService();
    const send = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers: auth, ...(payload && { payload }) });
    expect((await send('POST', '/api/v1/templates', template)).statusCode).toBe(201);
    expect((await send('POST', '/api/v1/renderers/pdf', { parts: { html: 'x' } })).statusCode).toBe(200);
    expect(engine.calls).toHaveLength(1);
    expect((await send('GET', path)).statusCode).toBe(403);
  });
});

describe('a key for certain templates', () => {
  async function openLimited() {
    const service = await openService();
    const mine = await service.store.templates.create('a', { name: 'mine' });
    const other = await service.store.templates.create('a', { name: 'other' });
    const caller = await service.makeCaller(['render', 'templates:read', 'templates:write'], 'a', [mine.id]);
    return { ...service, ...caller, mine: mine.id, other: other.id };
  }

  it('renders them and nothing else', async () => {
    const { send, mine, other, engine } = await openLimited();
    const render = (parts: unknown) => send('POST', '/api/v1/renderers/pdf', { parts });
    expect((await render({ template: mine.toUpperCase() })).statusCode).toBe(200);
    expect((await render([{ template: mine }, { template: mine, context: { a: 1 } }])).statusCode).toBe(200);
    for (const parts of [
      { template: other },
      { html: 'x' },
      'https://example.com',
      [{ template: mine }, { markdown: 'x' }],
      [{ template: mine }, { template: unknown }],
      { pdf: 'JVBERi0=' },
    ]) {
      expect((await render(parts)).json(), JSON.stringify(parts)).toMatchObject({ code: 'forbidden' });
    }
    expect(engine.calls).toHaveLength(2);
  });

  it('reads, lists and changes them, and says of no other whether it exists', async () => {
    const { send, mine, other } = await openLimited();
    const at = (id: string) => `/api/v1/templates/${id}`;
    expect((await send('GET', '/api/v1/templates')).json().data.map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect((await send('PATCH', at(mine), { template: { name: 'new' } })).statusCode).toBe(200);
    expect((await send('POST', '/api/v1/templates', { template: { name: 'x' } })).statusCode).toBe(403);
    const there = (await send('GET', at(other))).json();
    const none = (await send('GET', at(unknown))).json();
    expect({ ...there, request_id: '' }).toEqual({
      ...none,
      request_id: '',
      detail: none.detail.replace(unknown, other),
    });
    expect(there.code).toBe('forbidden');
    expect((await send('DELETE', at(other))).statusCode).toBe(403);
    expect((await send('DELETE', at(mine))).statusCode).toBe(204);
  });
});

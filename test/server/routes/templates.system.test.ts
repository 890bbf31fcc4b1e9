import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../test-service.ts';

const path = '/api/v1/templates';
let service: TestService;

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
});
beforeEach(() => service.reset());

function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) {
  return service.app.inject({
    method,
    url,
    headers: { ...service.auth, ...headers },
    ...(payload && { payload }),
  });
}

async function create(template: object = { name: 'Invoice', content: '<p>{{ x }}', preview_context: { x: 1 } }) {
  const answer = await send('POST', path, { template });
  expect(answer.statusCode).toBe(201);
  return answer;
}

describe('the published update of a template', () => {
  it('answers exactly the six fields in a data envelope', async () => {
    const { id, inserted_at } = (await create()).json().data;
    const answer = await send('PATCH', `${path}/${id}`, { template: { content: '<p>new' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual({
      data: {
        content: '<p>new',
        id,
        inserted_at,
        name: 'Invoice',
        preview_context: { x: 1 },
        updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
    expect(answer.json().data.updated_at > inserted_at).toBe(true);
  });

  it('replaces the preview context whole, and keeps free-form names as they are', async () => {
    const { id } = (await create()).json().data;
    const preview_context = { constructor: 1, toString: { a: [null, false, 0, ''] }, 'ä b': 'c' };
    const answer = await send('PATCH', `${path}/${id}`, { template: { preview_context } });
    expect(answer.json().data.preview_context).toEqual(preview_context);
    expect((await send('GET', `${path}/${id}`)).json()).toEqual(answer.json());
  });

  it('takes an id in capitals and gives it as it is', async () => {
    const { id } = (await create()).json().data;
    expect((await send('PATCH', `${path}/${id.toUpperCase()}`, { template: { name: 'n' } })).json().data.id).toBe(id);
  });

  it.each([
    [{}, '/template'],
    [{ template: {} }, '/template'],
    [{ template: null }, '/template'],
    [{ template: [] }, '/template'],
    [{ template: { name: '' } }, '/template/name'],
    [{ template: { name: 5 } }, '/template/name'],
    [{ template: { name: 'a\nb' } }, '/template/name'],
    [{ template: { name: 'n'.repeat(256) } }, '/template/name'],
    [{ template: { content: null } }, '/template/content'],
    [{ template: { content: 'x'.repeat(5 * 1024 * 1024 + 1) } }, '/template/content'],
    [{ template: { content: 'ä'.repeat(2.5 * 1024 * 1024 + 1) } }, '/template/content'],
    [{ template: { preview_context: [] } }, '/template/preview_context'],
    [{ template: { preview_context: { a: 'x'.repeat(1024 * 1024) } } }, '/template/preview_context'],
    [{ template: { name: 'a', id: 'b' } }, '/template/id'],
    [{ template: { name: 'a' }, 'a/b~': 1 }, '/a~1b~0'],
    [{ template: { contents: 'x' } }, '/template/contents'],
  ])('refuses %#: names the field and changes nothing', async (body, pointer) => {
    const before = (await create()).json();
    const answer = await send('PATCH', `${path}/${before.data.id}`, body);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'invalid_request', status: 422, retryable: false });
    expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
    expect((await send('GET', `${path}/${before.data.id}`)).json()).toEqual(before);
  });

  it('takes the largest name, content and preview context', async () => {
    const preview_context = { a: 'x'.repeat(1024 * 1024 - 8) };
    const template = { name: '😀'.repeat(255), content: 'x'.repeat(5 * 1024 * 1024), preview_context };
    const { data } = (await create(template)).json();
    expect(data.name).toBe(template.name);
    expect(data.content.length).toBe(template.content.length);
    expect(data.preview_context).toEqual(preview_context);
  });
});

describe('a template of another account', () => {
  it('is not there: not to read, not to change, not to delete, not in the list', async () => {
    const { id } = (await create()).json().data;
    const other = (await service.makeKey('b')).auth;
    const unknown = '01890000-0000-7000-8000-000000000000';
    for (const [method, payload] of [
      ['GET', undefined],
      ['PATCH', { template: { name: 'x' } }],
      ['DELETE', undefined],
    ] as const) {
      const theirs = await send(method, `${path}/${id}`, payload, other);
      const none = await send(method, `${path}/${unknown}`, payload, other);
      expect(theirs.statusCode).toBe(404);
      expect({ ...theirs.json(), request_id: '' }).toEqual({ ...none.json(), request_id: '' });
      expect(theirs.json().code).toBe('template_not_found');
    }
    expect((await send('GET', path, undefined, other)).json()).toEqual({ data: [], page: { next: null } });
    expect((await send('GET', `${path}/${id}`)).statusCode).toBe(200);
  });

  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '__proto__',
    'constructor',
    'x'.repeat(10_240),
    '%00',
    '%zz',
    '1',
  ])('is not found by the id %j', async (id) => {
    const answer = await send('GET', `${path}/${id}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.headers['x-request-id']).toBe(answer.json().request_id);
    expect(['not_found', 'template_not_found']).toContain(answer.json().code);
    expect(service.internal).toEqual([]);
  });
});

describe('the other operations on templates', () => {
  it('create: 201 with a Location that leads to it, and an ETag', async () => {
    const answer = await create({ name: 'Only a name' });
    expect(answer.json().data).toMatchObject({ content: '', name: 'Only a name', preview_context: {} });
    expect(answer.json().data.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const found = await send('GET', answer.headers.location as string);
    expect(found.json()).toEqual(answer.json());
    expect(found.headers.etag).toBe(answer.headers.etag);
  });

  it('create needs a name', async () => {
    const answer = await send('POST', path, { template: { content: 'x' } });
    expect(answer.json()).toMatchObject({
      status: 422,
      detail: '/template/name is required',
      errors: [{ pointer: '/template/name', detail: 'is required' }],
    });
  });

  it('delete: 204 without a body, then 404', async () => {
    const { id } = (await create()).json().data;
    const answer = await send('DELETE', `${path}/${id}`);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect((await send('DELETE', `${path}/${id}`)).statusCode).toBe(404);
  });

  it('list: pages in the order of creation, by exact name on request', async () => {
    const { auth } = await service.makeKey('lists');
    const names = ['a', 'b', 'a', 'c', 'a'];
    for (const name of names) await send('POST', path, { template: { name } }, auth);
    const seen: string[] = [];
    let next: string | null = '';
    while (next !== null) {
      const after: string = next === '' ? '' : `&after=${encodeURIComponent(next)}`;
      const { data, page } = (await send('GET', `${path}?limit=2${after}`, undefined, auth)).json();
      expect(data.length).toBeLessThanOrEqual(2);
      seen.push(...data.map((template: { name: string }) => template.name));
      next = page.next;
    }
    expect(seen).toEqual(names);
    expect((await send('GET', `${path}?name=a`, undefined, auth)).json().data).toHaveLength(3);
    expect(Object.keys((await send('GET', path)).json().data[0]).sort()).toEqual([
      'content',
      'id',
      'inserted_at',
      'name',
      'preview_context',
      'updated_at',
    ]);
  });

  it.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e1',
    'limit=',
    'limit=1&limit=2',
    'after=x',
    'size=3',
    '__proto__=1',
  ])('list refuses ?%s', async (query) => {
    const answer = await send('GET', `${path}?${query}`);
    expect(answer.json()).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(answer.json().detail).toMatch(new RegExp(query.split('=')[0] as string));
  });

  it.each([
    ['limit=0', 'the query parameter "limit" must be a whole number from 1 to 100'],
    [
      'fields=nmae',
      'the query parameter "fields" must be one or more of content, id, inserted_at, name, preview_context, updated_at, slug, kind, folder, tags, value_sets with commas between',
    ],
  ])('list says in words what is wrong with ?%s', async (query, detail) => {
    expect((await send('GET', `${path}?${query}`)).json()).toMatchObject({ detail });
  });

  it('refuses a query where there is none to be had', async () => {
    const { id } = (await create()).json().data;
    const answer = await send('DELETE', `${path}/${id}?dry_run=true`);
    expect(answer.json()).toMatchObject({ status: 422, detail: expect.stringContaining('"dry_run"') });
    expect((await send('GET', `${path}/${id}`)).statusCode).toBe(200);
  });
});

describe('If-Match', () => {
  it.each([
    ['the current tag', (etag: string) => etag, 200],
    ['any', () => '*', 200],
    ['a list that has it', (etag: string) => `"v77" , ${etag},, W/"x"`, 200],
    ['a foreign tag with a comma beside it', (etag: string) => `"a,b", ${etag}`, 200],
    ['a stale tag', () => '"v77"', 412],
    ['a weak tag', (etag: string) => `W/${etag}`, 412],
    ['a foreign tag', () => '"abc"', 412],
    ['the same number in another form', () => '"v01"', 412],
    ['no quotes', () => 'v1', 422],
    ['nothing', () => '', 422],
    ['a list with something else in it', (etag: string) => `${etag}, *`, 422],
    ['two tags without a comma', (etag: string) => `${etag} ${etag}`, 422],
  ])('%s', async (_what, header, status) => {
    const created = await create();
    const { id } = created.json().data;
    const headers = { 'if-match': header(created.headers.etag as string) };
    const answer = await send('PATCH', `${path}/${id}`, { template: { name: 'changed' } }, headers);
    expect(answer.statusCode).toBe(status);
    if (status === 412) expect(answer.json().code).toBe('template_changed');
    const { name } = (await send('GET', `${path}/${id}`)).json().data;
    expect(name).toBe(status === 200 ? 'changed' : 'Invoice');
    if (status === 200) expect(answer.headers.etag).not.toBe(created.headers.etag);
    else expect((await send('DELETE', `${path}/${id}`, undefined, headers)).statusCode).toBe(status);
  });
});

describe('If-None-Match', () => {
  it.each([
    ['the current tag', (etag: string) => etag, 304],
    ['the current tag, weak', (etag: string) => `W/${etag}`, 304],
    ['a list that has it', (etag: string) => `"v77", ${etag}`, 304],
    ['any tag', () => '*', 304],
    ['another tag', () => '"v77"', 200],
    ['no quotes', () => 'v1', 422],
  ])('with %s', async (_what, header, status) => {
    const created = await create();
    const etag = created.headers.etag as string;
    const url = `${path}/${created.json().data.id}`;
    const answer = await send('GET', url, undefined, { 'if-none-match': header(etag) });
    expect(answer.statusCode).toBe(status);
    if (status === 422) return;
    expect(answer.headers.etag).toBe(etag);
    expect(answer.body === '').toBe(status === 304);
  });

  it('asks nothing of a template that is not there', async () => {
    const url = `${path}/01890000-0000-7000-8000-000000000000`;
    expect((await send('GET', url, undefined, { 'if-none-match': '*' })).statusCode).toBe(404);
  });
});

describe('a list of named fields', () => {
  it('has those and the id, in the order of the published interface', async () => {
    const { id, name, updated_at } = (await create()).json().data;
    const answer = await send('GET', `${path}?limit=100&fields=updated_at,name`);
    const listed = answer.json().data.find((template: { id: string }) => template.id === id);
    expect(JSON.stringify(listed)).toBe(JSON.stringify({ id, name, updated_at }));
  });

  it.each(['', 'id,', 'nmae', 'version', 'account', 'id, name'])('refuses the fields %j', async (fields) => {
    const answer = await send('GET', `${path}?fields=${encodeURIComponent(fields)}`);
    expect(answer.json()).toMatchObject({ status: 422, detail: expect.stringContaining('"fields"') });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchemaChecker } from '../../../src/markup/values/schema-checker.ts';
import { openTestService, type TestService } from '../test-service.ts';

const path = '/api/v1/templates';
const checker = openSchemaChecker();
let service: TestService;
let id = '';

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
});
beforeEach(async () => {
  service.reset();
  service.engine.checkValues = checker.check;
  const template = { name: 'Invoice', content: '<p>{{ x }}', preview_context: { x: 1 } };
  id = (await send('POST', '', { template })).json().data.id;
});
afterAll(() => checker.close());

function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', below: string, payload?: object, headers = {}) {
  const url = `${path}${below}`;
  return service.app.inject({ method, url, headers: { ...service.auth, ...headers }, ...(payload && { payload }) });
}

describe('named values of a template', () => {
  it('are stored, read and deleted, each time as a revision', async () => {
    const none = { data: { revision: 1, sets: {}, schema: null } };
    expect((await send('GET', `/${id}/values`)).json()).toEqual(none);
    const stored = await send('PUT', `/${id}/values/Größe%202`, { values: { n: 1.5 } });
    expect([stored.statusCode, stored.headers.etag]).toEqual([200, '"v2"']);
    expect(stored.json()).toEqual({ data: { revision: 2, sets: { 'Größe 2': { n: 1.5 } }, schema: null } });
    const message = { 'platen-revision-message': 'No%20more' };
    const deleted = await send('DELETE', `/${id}/values/Größe%202`, undefined, message);
    expect([deleted.statusCode, deleted.headers.etag, deleted.body]).toEqual([204, '"v3"', '']);
    expect((await send('GET', `/${id}/revisions`)).json().data).toMatchObject([
      { revision: 3, value_sets: [], message: 'No more' },
      { revision: 2, value_sets: ['Größe 2'], created_by: 'key test' },
      { revision: 1, value_sets: [] },
    ]);
    expect((await send('GET', `/${id}/values?revision=2`)).json().data.sets).toEqual({ 'Größe 2': { n: 1.5 } });
  });

  it('are changed together with the schema in one revision, and come back with it', async () => {
    const schema = { required: ['x'] };
    await send('PATCH', `/${id}/values`, { values: { sets: { a: { x: 1 }, b: {} }, schema } });
    const { data } = (
      await send('PATCH', `/${id}/values`, { values: { sets: { a: null, c: {} }, schema: null } })
    ).json();
    expect(data).toEqual({ revision: 3, sets: { b: {}, c: {} }, schema: null });
    expect((await send('POST', `/${id}/revisions/2/restore`)).json().data).toMatchObject({
      ...{ revision: 4, value_sets: ['a', 'b'], values_schema: true },
    });
    expect((await send('GET', `/${id}/values`)).json().data.schema).toEqual(schema);
  });

  it('are in the list of templates by their digests, if the query names them', async () => {
    await send('PUT', `/${id}/values/a`, { values: { x: 1 } });
    const { data } = (await send('GET', '?fields=value_sets&limit=100')).json();
    const sha256 = '5041bf1f713df204784353e82f6a4a535931cb64f1f4b4a5aeaffcb720918b22';
    expect(data).toContainEqual({ id, value_sets: { sets: { a: sha256 }, schema: null } });
  });

  it('leave the answer of the published update as it is', async () => {
    await send('PUT', `/${id}/values/a`, { values: {} });
    const { data } = (await send('PATCH', `/${id}`, { template: { content: 'new' } })).json();
    expect(Object.keys(data)).toEqual(['content', 'id', 'inserted_at', 'name', 'preview_context', 'updated_at']);
    expect((await send('GET', `/${id}/values`)).json().data).toMatchObject({ revision: 3, sets: { a: {} } });
  });

  it.each<[string, 'GET' | 'PUT' | 'PATCH' | 'DELETE', string, object | undefined, object, object]>([
    ['a set that is not there', 'DELETE', '/values/b', undefined, {}, { code: 'values_not_found', status: 404 }],
    ['a schema that is not there', 'DELETE', '/schema', undefined, {}, { code: 'values_not_found' }],
    ['a name that no file has', 'PUT', '/values/..', { values: {} }, {}, { status: 404 }],
    ['a path as a name', 'PUT', '/values/a%2Fb', { values: {} }, {}, { code: 'invalid_request', status: 422 }],
    ['values that are a list', 'PUT', '/values/a', { values: [] }, {}, { code: 'invalid_request' }],
    ['nothing to change', 'PATCH', '/values', { values: {} }, {}, { code: 'invalid_request' }],
    ['an older version', 'PUT', '/values/a', { values: {} }, { 'if-match': '"v7"' }, { code: 'template_changed' }],
    ['a revision and a label', 'GET', '/values?revision=1&label=live', undefined, {}, { code: 'invalid_request' }],
    ['a revision that is not there', 'GET', '/values?revision=9', undefined, {}, { code: 'revision_not_found' }],
    [
      ...(['a whole number that is not kept', 'PUT', '/values/a', { values: { n: 2 ** 60 } }, {}] as const),
      { errors: [{ pointer: '/values/n', detail: expect.any(String) }] },
    ],
    [
      ...(['what is no schema', 'PUT', '/schema', { schema: { type: 'text' } }, {}] as const),
      {
        code: 'invalid_request',
        errors: [{ pointer: '/schema', detail: expect.stringContaining('schema is invalid') }],
      },
    ],
    [
      ...([
        'a schema of another server',
        'PATCH',
        '/values',
        { values: { schema: { $ref: 'http://a.example/b' } } },
        {},
      ] as const),
      { errors: [{ pointer: '/values/schema', detail: expect.stringContaining("can't resolve reference") }] },
    ],
    [
      ...(['a schema that is too large', 'PUT', '/schema', { schema: { title: 'x'.repeat(300_000) } }, {}] as const),
      { errors: [{ pointer: '/schema', detail: 'must be at most 262144 bytes' }] },
    ],
  ])('refuse %s', async (_what, method, below, payload, headers, problem) => {
    expect((await send(method, `/${id}${below}`, payload, headers)).json()).toMatchObject(problem);
    expect((await send('GET', `/${id}/values`)).json().data.revision).toBe(1);
  });

  it('may break the schema: only a render must follow it', async () => {
    await send('PUT', `/${id}/schema`, { schema: { required: ['y'] } });
    expect((await send('PUT', `/${id}/values/a`, { values: {} })).statusCode).toBe(200);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestService, type TestService } from '../test-service.ts';

const path = '/api/v1/templates';
let service: TestService;
let id = '';

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
});
beforeEach(async () => {
  service.reset();
  const template = { name: 'Invoice', content: '<p>{{ x }}', preview_context: { x: 1 } };
  id = (await send('POST', '', { template })).json().data.id;
});

function send(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', below: string, payload?: object, headers = {}) {
  const url = `${path}${below}`;
  return service.app.inject({ method, url, headers: { ...service.auth, ...headers }, ...(payload && { payload }) });
}

/** Changes the template, with a message. */
function change(content: string, message?: string) {
  const headers = message === undefined ? {} : { 'platen-revision-message': message };
  return send('PATCH', `/${id}`, { template: { content } }, headers);
}

describe('revisions of a template', () => {
  it('are listed newest first, page by page, with author, message and labels', async () => {
    const { updated_at } = (await change('two', 'Gr%C3%B6%C3%9Fer, 5%25')).json().data;
    await change('three');
    await send('PUT', `/${id}/labels/live`, { revision: 2 });
    const first = await send('GET', `/${id}/revisions?limit=2`);
    expect(first.json().data).toEqual([
      {
        revision: 3,
        name: 'Invoice',
        created_at: expect.any(String),
        created_by: 'key test',
        message: null,
        ...{ labels: [], value_sets: [], values_schema: false },
      },
      {
        revision: 2,
        name: 'Invoice',
        created_at: updated_at,
        created_by: 'key test',
        message: 'Größer, 5%',
        ...{ labels: ['live'], value_sets: [], values_schema: false },
      },
    ]);
    const rest = await send('GET', `/${id}/revisions?after=${first.json().page.next}`);
    expect(rest.json()).toMatchObject({ data: [{ revision: 1 }], page: { next: null } });
  });

  it('are read with their content and values', async () => {
    await change('two');
    const { data } = (await send('GET', `/${id}/revisions/1`)).json();
    expect(data).toMatchObject({ revision: 1, content: '<p>{{ x }}', preview_context: { x: 1 }, labels: [] });
  });

  it('leave the published answer of a change unchanged, with a message or without', async () => {
    for (const message of [undefined, 'why']) {
      const answer = await change('two', message);
      expect(Object.keys(answer.json())).toEqual(['data']);
      expect(Object.keys(answer.json().data)).toEqual([
        'content',
        'id',
        'inserted_at',
        'name',
        'preview_context',
        'updated_at',
      ]);
    }
  });

  it('are restored as a new revision, which says so', async () => {
    await send('PATCH', `/${id}`, { template: { name: 'Bill', content: 'two', preview_context: {} } });
    const answer = await send('POST', `/${id}/revisions/1/restore`);
    expect(answer.statusCode).toBe(201);
    expect(answer.headers).toMatchObject({ etag: '"v3"', location: `${path}/${id}/revisions/3` });
    expect(answer.json().data).toMatchObject({
      revision: 3,
      name: 'Invoice',
      content: '<p>{{ x }}',
      preview_context: { x: 1 },
      message: 'Restores revision 1',
    });
    expect((await send('GET', `/${id}`)).json().data).toMatchObject({ name: 'Invoice', content: '<p>{{ x }}' });
    const why = { 'platen-revision-message': 'Back%20again' };
    expect((await send('POST', `/${id}/revisions/2/restore`, undefined, why)).json().data).toMatchObject({
      revision: 4,
      name: 'Bill',
      message: 'Back again',
    });
  });

  it('are restored only while the template is as If-Match says', async () => {
    await change('two');
    const stale = await send('POST', `/${id}/revisions/1/restore`, undefined, { 'if-match': '"v1"' });
    expect(stale.json()).toMatchObject({ status: 412, code: 'template_changed' });
    expect((await send('GET', `/${id}/revisions`)).json().data).toHaveLength(2);
  });

  it.each([
    ['0', 422, 'invalid_request', '"revision" in the path must be the number of a revision, from 1'],
    ['x', 422, 'invalid_request', '"revision" in the path must be the number of a revision, from 1'],
    ['2', 404, 'revision_not_found', 'the template has no revision 2; its only revision is 1'],
    ['999999999999999', 404, 'revision_not_found', /^the template has no revision 999999999999999; /],
  ])('that do not exist are refused: %s', async (revision, status, code, detail) => {
    for (const answer of [
      await send('GET', `/${id}/revisions/${revision}`),
      await send('POST', `/${id}/revisions/${revision}/restore`),
    ]) {
      expect(answer.json()).toMatchObject({ status, code });
      expect(answer.json().detail).toMatch(detail);
    }
  });

  it.each([
    ['%zz', 'is not valid percent-encoded UTF-8; write % as %25'],
    ['5 %', 'is not valid percent-encoded UTF-8; write % as %25'],
    ['Größe', 'must be percent-encoded UTF-8, such as Gr%C3%B6%C3%9Fe'],
    ['a%0Ab', 'must not contain control characters'],
    ['x'.repeat(501), 'has 501 characters; at most 500 are allowed'],
  ])('take no message %j, and nothing is changed', async (message, detail) => {
    const answer = await change('two', message);
    expect(answer.json()).toMatchObject({
      status: 422,
      code: 'invalid_request',
      detail: `the header Platen-Revision-Message ${detail}`,
    });
    expect((await send('GET', `/${id}/revisions`)).json().data).toHaveLength(1);
  });
});

describe('labels of a template', () => {
  it('are set, moved, listed and removed', async () => {
    await change('two');
    const set = await send('PUT', `/${id}/labels/live`, { revision: 1 });
    expect(set.statusCode).toBe(200);
    expect(set.json().data).toEqual({
      label: 'live',
      revision: 1,
      updated_at: expect.any(String),
      updated_by: 'key test',
    });
    await send('PUT', `/${id}/labels/live`, { revision: 2 });
    await send('PUT', `/${id}/labels/2026.spring`, { revision: 1 });
    const draft = await send('PUT', `/${id}/labels/draft`, { revision: 1 });
    expect((await send('GET', `/${id}/labels`)).json().data).toMatchObject([
      { label: 'draft', revision: 1 },
      { label: 'live', revision: 2 },
    ]);
    expect(draft.statusCode).toBe(200);
    const gone = await send('DELETE', `/${id}/labels/draft`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await send('DELETE', `/${id}/labels/draft`)).json()).toMatchObject({
      status: 404,
      code: 'label_not_found',
      detail: 'the template has no label "draft"; its labels are live',
    });
  });

  it.each(['7', '2026', 'Live', 'a b', '-a', 'ä', 'a'.repeat(65)])('are not called %j', async (label) => {
    const answer = await send('PUT', `/${id}/labels/${encodeURIComponent(label)}`, { revision: 1 });
    expect(answer.json()).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(answer.json().detail).toMatch(/^"label" in the path must be a label: /);
  });

  it.each([
    [{}, '/revision'],
    [{ revision: 0 }, '/revision'],
    [{ revision: '1' }, '/revision'],
    [{ revision: 1.5 }, '/revision'],
    [{ revision: 1e300 }, '/revision'],
    [{ revision: 1, label: 'x' }, '/label'],
  ])('are not set by %j, which names the field', async (body, pointer) => {
    const answer = await send('PUT', `/${id}/labels/live`, body);
    expect(answer.json()).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer);
  });

  it('are set to revisions that exist, and the error names the field', async () => {
    expect((await send('PUT', `/${id}/labels/live`, { revision: 9 })).json()).toMatchObject({
      status: 404,
      code: 'revision_not_found',
      detail: 'the template has no revision 9; its only revision is 1',
      errors: [{ pointer: '/revision' }],
    });
  });
});

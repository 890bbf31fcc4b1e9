import { describe, expect, it } from 'vitest';
import { templateOperations } from '../../../src/server/routes/template-operations.ts';
import { everything, notingStore, requestOf } from './noting-store.ts';

const stored = { version: 3, name: 'n', id: 't1', content: 'c', other: 1 };
const data = { id: 't1', name: 'n', content: 'c' };
const by = 'the command line';

describe('a template', () => {
  const create = async (template: object, caller: object = {}) => {
    const { store, calls } = notingStore({ 'templates.create': stored });
    const answer = await templateOperations.createTemplate(store, requestOf({ body: { template }, caller }));
    return { answer, calls };
  };

  it('is created', async () => {
    const { answer, calls } = await create({ name: 'n', folder: 'a/b' });
    expect(calls).toEqual([['templates.create', 'home', { name: 'n', folder: 'a/b' }, by]]);
    expect(answer).toEqual({ body: { data }, headers: { etag: '"v3"', location: '/api/v1/templates/t1' } });
  });

  it.each([
    [{}, ''],
    [{ folder: 'mine' }, 'mine'],
  ])('is created in the folder of the caller %j', async (caller, folder) => {
    const { calls } = await create({ name: 'n', slug: 'plain' }, caller);
    expect(calls[0]?.[2]).toEqual({ name: 'n', slug: 'plain', folder });
  });

  it.each([
    ['by a key for templates', {}, { templates: [] }, 'this API key is for certain templates only, and makes none'],
    [
      'in another folder',
      { folder: 'other' },
      { folder: 'mine' },
      'this API key is for the folder "mine", and the folder "other" is outside of it',
    ],
    [
      'as a partial by a key for a folder',
      { slug: 'partials/x' },
      { folder: 'mine' },
      'this API key is for the folder "mine", and makes no partials and layouts: templates of all folders use them',
    ],
  ])('is not created %s', async (_what, template, caller, message) => {
    await expect(create({ name: 'n', ...template }, caller)).rejects.toMatchObject({ code: 'forbidden', message });
  });

  it('may be a partial of a caller without a folder', async () => {
    expect((await create({ name: 'n', slug: 'partials/x' })).calls).toHaveLength(1);
  });

  it.each([
    [undefined, undefined],
    ['"v2"', undefined],
    ['"v3"', 304],
    ['*', 304],
  ])('is read, unless the caller has it: %s', async (ifNoneMatch, status) => {
    const { store, calls } = notingStore({ 'templates.get': stored });
    const answer = await templateOperations.getTemplate(store, requestOf({ ifNoneMatch }));
    const headers = { etag: '"v3"' };
    expect(answer).toEqual(status === undefined ? { headers, body: { data } } : { status, headers });
    expect(calls).toEqual([['templates.get', everything, 't1']]);
  });

  it('is changed', async () => {
    const { store, calls } = notingStore({ 'templates.update': stored });
    const template = { name: 'm' };
    const asked = requestOf({ body: { template }, ifMatch: '"v2"', message: 'why' });
    expect(await templateOperations.updateTemplate(store, asked)).toEqual({
      headers: { etag: '"v3"' },
      body: { data },
    });
    expect(calls).toEqual([['templates.update', everything, 't1', template, [2], by, 'why']]);
  });

  it.each([
    [{}, false],
    [{ force: 'true' }, true],
    [{ force: 'false' }, false],
  ])('is deleted: %j', async (query, isForced) => {
    const { store, calls } = notingStore();
    expect(await templateOperations.deleteTemplate(store, requestOf({ query, ifMatch: '"v2"' }))).toEqual({
      headers: {},
    });
    expect(calls).toEqual([['templates.delete', everything, 't1', [2], isForced]]);
  });

  it.each(['getTemplate', 'updateTemplate', 'deleteTemplate'] as const)(
    'of another key is refused: %s',
    async (name) => {
      const { store, calls } = notingStore();
      const asked = requestOf({ caller: { templates: ['other'] }, body: {} });
      await expect(templateOperations[name](store, asked)).rejects.toMatchObject({ code: 'forbidden' });
      expect(calls).toEqual([]);
    },
  );
});

describe('a list of templates', () => {
  it.each([
    [{}, { limit: 50 }],
    [
      { limit: '7', after: 'x', slug: 's' },
      { limit: 7, after: 'x', slug: 's' },
    ],
    [{ fields: 'name,none' }, { limit: 50, fields: ['id', 'name'] }],
  ])('has what %j asks for', async (query, wanted) => {
    const { store, calls } = notingStore({
      'templates.list': { templates: [{ name: 'n', id: 't1', other: 1 }], next: 'y' },
    });
    expect(await templateOperations.listTemplates(store, requestOf({ query }))).toEqual({
      headers: {},
      body: { data: [{ id: 't1', name: 'n' }], page: { next: 'y' } },
    });
    expect(calls).toEqual([['templates.list', everything, wanted]]);
  });
});

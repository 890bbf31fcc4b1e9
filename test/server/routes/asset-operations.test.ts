import { describe, expect, it } from 'vitest';
import { assetOperations } from '../../../src/server/routes/asset-operations.ts';
import { everything, notingStore, requestOf } from './noting-store.ts';

const by = 'the command line';
const bytes = Buffer.from('hello');
const base64 = bytes.toString('base64');
const shown = {
  path: 'assets/a',
  template: null,
  type: 'text/css',
  size: 5,
  sha256: 'ff',
  updated_at: 'then',
  updated_by: by,
};
const stored = { ...shown, account: 'home' };
const uuid = '018f0000-0000-7000-8000-000000000001';

describe('the files of a template', () => {
  const files = { partials: { p: 'x' }, assets: { 'assets/a': { type: 'text/css', base64: bytes } } };

  it.each([
    [{}, {}],
    [{ revision: '2' }, { revision: 2 }],
  ])('are those of a revision: %j', async (query, choice) => {
    const { store, calls } = notingStore({ 'revisions.choose': { revision: 2, files } });
    expect(await assetOperations.getTemplateFiles(store, requestOf({ id: uuid, query }))).toEqual({
      headers: {},
      body: { data: { revision: 2, partials: { p: 'x' }, assets: [{ path: 'assets/a', type: 'text/css', base64 }] } },
    });
    expect(calls).toEqual([['revisions.choose', everything, uuid, choice]]);
  });

  it('are found by its id alone', async () => {
    const { store } = notingStore();
    const asked = assetOperations.getTemplateFiles(store, requestOf({ id: 'slug' }));
    await expect(asked).rejects.toMatchObject({
      code: 'template_not_found',
      message: 'there is no template with this id',
    });
    const other = assetOperations.getTemplateFiles(store, requestOf({ id: uuid, caller: { templates: [] } }));
    await expect(other).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('assets', () => {
  it.each([
    ['all', {}, {}, undefined, false],
    ['those of a template', { template: 't1' }, {}, 't1', true],
    ['the shared ones, for a key for templates', {}, { templates: ['t1'] }, '', false],
    ['the shared ones, for a key for a folder', {}, { folder: 'f' }, '', false],
  ])('are listed: %s', async (_what, query, caller, template, isLookedFor) => {
    const { store, calls } = notingStore({ 'assets.list': [stored] });
    expect(await assetOperations.listAssets(store, requestOf({ query, caller }))).toEqual({
      headers: {},
      body: { data: [shown] },
    });
    expect(calls).toEqual([
      ...(isLookedFor ? [['properties.get', everything, 't1']] : []),
      ['assets.list', 'home', template],
    ]);
  });

  it.each([
    [{ path: 'assets/a' }, undefined],
    [{ path: 'a', template: 't1' }, 't1'],
  ])('are read: %j', async (query, template) => {
    const { store, calls } = notingStore({ 'assets.get': { ...stored, bytes } });
    expect(await assetOperations.getAsset(store, requestOf({ query }))).toEqual({
      headers: {},
      body: { data: { ...shown, base64 } },
    });
    expect(calls.at(-1)).toEqual(['assets.get', 'home', { path: query.path, template }]);
    expect(calls).toHaveLength(template === undefined ? 1 : 2);
  });

  it.each([
    ['base64', { path: 'assets/a', type: 'text/css', base64 }],
    ['bytes', { path: 'partials/a', type: 'text/css', base64: bytes }],
    ['a file of a template', { path: 'a', template: 't1', type: 'text/css', base64 }],
  ])('are stored: %s', async (_what, asset) => {
    const { store, calls } = notingStore({ 'assets.set': stored });
    expect(await assetOperations.setAsset(store, requestOf({ body: { asset } }))).toEqual({
      headers: {},
      body: { data: shown },
    });
    const { template } = asset as { template?: string };
    expect(calls.at(-1)).toEqual([
      'assets.set',
      'home',
      { path: asset.path, template },
      { type: 'text/css', bytes },
      by,
    ]);
  });

  it.each([
    [{ path: 'assets/a' }, false],
    [{ path: 'layouts/a', force: 'true' }, true],
    [{ path: 'a', template: 't1', force: 'false' }, false],
  ])('are removed: %j', async (query, isForced) => {
    const { store, calls } = notingStore();
    expect(await assetOperations.deleteAsset(store, requestOf({ query }))).toEqual({ headers: {} });
    const { path, template } = query as { path: string; template?: string };
    expect(calls.at(-1)).toEqual(['assets.remove', 'home', { path, template }, isForced]);
  });

  it.each([
    ['elsewhere', 'a/assets/b', {}, 'invalid_request'],
    ['of the account, by a key for templates', 'assets/a', { templates: ['t1'] }, 'forbidden'],
    ['of the account, by a key for a folder', 'assets/a', { folder: 'f' }, 'forbidden'],
  ])('are not changed %s', async (_what, path, caller, code) => {
    const { store, calls } = notingStore();
    const asked = assetOperations.deleteAsset(store, requestOf({ query: { path }, caller }));
    await expect(asked).rejects.toMatchObject({ code });
    expect(calls).toEqual([]);
  });

  it('below no folder of theirs are named', async () => {
    const { store } = notingStore();
    const detail = 'must be below assets/, partials/ or layouts/ unless the file is for one template';
    const asked = assetOperations.setAsset(store, requestOf({ body: { asset: { path: 'a', type: 'x', base64 } } }));
    await expect(asked).rejects.toMatchObject({
      message: `the path ${detail}`,
      errors: [{ pointer: '/asset/path', detail }],
    });
  });

  it('of a template are for those who may use it', async () => {
    const caller = { templates: ['other'] };
    const { store, calls } = notingStore();
    const query = { path: 'a', template: 't1' };
    for (const name of ['listAssets', 'getAsset', 'deleteAsset'] as const)
      await expect(assetOperations[name](store, requestOf({ query, caller }))).rejects.toMatchObject({
        code: 'forbidden',
      });
    expect(calls).toEqual([]);
    const missing = notingStore({ 'properties.get': Object.assign(new Error('x'), { code: 'template_not_found' }) });
    for (const name of ['listAssets', 'getAsset', 'deleteAsset'] as const)
      await expect(assetOperations[name](missing.store, requestOf({ query }))).rejects.toMatchObject({
        code: 'template_not_found',
      });
  });
});

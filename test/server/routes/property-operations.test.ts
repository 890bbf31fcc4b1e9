import { describe, expect, it } from 'vitest';
import { propertyOperations } from '../../../src/server/routes/property-operations.ts';
import { everything, notingStore, requestOf } from './noting-store.ts';

const data = { id: 't1', name: 'n', slug: 's', kind: 'template', folder: '', tags: [], created_at: 'then' };

describe('the properties of a template', () => {
  it('are found by a slug', async () => {
    const { store, calls } = notingStore({ 'properties.get': data });
    const asked = requestOf({ query: { slug: 's' } });
    expect(await propertyOperations.lookUpTemplate(store, asked)).toEqual({ headers: {}, body: { data } });
    expect(calls).toEqual([['properties.get', everything, 's']]);
  });

  it('are read', async () => {
    const { store, calls } = notingStore({ 'properties.get': data });
    expect(await propertyOperations.getTemplateProperties(store, requestOf())).toEqual({ headers: {}, body: { data } });
    expect(calls).toEqual([['properties.get', everything, 't1']]);
  });

  it.each([
    [{ slug: 's' }, null],
    [{ folder: 'f' }, null],
    [{ folder: 'f/g' }, 'f'],
  ])('are changed: %j', async (properties, folder) => {
    const { store, calls } = notingStore({ 'properties.set': data });
    const asked = requestOf({ body: { properties }, caller: { folder } });
    expect(await propertyOperations.updateTemplateProperties(store, asked)).toEqual({ headers: {}, body: { data } });
    expect(calls).toEqual([['properties.set', { ...everything, folder }, 't1', properties]]);
  });

  it.each([
    ['another folder', { folder: 'g' }, { folder: 'f' }],
    ['no folder', { folder: '' }, { folder: 'f' }],
    ['a template of another key', {}, { templates: ['other'] }],
  ])('are not changed for %s', async (_what, properties, caller) => {
    const { store, calls } = notingStore();
    const asked = requestOf({ body: { properties }, caller });
    await expect(propertyOperations.updateTemplateProperties(store, asked)).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(calls).toEqual([]);
  });

  it('of another key are not read', async () => {
    const { store, calls } = notingStore();
    const asked = propertyOperations.getTemplateProperties(store, requestOf({ caller: { templates: [] } }));
    await expect(asked).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls).toEqual([]);
  });
});

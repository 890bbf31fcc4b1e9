import { describe, expect, it } from 'vitest';
import { valueSetOperations } from '../../../src/server/routes/value-set-operations.ts';
import { everything, notingStore, requestOf } from './noting-store.ts';

const by = 'the command line';
const id = '018f0000-0000-7000-8000-000000000001';
const data = { revision: 2, sets: {}, schema: null };

describe('the values of a template', () => {
  it.each([
    [{}, { label: undefined }],
    [{ label: 'live' }, { label: 'live' }],
    [{ revision: '2' }, { label: undefined, revision: 2 }],
  ])('are read: %j', async (query, choice) => {
    const { store, calls } = notingStore({ 'valueSets.read': { ...data, other: 1 } });
    expect(await valueSetOperations.getValueSets(store, requestOf({ id, query }))).toEqual({
      headers: {},
      body: { data },
    });
    expect(calls).toEqual([['valueSets.read', everything, id, choice]]);
  });

  it.each([
    ['a revision and a label', { id, query: { revision: '1', label: 'x' } }, 'invalid_request'],
    ['a slug', { id: 'slug' }, 'template_not_found'],
    ['a template of another key', { id, caller: { templates: [] } }, 'forbidden'],
  ])('are not read by %s', async (_what, changes, code) => {
    const { store, calls } = notingStore();
    await expect(valueSetOperations.getValueSets(store, requestOf(changes))).rejects.toMatchObject({ code });
    expect(calls).toEqual([]);
  });

  const schema = { type: 'object' };
  it.each([
    ['updateValueSets', { values: { sets: { a: {} } } }, {}, { sets: { a: {} } }, true],
    ['updateValueSets', { values: { schema } }, {}, { schema }, true],
    ['setValueSet', { values: { x: 1 } }, { set: 'a' }, { sets: { a: { x: 1 } } }, true],
    ['deleteValueSet', undefined, { set: 'a' }, { sets: { a: null } }, false],
    ['setValuesSchema', { schema }, {}, { schema }, true],
    ['deleteValuesSchema', undefined, {}, { schema: null }, false],
  ] as const)('are changed by %s: %j', async (name, body, params, changes, hasBody) => {
    const { store, calls } = notingStore({ 'valueSets.change': { version: 4, ...data } });
    const asked = requestOf({ body, params, ifMatch: '"v3"', message: 'why' });
    const headers = { etag: '"v4"' };
    expect(await valueSetOperations[name](store, asked)).toEqual(hasBody ? { headers, body: { data } } : { headers });
    expect(calls.at(-1)).toEqual(['valueSets.change', everything, 't1', changes, [3], by, 'why']);
    const checked = [
      ['valueSets.read', everything, 't1'],
      ['checkValues', JSON.stringify(schema), {}, { account: 'home', signal: asked.signal }],
    ];
    expect(calls.slice(0, -1)).toEqual('schema' in changes && changes.schema !== null ? checked : []);
  });

  it.each([
    ['updateValueSets', { values: { schema } }, '/values/schema'],
    ['setValuesSchema', { schema }, '/schema'],
  ] as const)('keep a schema that can be used: %s', async (name, body, pointer) => {
    const { store, calls } = notingStore({ checkValues: { problem: 'no' } });
    await expect(valueSetOperations[name](store, requestOf({ body }))).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'the schema cannot be used: no',
      errors: [{ pointer, detail: 'cannot be used: no' }],
    });
    expect(calls.map(([called]) => called)).toEqual(['valueSets.read', 'checkValues']);
  });

  it('of another key are not changed', async () => {
    const { store, calls } = notingStore();
    const asked = requestOf({ caller: { templates: [] }, params: { set: 'a' } });
    await expect(valueSetOperations.deleteValueSet(store, asked)).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls).toEqual([]);
  });
});

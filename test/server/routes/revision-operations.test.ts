import { describe, expect, it } from 'vitest';
import { revisionOperations } from '../../../src/server/routes/revision-operations.ts';
import { everything, notingStore, requestOf } from './noting-store.ts';

const by = 'the command line';
const shown = {
  revision: 2,
  name: 'n',
  created_at: 'then',
  created_by: by,
  message: null,
  labels: [],
  value_sets: [],
  values_schema: false,
  content: 'c',
  preview_context: {},
};
const stored = { ...shown, template: 't1' };
const label = { label: 'live', revision: 2, updated_at: 'then', updated_by: by };

describe('revisions of a template', () => {
  it.each([
    [{}, { limit: 50, after: undefined }],
    [
      { limit: '7', after: '9' },
      { limit: 7, after: '9' },
    ],
  ])('are listed: %j', async (query, wanted) => {
    const { store, calls } = notingStore({ 'revisions.list': { revisions: ['r'], next: 'x' } });
    expect(await revisionOperations.listRevisions(store, requestOf({ query }))).toEqual({
      headers: {},
      body: { data: ['r'], page: { next: 'x' } },
    });
    expect(calls).toEqual([['revisions.list', everything, 't1', wanted]]);
  });

  it('are read', async () => {
    const { store, calls } = notingStore({ 'revisions.get': stored });
    expect(await revisionOperations.getRevision(store, requestOf({ params: { revision: '2' } }))).toEqual({
      headers: {},
      body: { data: shown },
    });
    expect(calls).toEqual([['revisions.get', everything, 't1', 2]]);
  });

  it.each([
    [undefined, 'Restores revision 1'],
    ['why', 'why'],
  ])('are restored with a message: %s', async (message, reason) => {
    const { store, calls } = notingStore({ 'templates.restore': { version: 5, revision: 2 }, 'revisions.get': stored });
    const asked = requestOf({ id: 'T1', params: { revision: '1' }, ifMatch: '"v4"', message });
    expect(await revisionOperations.restoreRevision(store, asked)).toEqual({
      headers: { etag: '"v5"', location: '/api/v1/templates/t1/revisions/2' },
      body: { data: shown },
    });
    expect(calls).toEqual([
      ['templates.restore', everything, 'T1', 1, [4], by, reason],
      ['revisions.get', everything, 'T1', 2],
    ]);
  });
});

describe('labels of a template', () => {
  it('are listed', async () => {
    const { store } = notingStore({ 'labels.list': [{ ...label, template: 't1' }] });
    expect(await revisionOperations.listLabels(store, requestOf())).toEqual({ headers: {}, body: { data: [label] } });
  });

  it('are set', async () => {
    const { store, calls } = notingStore({ 'labels.set': { ...label, template: 't1' } });
    const asked = requestOf({ params: { label: 'live' }, body: { revision: 2 } });
    expect(await revisionOperations.setLabel(store, asked)).toEqual({ headers: {}, body: { data: label } });
    expect(calls).toEqual([['labels.set', everything, 't1', 'live', 2, by]]);
  });

  it.each([
    ['revision_not_found', [{ pointer: '/revision', detail: 'does not exist' }]],
    ['template_not_found', undefined],
  ])('say what is not there: %s', async (code, errors) => {
    const { store } = notingStore({ 'labels.set': Object.assign(new Error('words'), { code }) });
    const setting = revisionOperations.setLabel(store, requestOf({ body: { revision: 2 } }));
    const error = await setting.catch((thrown: { code: string; message: string; errors?: unknown }) => thrown);
    expect(error).toMatchObject({ code, message: 'words' });
    expect((error as { errors?: unknown }).errors).toEqual(errors);
  });

  it('are removed', async () => {
    const { store, calls } = notingStore();
    expect(await revisionOperations.deleteLabel(store, requestOf({ params: { label: 'live' } }))).toEqual({
      headers: {},
    });
    expect(calls).toEqual([['labels.remove', everything, 't1', 'live']]);
  });
});

it.each(Object.keys(revisionOperations) as (keyof typeof revisionOperations)[])(
  'a template of another key is refused: %s',
  async (name) => {
    const { store, calls } = notingStore();
    const asked = requestOf({ caller: { templates: ['other'] }, body: {} });
    await expect(revisionOperations[name](store, asked)).rejects.toMatchObject({ code: 'forbidden' });
    expect(calls).toEqual([]);
  },
);

import { expect, it } from 'vitest';
import { buildTemplateSearch } from '../../../src/store/templates/template-search.ts';
import { openCannedDatabase } from '../canned-database.ts';

const page = { sort: 'name', limit: 2 } as const;
const row = {
  ...{ id: 'i', name: 'n', slug: null, kind: 'partial', folder: '', tags: '["t"]', inserted_at: 0, updated_at: 1_000 },
  ...{ updated_by: null, version: 3, revision: '2', live: null },
};
const found = {
  ...{ ...row, slug: '', tags: ['t'], revision: 2 },
  ...{ inserted_at: '1970-01-01T00:00:00.000Z', updated_at: '1970-01-01T00:00:01.000Z' },
};

it.each([
  [undefined, 2, 0, null],
  [undefined, 3, 0, '2'],
  ['2', 3, 2, '4'],
  ['9999999', 1, 9_999_999, null],
])('behind %j, %d rows are a page that begins at %d and goes on at %j', async (after, count, skipped, next) => {
  const { database, sent } = openCannedDatabase(
    [],
    Array.from({ length: count }, () => row),
    [{ total: 7 }],
    [{ folder: 'x', templates: 1 }],
  );
  expect(await buildTemplateSearch(database)('a', { ...page, after })).toEqual({
    ...{ templates: Array.from({ length: Math.min(count, 2) }, () => found), next },
    ...{ total: 7, folders: [{ folder: 'x', templates: 1 }] },
  });
  expect(sent[1]?.slice(-2)).toEqual([3, skipped]);
});

it.each([
  [{}, ['a', 'template', 3, 0]],
  [{ kind: 'partial' }, ['a', 'partial', 3, 0]],
  [{ folder: 'f' }, ['a', 'template', '/', 'f/', 3, 0]],
  [{ tag: 't' }, ['a', 'template', '"t"', '', 3, 0]],
  [{ search: 'X' }, ['a', 'template', 'x', '', 'x', '', 3, 0]],
] as const)('templates are found by %j', async (choice, values) => {
  const { database, sent } = openCannedDatabase([], [], [{ total: 0 }], []);
  await buildTemplateSearch(database)('a', { ...page, ...choice });
  expect(sent[1]?.filter((value) => value !== 'live')).toEqual(values);
});

it.each(['', '0', '01', '-1', '1.5', '10000000', 'x'])('%j is no place in the list', async (after) => {
  await expect(buildTemplateSearch(openCannedDatabase().database)('a', { ...page, after })).rejects.toMatchObject({
    ...{ code: 'invalid_request', message: '"after" is not a cursor of this list' },
  });
});

it.each(['search', 'folder', 'tag'])('nothing is found for a %s that cannot be stored', async (name) => {
  const answer = await buildTemplateSearch(openCannedDatabase().database)('a', { ...page, [name]: 'a\0' });
  expect(answer).toEqual({ templates: [], next: null, total: 0, folders: [] });
});

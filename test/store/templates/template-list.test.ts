import { describe, expect, it } from 'vitest';
import { buildCursor } from '../../../src/store/database/uuid.ts';
import { buildTemplateList, readListed } from '../../../src/store/templates/template-list.ts';
import { openCannedDatabase } from '../canned-database.ts';

const ids = [1, 2, 3].map((digit) => `0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3${digit}`);
const half = 8 * 1024 * 1024;

/** Lists the first page of at most two templates of these sizes. */
async function list(sizes: { content_bytes?: number; preview_context_bytes?: number }[]) {
  const found = sizes.map((size, index) => ({ id: ids[index], ...size }));
  const { database, sent } = openCannedDatabase(found, [{ id: ids[0] }]);
  const { templates, next } = await buildTemplateList(database)('a', { limit: 2, fields: ['content'] });
  expect(templates).toEqual([{ id: ids[0] }]);
  return [sent[1]?.slice(1), next];
}

describe('a page of a list of templates', () => {
  it.each([
    ['one', [{}], [ids[0]], null],
    ['two', [{}, {}], [ids[0], ids[1]], null],
    ['more than fit', [{}, {}, {}], [ids[0], ids[1]], ids[1]],
    [
      'as much as fits',
      [{ content_bytes: half, preview_context_bytes: 4 }, { content_bytes: half - 4 }],
      [ids[0], ids[1]],
      null,
    ],
    [
      'a byte more',
      [{ content_bytes: half, preview_context_bytes: 4 }, { preview_context_bytes: half - 3 }],
      [ids[0]],
      ids[0],
    ],
    ['one that is larger than a page', [{ content_bytes: 3 * half }, {}], [ids[0]], ids[0]],
  ])('has of %s those that fit', async (_what, sizes, expected, last) => {
    expect(await list(sizes)).toEqual([expected, last === null ? null : buildCursor(last ?? '')]);
  });

  it.each([
    [{}, ['a', 'template', 3]],
    [{ kind: 'any' }, ['a', 3]],
    [{ kind: 'partial', name: 'n' }, ['a', 'n', 'partial', 3]],
    [{ after: buildCursor(ids[0] ?? '') }, ['a', ids[0], 'template', 3]],
    [{ folder: 'f' }, ['a', 'template', '/', 'f/', 3]],
    [{ tag: 't' }, ['a', 'template', '"t"', '', 3]],
  ] as const)('has those that are chosen by %j', async (choice, values) => {
    const { database, sent } = openCannedDatabase([]);
    await buildTemplateList(database)('a', { limit: 2, ...choice });
    expect(sent).toEqual([values]);
  });

  it('is empty if there are no templates', async () => {
    const { database } = openCannedDatabase([]);
    expect(await buildTemplateList(database)('a', { limit: 2 })).toEqual({ templates: [], next: null });
  });

  it.each(['name', 'folder', 'tag', 'search'])('is empty for a %s that cannot be stored', async (name) => {
    const { database } = openCannedDatabase();
    const page = await buildTemplateList(database)('a', { limit: 2, [name]: 'a\0' });
    expect(page).toEqual({ templates: [], next: null });
  });
});

it('a listed template has what was read of it', () => {
  expect(readListed({ id: 'i' })).toEqual({ id: 'i' });
  const texts = { id: 'i', name: 'n', content: '' };
  expect(
    readListed({
      ...{ ...texts, preview_context: '{"a":1}', inserted_at: 0, updated_at: 1_000, tags: '["t"]' },
      value_sets: null,
    }),
  ).toEqual({
    ...{ ...texts, preview_context: { a: 1 }, tags: ['t'], value_sets: { sets: {}, schema: null } },
    ...{ inserted_at: '1970-01-01T00:00:00.000Z', updated_at: '1970-01-01T00:00:01.000Z' },
  });
});

import { expect, it } from 'vitest';
import { buildRenderStore } from '../../../src/store/accounts/render-store.ts';
import { buildCursor } from '../../../src/store/database/uuid.ts';
import { openCannedDatabase } from '../canned-database.ts';

const ids = [1, 2, 3].map((digit) => `0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3${digit}`);
const [id = ''] = ids;
const row = {
  ...{ id, account: 'a', at: 0, source: 'api', template: null, api_key: 'k', by: 'b', outcome: 'ok' },
  ...{ facts: '{"pages":3}', kept: 0 },
};
const entry = {
  ...{ id, at: '1970-01-01T00:00:00.000Z', source: 'api', template: null, key: 'k', by: 'b', pages: 3, kept: false },
};
const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { store: buildRenderStore(database, () => new Date(0)), sent };
};

it('a render is read with its facts, and whether its request is kept', async () => {
  expect(await open([row]).store.get('a', id)).toEqual(entry);
  expect(await open([{ ...row, kept: true }]).store.get('a', id)).toEqual({ ...entry, kept: true });
  const missing = { code: 'not_found', message: 'there is no render with this id, or it has expired' };
  await expect(open([]).store.get('a', id)).rejects.toMatchObject(missing);
  await expect(open([]).store.getKept('a', id)).rejects.toMatchObject(missing);
  await expect(open().store.get('a', 'x')).rejects.toMatchObject(missing);
});

it.each([
  [2, null],
  [3, ids[1]],
])('a page of two among %d renders goes on behind %j', async (count, last) => {
  const { store } = open(ids.slice(0, count).map((one) => ({ ...row, id: one })));
  expect(await store.list('a', { limit: 2 })).toEqual({
    entries: ids.slice(0, 2).map((one) => ({ ...entry, id: one })),
    next: last === null ? null : buildCursor(last ?? ''),
  });
});

it.each([
  [{}, ['a', 3]],
  [{ outcome: 'warnings' }, ['a', 'warnings', 3]],
  [{ outcome: 'ok' }, ['a', 'ok', 'warnings', 3]],
  [{ outcome: 'failed' }, ['a', 'ok', 'warnings', 3]],
  [{ key: 'k', template: 't', from: 1, to: 2 }, ['a', 'k', 't', 1, 2, 3]],
  [{ after: buildCursor(id) }, ['a', id, 3]],
] as const)('renders are chosen by %j', async (filter, values) => {
  const { store, sent } = open([]);
  await store.list('a', { limit: 2, ...filter });
  expect(sent).toEqual([values]);
});

it.each([
  [{}, 'ok'],
  [{ warnings: [{}] }, 'warnings'],
  [{ warnings: [{}], error: { code: 'page_failed' } }, 'page_failed'],
])('the outcome of a render with %j is %s', async (changes, outcome) => {
  const { store, sent } = open([]);
  const facts = { warnings: [], error: null, ...changes };
  await store.add([{ account: 'a', at: 0, source: 'api', template: null, key: 'k', by: 'b', ...facts } as never]);
  expect(sent).toEqual([
    [expect.any(String), 'a', 0, 'api', null, 'k', 'b', outcome, JSON.stringify(facts), null, null],
  ]);
});

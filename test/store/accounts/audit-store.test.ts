import { expect, it } from 'vitest';
import { buildAuditStore } from '../../../src/store/accounts/audit-store.ts';
import { buildCursor } from '../../../src/store/database/uuid.ts';
import { openCannedDatabase } from '../canned-database.ts';

const ids = [1, 2, 3].map((digit) => `0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3${digit}`);
const row = { id: ids[0], account: 'a', at: 0, by: 'b', action: 'key.created', details: '{"x":1}' };
const shown = { id: ids[0], at: '1970-01-01T00:00:00.000Z', by: 'b', action: 'key.created', details: { x: 1 } };

it.each([
  [null, null, null],
  ['t', 'n', { id: 't', name: 'n' }],
  ['t', null, { id: 't', name: '' }],
])('an entry of the target %j with the name %j has %j', async (target, target_name, expected) => {
  const { database } = openCannedDatabase([{ ...row, target, target_name }]);
  const { entries } = await buildAuditStore(database, () => new Date(0)).list('a', { limit: 2 });
  expect(entries).toEqual([{ ...shown, target: expected }]);
});

it.each([
  [2, null],
  [3, ids[1]],
])('a page of two among %d entries goes on behind %j', async (count, last) => {
  const rows = ids.slice(0, count).map((id) => ({ ...row, id, target: null, target_name: null }));
  const { database, sent } = openCannedDatabase(rows, []);
  const audit = buildAuditStore(database, () => new Date(0));
  expect(await audit.list('a', { limit: 2 })).toEqual({
    entries: ids.slice(0, 2).map((id) => ({ ...shown, id, target: null })),
    next: last === null ? null : buildCursor(last ?? ''),
  });
  await audit.list('a', { limit: 2, after: buildCursor(ids[2] ?? '') });
  expect(sent).toEqual([
    ['a', 3],
    ['a', ids[2], 3],
  ]);
});

it('what is added has its target and its details, or neither', async () => {
  const { database, sent } = openCannedDatabase([], []);
  const audit = buildAuditStore(database, () => new Date(7));
  const entry = { account: 'a', by: 'b', action: 'key.created' } as const;
  await audit.add(entry as never);
  await audit.add({ ...entry, target: { id: 't', name: 'n' }, details: { x: 1 } } as never);
  expect(sent).toEqual([
    [expect.any(String), 'a', 7, 'b', 'key.created', null, null, '{}'],
    [expect.any(String), 'a', 7, 'b', 'key.created', 't', 'n', '{"x":1}'],
  ]);
});

import { expect, it } from 'vitest';
import { buildKeyStore } from '../../../src/store/keys/key-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const now = 10_000_000;
const row = {
  ...{ id: 'i', account: 'a', name: 'n', scopes: 'render', templates: null, folder: 'f' },
  ...{ expires_at: null, last_used_at: now, revoked_at: null },
};
const holder = { id: 'i', account: 'a', name: 'n', scopes: ['render'], templates: null, folder: 'f', expires_at: null };

/** What is found for a key of these columns, and how many statements were sent. */
async function find(changes: object | undefined) {
  const { database, sent } = openCannedDatabase(changes === undefined ? [] : [{ ...row, ...changes }], []);
  const keys = buildKeyStore(database, () => new Date(now));
  const found = await keys.find('key');
  await keys.settle();
  return [found, sent.length];
}

it.each([
  ['unknown', undefined],
  ['revoked', { revoked_at: 1 }],
  ['revoked later than now', { revoked_at: now + 1 }],
  ['expired', { expires_at: now }],
])('a key that is %s is not found', async (_what, changes) => {
  expect(await find(changes)).toEqual([undefined, 1]);
});

it('a key that holds is found with what it may do', async () => {
  expect(await find({})).toEqual([holder, 1]);
  expect(await find({ expires_at: now + 1 })).toEqual([{ ...holder, expires_at: new Date(now + 1).toISOString() }, 1]);
});

it('the use of a key is noted if the last was at least a minute ago', async () => {
  expect(await find({ last_used_at: null })).toEqual([holder, 2]);
  expect(await find({ last_used_at: now - 60_000 })).toEqual([holder, 2]);
  expect(await find({ last_used_at: now - 59_999 })).toEqual([holder, 1]);
});

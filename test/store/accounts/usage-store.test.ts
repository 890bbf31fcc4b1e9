import { expect, it } from 'vitest';
import { buildUsageStore } from '../../../src/store/accounts/usage-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { usage: buildUsageStore(database), sent };
};
const counts = { day: '2026-01-01', renders: 1, failures: 2, pages: 3, bytes: 4 };

it('usage has the key that it is of, or none', async () => {
  const rows = ['k', ''].map((api_key) => ({ account: 'a', api_key, ...counts }));
  expect(await open(rows).usage.list('a', '2026-01-01')).toEqual([
    { ...counts, key: 'k' },
    { ...counts, key: null },
  ]);
  const { usage, sent } = open([]);
  await usage.add([{ account: 'a', key: null, ...counts }]);
  expect(sent[0]).toContain('');
  expect(sent[0]).not.toContain(null);
});

it('usage is summed', async () => {
  const rows = [
    { renders: 1, pages: 10 },
    { renders: 2, pages: 20 },
  ];
  expect(await open(rows).usage.sum('a', '2026-01-01')).toEqual({ renders: 3, pages: 30 });
  expect(await open([]).usage.sum('a', '2026-01-01')).toEqual({ renders: 0, pages: 0 });
});

it('an account without a quota has no limits', async () => {
  expect(await open([]).usage.quota('a')).toEqual({ renders: null, pages: null });
  expect(await open([{ renders: 1, pages: null }]).usage.quota('a')).toEqual({ renders: 1, pages: null });
  await expect(open().usage.setQuota('', { renders: 1, pages: 1 })).rejects.toMatchObject({ code: 'invalid_request' });
});

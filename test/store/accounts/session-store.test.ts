import { expect, it } from 'vitest';
import { buildSessionStore } from '../../../src/store/accounts/session-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = 100 * day;
const row = {
  ...{ id: 'i', user_id: 'u', account: 'a', email: 'ada@a.example', address: '1.2.3.4', agent: 'x' },
  ...{ created_at: now, last_used_at: now, ended_at: null },
};
const [a, b] = [
  { account: 'a', role: 'admin' },
  { account: 'b', role: 'viewer' },
] as const;
const found = { id: 'i', userId: 'u', email: 'ada@a.example', account: 'a', memberships: [a, b] };

/** What is found for a session of these columns, and how many statements were sent. */
async function find(changes: object | undefined, memberships: readonly object[] = [a, b]) {
  const { database, sent } = openCannedDatabase(changes === undefined ? [] : [{ ...row, ...changes }], []);
  const users = { memberships: async () => [...memberships] as never };
  const session = await buildSessionStore(database, users, () => new Date(now)).find('secret');
  return [session, sent.length];
}

it.each([
  ['unknown', undefined],
  ['ended', { ended_at: now + 1 }],
  ['not used for too long', { last_used_at: now - day / 2 }],
  ['too old', { created_at: now - 7 * day }],
])('a session that is %s is not found', async (_what, changes) => {
  expect(await find(changes)).toEqual([undefined, 1]);
});

it('a session that holds is found, and its use noted', async () => {
  expect(await find({})).toEqual([found, 1]);
  expect(await find({ created_at: now - 7 * day + 1, last_used_at: now - day / 2 + 1 })).toEqual([found, 2]);
  expect(await find({ last_used_at: now - 5 * minute })).toEqual([found, 2]);
  expect(await find({ last_used_at: now - 5 * minute + 1 })).toEqual([found, 1]);
});

it('a session is for an account that its person still has', async () => {
  expect(await find({}, [b])).toEqual([{ ...found, account: 'b', memberships: [b] }, 1]);
  expect(await find({ account: 'b' })).toEqual([{ ...found, account: 'b' }, 1]);
  expect(await find({}, [])).toEqual([undefined, 1]);
});

it('sessions that hold are listed with their end', async () => {
  const rows = [row, { ...row, created_at: now - 6.75 * day }, { ...row, ended_at: 1 }];
  const { database } = openCannedDatabase(rows);
  const store = buildSessionStore(database, { memberships: async () => [] }, () => new Date(now));
  const time = (days: number) => new Date(now + days * day).toISOString();
  const shown = { id: 'i', last_used_at: time(0), address: '1.2.3.4', agent: 'x' };
  expect(await store.list('u')).toEqual([
    { ...shown, created_at: time(0), expires_at: time(0.5) },
    { ...shown, created_at: time(-6.75), expires_at: time(0.25) },
  ]);
});

import { expect, it } from 'vitest';
import { buildTicketStore } from '../../../src/store/jobs/ticket-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const ticket = (id: string, turn: number, claims = 1) => ({ id, account: 'a', turn, claims });

it('claimed tickets are in the order of their turns and then of their ids, with those that were lost before', async () => {
  const { database } = openCannedDatabase([ticket('c', 2), ticket('b', 1, 2), ticket('a', 1), ticket('d', -1, 3)]);
  const claimed = await buildTicketStore(database, () => new Date(0)).claim('holder', 9, 1000);
  expect(claimed).toEqual([
    { id: 'd', account: 'a', turn: -1, isAgain: true },
    { id: 'a', account: 'a', turn: 1, isAgain: false },
    { id: 'b', account: 'a', turn: 1, isAgain: true },
    { id: 'c', account: 'a', turn: 2, isAgain: false },
  ]);
});

it('tickets are counted by account', async () => {
  const { database } = openCannedDatabase([
    { account: 'a', count: 2 },
    { account: 'b', count: 1 },
  ]);
  const counts = await buildTicketStore(database, () => new Date(0)).countByAccount();
  expect([...counts]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

import { expect, it } from 'vitest';
import { openWaitPlaces } from '../../../src/server/jobs/wait-places.ts';

it('lets an account hold a sixteenth of the connections by waiting, and all accounts a quarter', () => {
  const places = openWaitPlaces(32);
  const enter = (account: string) => places.enter(account);
  const mine = [enter('a'), enter('a')];
  expect(enter('a')).toBeUndefined();
  for (const other of ['b', 'c', 'd']) expect([enter(other), enter(other)]).not.toContain(undefined);
  expect(enter('e')).toBeUndefined();
  mine[0]?.();
  expect([enter('e'), enter('a')]).toEqual([expect.any(Function), undefined]);
});

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

it('has the places that were given back, of this account and of all', () => {
  const places = openWaitPlaces(48);
  const mine = [places.enter('a'), places.enter('a'), places.enter('a')];
  expect(places.enter('a')).toBeUndefined();
  mine[0]?.();
  mine[1]?.();
  expect([places.enter('a'), places.enter('a'), places.enter('a')]).toEqual([
    expect.any(Function),
    expect.any(Function),
    undefined,
  ]);
  const others = ['b', 'c', 'd'].flatMap((other) => [1, 2, 3].map(() => places.enter(other)));
  expect(places.enter('e')).toBeUndefined();
  for (const leave of others) leave?.();
  expect(places.enter('e')).toBeInstanceOf(Function);
});

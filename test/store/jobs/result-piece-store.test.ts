import { expect, it } from 'vitest';
import { buildResultPieceStore } from '../../../src/store/jobs/result-piece-store.ts';
import { openCannedDatabase } from '../canned-database.ts';

const open = (...answers: object[][]) => {
  const { database, sent } = openCannedDatabase(...answers);
  return { pieces: buildResultPieceStore(database, () => new Date(7)), sent };
};

it.each([
  [[{ bytes: 9 }], 9],
  [[{ bytes: 0 }], 0],
  [[{ bytes: null }], undefined],
  [[], undefined],
])('a result of the pieces %j has %j bytes', async (rows, bytes) => {
  expect(await open(rows).pieces.measure('r')).toBe(bytes);
});

it('a piece is stored with its place and time, and found by a byte of it', async () => {
  const bytes = Buffer.from('x');
  const { pieces, sent } = open([], [{ start: 3, bytes }], []);
  await pieces.add({ name: 'r', start: 3, bytes });
  expect(await pieces.find('r', 5)).toEqual({ start: 3, bytes });
  await pieces.remove('r');
  expect(sent).toEqual([['r', 3, bytes, 7], ['r', 5, 1], ['r']]);
});

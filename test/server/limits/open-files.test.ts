import { expect, it } from 'vitest';
import { boundConnections, readFileLimit } from '../../../src/server/limits/server-limits.ts';

const table = (soft: string) => () =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             100                  200                  processes
Max open files            ${soft.padEnd(20)} 1048576              files
`;

it.each([
  ['256', 256],
  ['1048576', 1048576],
  ['unlimited', undefined],
])('a limit of %s files is read as %s', (soft, files) => {
  expect(readFileLimit(table(soft))).toBe(files);
});

it('there is no limit on a system that has no such table', () => {
  const read = () => {
    throw new Error('ENOENT');
  };
  expect(readFileLimit(read)).toBeUndefined();
});

it.each([
  [undefined, 1024],
  [1048576, 1024],
  [2048, 1024],
  [256, 128],
  [1, 1],
])('of %s files connections take at most half: %i', (files, connections) => {
  expect(boundConnections(1024, files)).toBe(connections);
});

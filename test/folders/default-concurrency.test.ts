import { expect, it } from 'vitest';
import { defaultConcurrency } from '../../src/folders/index.ts';

it.each([
  ['one per core without a memory limit', 8, 0, 8],
  ['one per core with the limit that systems without one report', 8, 2 ** 64, 8],
  ['one per 200 MB of the memory limit', 8, 1_000_000_000, 5],
  ['one per core within a large memory limit', 2, 2_147_483_648, 2],
  ['one with less than 200 MB', 4, 134_217_728, 1],
])('renders in parallel %s', (_rule, cores, limit, renders) => {
  expect(defaultConcurrency(cores, limit)).toBe(renders);
});

import { expect, test } from 'vitest';
import { listByPage } from '../../../../src/engine/page/paged/values-by-page.ts';

const set = [
  { value: 'a', index: 1, isStart: true },
  { value: 'b', index: 1, isStart: false },
  { value: 'c', index: 3, isStart: false },
  { value: 'd', index: 3, isStart: true },
];

test.each([
  ['first', [undefined, 'a', 'b', 'c', 'd']],
  ['last', [undefined, 'b', 'b', 'd', 'd']],
  ['start', [undefined, 'a', 'b', 'b', 'd']],
  ['first-except', [undefined, undefined, 'b', undefined, 'd']],
] as const)('the %s value that is set on each page is shown', (kind, shown) => {
  expect(listByPage(set, kind, 5)).toEqual(shown);
});

import { expect, it } from 'vitest';
import { listMutants } from '../../../scripts/mutants/list-mutants.ts';

function change(source: string): string[] {
  return listMutants(source).map(({ start, end, text }) => source.slice(0, start) + text + source.slice(end));
}

it('changes operators, conditions, numbers and calls, and no types', () => {
  expect(change('const x: 1 = a < 2 ? f() : 3;')).toEqual([
    'const x: 1 = true ? f() : 3;',
    'const x: 1 = false ? f() : 3;',
    'const x: 1 = a <= 2 ? f() : 3;',
    'const x: 1 = a < 3 ? f() : 3;',
    'const x: 1 = a < 2 ? f() : 4;',
  ]);
  expect(change('send();')).toEqual([';']);
});

it('lets limits and durations become 0, as one more makes no difference that anything shows', () => {
  expect(change('const limit = 4096;')).toEqual(['const limit = 0;']);
  expect(change('const pauseMs = 50;')).toEqual(['const pauseMs = 0;']);
  expect(change('const edges = { waitSeconds: 5, tries: 5 };')).toEqual([
    'const edges = { waitSeconds: 0, tries: 5 };',
    'const edges = { waitSeconds: 5, tries: 6 };',
  ]);
});

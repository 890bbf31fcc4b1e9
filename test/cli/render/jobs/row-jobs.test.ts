import { expect, test } from 'vitest';
import { readRowNames } from '../../../../src/cli/render/jobs/row-jobs.ts';

test.each([
  [true, '{name}-{page}.png', 'anna', 'anna-{page}.png'],
  [true, '{name}.png', '{index}', '{index}.png'],
  [false, '{name}.pdf', '{page}', '{page}.pdf'],
])('a row that makes images (%s) is named by %s and the value %s', (images, output, name, expected) => {
  expect(readRowNames({ output, title: undefined, images }, '--template')({ name }, 0, 'rows:1')).toEqual({
    output: expected,
  });
});

test('a value with {page} is refused in the names of images, because it would become the number of the page', () => {
  const nameJob = readRowNames({ output: '{name}.png', title: undefined, images: true }, '--template');
  expect(() => nameJob({ name: 'a-{page}' }, 0, 'rows:1')).toThrow('rows:1: name contains {page}: a-{page}');
});

import { expect, it } from 'vitest';
import { writeFields, writeVersions } from '../../../src/store/templates/change-template.ts';

it('the texts that are given are stored, and the values as JSON', () => {
  expect(writeFields({})).toEqual({});
  expect(writeFields({ name: '', content: '', preview_context: { a: 1 } })).toEqual({
    ...{ name: '', content: '', preview_context: '{"a":1}' },
  });
});

it.each([
  [{ name: 'a\0' }, 'the name must not contain'],
  [{ content: '\ud83d' }, 'the content must not contain'],
  [{ preview_context: { a: Number.NaN } }, '"preview_context" contains a number'],
])('%j is refused', (changes, message) => {
  expect(() => writeFields(changes)).toThrow(message);
});

it.each([
  [undefined, [0]],
  [3, [0, 3]],
  [
    [3, 4, 1.5, 2 ** 53],
    [0, 3, 4],
  ],
])('the versions %j are compared as %j', (versions, list) => {
  expect(writeVersions(versions)).toEqual(list);
});

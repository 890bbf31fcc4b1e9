import { expect, it } from 'vitest';
import { slugTaken, writeProperties } from '../../../src/store/templates/property-store.ts';

it.each([
  [{}, {}],
  [
    { slug: 'a', folder: '' },
    { slug: 'a', folder: '' },
  ],
  [{ tags: [] }, { tags: '[]' }],
  [
    { folder: 'x', tags: ['b', 'a', 'b'] },
    { folder: 'x', tags: '["a","b"]' },
  ],
])('the properties %j are stored as %j', (changes, columns) => {
  expect(writeProperties(changes)).toEqual(columns);
});

it.each([{ slug: 'a\0' }, { folder: '\ud83d' }, { tags: ['a', '\0'] }])('%j cannot be stored', (changes) => {
  expect(() => writeProperties(changes)).toThrow('a name contains characters that cannot be stored');
});

it('a slug of another template is refused with what to do', () => {
  expect(slugTaken('a')).toMatchObject({
    ...{ code: 'slug_taken', message: 'the slug "a" is that of another template' },
    fix: 'choose another slug, or change that of the other template',
  });
});

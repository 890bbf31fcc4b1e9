import { expect, test } from 'vitest';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { findLinkedPlaces, keepPlaces } from '../../../../src/engine/page/prepare/linked-places.ts';

test('the places that documents link to are the fragments of their links, each once', () => {
  const one =
    '<a href="#a"><a HREF = \'b.html# b \'><a href=#c><a href="#a"><a href="#"><a href="x"><a href="#d&amp;e">';
  expect(findLinkedPlaces([one, '<a href="#f#g"><a xhref="#h">'])).toEqual({
    places: ['a', 'b', 'c', 'd&e', 'f'],
    warnings: [],
  });
});

test.each([
  [10_000, 10_000, 0],
  [10_001, 10_000, 1],
  [10_100, 10_000, 1],
])('of %i places, %i are looked for', (count, looked, warned) => {
  const html = Array.from({ length: count }, (_, at) => `<a href="#p${at}">`).join('');
  const { places, warnings } = findLinkedPlaces([html]);
  expect([places.length, warnings.length]).toEqual([looked, warned]);
  for (const { detail } of warnings)
    expect(detail).toBe('Only the first 10,000 places that links name are looked for.');
});

test('a page is asked to keep places if there are any', async () => {
  const asked: unknown[] = [];
  const page = { call: async (...given: unknown[]) => void asked.push(given) } as unknown as Page;
  await keepPlaces(page, []);
  await keepPlaces(page, ['a']);
  expect(asked).toEqual([['addPlaces', ['a']]]);
});

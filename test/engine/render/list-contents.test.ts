import { expect, it } from 'vitest';
import type { PageOptions } from '../../../src/engine/page/open/page-settings.ts';
import { guessTocPages } from '../../../src/engine/render/list-contents.ts';
import type { ReadyPart } from '../../../src/engine/render/prepare-parts.ts';

const book = (headings: number): ReadyPart[] => [
  {
    index: 0,
    options: {},
    title: undefined,
    name: undefined,
    metadata: {},
    source: { kind: 'document', html: '<h2>Heading</h2>'.repeat(headings), warnings: [] },
  },
];

// What the contents of such documents have when they are printed. A wrong guess prints all parts twice.
it.each<[PageOptions, number[]]>([
  [{}, [1, 2, 4, 6]],
  [{ page_size: 'A5' }, [2, 3, 5, 8]],
  [{ page_size: 'A5', margin: '20mm' }, [2, 3, 5, 8]],
  [{ page_size: 'Letter', landscape: true }, [2, 3, 5, 8]],
])('contents with %j have as many pages as their paper asks for', (options, pages) => {
  expect([30, 60, 101, 160].map((headings) => guessTocPages(book(headings), options))).toEqual(pages);
});

it('a page without room for a line has one', () => {
  expect(guessTocPages(book(4), { page_size: { width: '10cm', height: '3cm' } })).toBe(6);
});

it.each([
  [undefined, 3],
  [1, 1],
  [3, 3],
  [6, 4],
])('headings down to the depth %s count', (depth, pages) => {
  const html = [1, 2, 3, 4].map((level) => `<h${level}>x</h${level}>`.repeat(30)).join('');
  const [part] = book(0) as [ReadyPart];
  const wide = { page_size: 'A4' } as const;
  expect(guessTocPages([{ ...part, source: { kind: 'document', html, warnings: [] } }], wide, depth)).toBe(pages);
});

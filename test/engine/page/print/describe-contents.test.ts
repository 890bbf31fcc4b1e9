import { expect, test } from 'vitest';
import { describeContents } from '../../../../src/engine/page/print/describe-contents.ts';
import type { PagedPage } from '../../../../src/injected/calls.ts';

const list = (length: number) => Array.from({ length }, () => undefined);
const paged = (more: object) =>
  ({
    strings: [],
    targets: [],
    leaders: [],
    bookmarks: null,
    notes: { count: 0 },
    running: { elements: [] },
    ...more,
  }) as unknown as PagedPage;

test.each([
  [{ bookmarks: list(20_000) }, '20,000 entries in the outline (bookmark-level)'],
  [{ strings: list(20_000) }, '20,000 named strings (string-set)'],
  [{ targets: list(3000) }, '3,000 texts of places (target-counter(), target-text())'],
  [{ notes: { count: 2000 } }, '2,000 footnotes (float: footnote)'],
  [{ running: { elements: list(5000) } }, '5,000 running elements (position: running())'],
  [{ leaders: list(2001) }, '2,001 leaders (leader())'],
])('names %j', (more, words) => {
  expect(describeContents(10, paged(more))).toBe(words);
});

test('names all that there is much of', () => {
  const more = { bookmarks: list(2000), strings: list(2500) };
  expect(describeContents(50_000, paged(more))).toBe(
    '50,000 links, 2,000 entries in the outline (bookmark-level), and 2,500 named strings (string-set)',
  );
});

test('names nothing of a document that has little', () => {
  expect(describeContents(1999)).toBeUndefined();
  expect(describeContents(0, paged({ strings: list(1999) }))).toBeUndefined();
});

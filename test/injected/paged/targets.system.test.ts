import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

test.each([
  ['a::before, a::after', 1],
  ['::before, ::after', 1],
  ['p ::after', 1],
  ['p > ::after', 1],
  ['p::after', 0],
  ['p + ::after', 0],
])('texts of places are for the elements of %s', async (selector, count) => {
  const css = `${selector} { content: attr(data-platen-none, "") target-counter(attr(href), page) }`;
  const page = await open(`<!doctype html><style>${css}</style><p><a href="#b">A</a></p>`);
  expect((await page.call('readPaged', pagedLimits)).targets).toHaveLength(count);
});

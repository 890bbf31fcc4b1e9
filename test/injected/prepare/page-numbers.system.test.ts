import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();
const selectors = '[...document.styleSheets[0].cssRules].map(({ selectorText }) => selectorText)';
const numbering = 'document.adoptedStyleSheets.map(({ cssRules }) => cssRules[0]?.cssText ?? "")';

test('the numbers of pages may change until all are known', async () => {
  const page = await open(
    '<style>@page :left { margin: 0 } @page a:right { margin: 0 } @page :first { margin: 0 } @page left { margin: 0 } p:first-child { top: 0 }</style>',
  );
  const apply = async (before: number, number: number) => {
    await page.call('applyPageNumbers', { before, number });
    return [await page.read(selectors), await page.read(numbering)];
  };
  const set = (number: number) => [`@page :first { counter-set: page ${number} platen-page 1; }`];
  const plain = [':left', 'a:right', ':first', 'left', 'p:first-child'];
  const swapped = [':right', 'a:left', ':first', 'left', 'p:first-child'];
  expect(await apply(0, 0)).toEqual([plain, []]);
  expect(await apply(1, 7)).toEqual([swapped, set(8)]);
  expect(await apply(3, 9)).toEqual([swapped, set(10)]);
  expect(await apply(4, 1)).toEqual([plain, set(2)]);
  expect(await apply(2, 0)).toEqual([plain, ['']]);
});

describe('the number of all pages', () => {
  test.each([
    ['counter(pages)', '"12"'],
    ['counter(pages, lower-roman)', '"xii"'],
    ['counter(pages, thai)', '"12"'],
    ['counter(pages, constructor)', '"12"'],
    ['counters(pages, ".")', '"12"'],
    ['counters(pages, ".", lower-roman)', '"xii"'],
    ['counter(page) "/" counter(pages) counter(pages)', 'counter(page) "/" "12" "12"'],
    ['counter(pagesize)', 'counter(pagesize)'],
  ])('is written in place of %s', async (content, written) => {
    const page = await open(
      `<style>@page { @top-left { content: ${content} } } p::before { content: ${content} }</style>`,
    );
    await page.call('applyPageNumbers', { before: 0, number: 0, totals: { decimal: '12', 'lower-roman': 'xii' } });
    expect(await page.read('document.styleSheets[0].cssRules[0].cssRules[0].style.content')).toBe(written);
    expect(await page.read('document.styleSheets[0].cssRules[1].style.content')).toBe(content);
  });
});

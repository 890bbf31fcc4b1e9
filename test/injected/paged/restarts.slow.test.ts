import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

async function read(css: string, html = '<h1 id=a>One</h1>') {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  return { page, paged: await page.call('readPaged', pagedLimits) };
}

describe('an element changes the number of its page', () => {
  test.each([
    ['counter-reset: page 5', 'set', 5],
    ['counter-reset: page', 'set', 1],
    ['counter-reset: page 0', 'set', 1],
    ['counter-reset: page -3', 'set', 1],
    ['counter-reset: x 2 page 7 y 3', 'set', 7],
    ['counter-set: page 4', 'set', 4],
    ['counter-set: page', 'set', 1],
    ['counter-reset: page 5; counter-set: page 9', 'set', 9],
    ['counter-reset: page 5; counter-increment: page 2', 'set', 7],
    ['counter-reset: page 5; counter-increment: page', 'set', 6],
    ['counter-set: page 5; counter-increment: page 2', 'set', 5],
    ['counter-increment: page 3', 'add', 3],
    ['counter-increment: page', 'add', 1],
    ['counter-increment: page -1', 'add', -1],
  ])('by %s', async (css, kind, number) => {
    const { restarts } = (await read(`h1 { ${css} }`)).paged;
    expect(restarts).toEqual([{ place: 'a', kind, number }]);
  });

  test.each([
    'counter-reset: pages 5',
    'counter-reset: my-page 5',
    'counter-increment: page 0',
    'counter-reset: page 5; display: none',
    'counter-reset: none',
  ])('and not by %s', async (css) => {
    expect((await read(`h1 { ${css} }`)).paged.restarts).toEqual([]);
  });

  test('in the order of the document, by its own style too', async () => {
    const { restarts } = (
      await read('h2 { counter-reset: page 8 }', '<p id=a style="counter-set: page 3">x</p><h2 id=b>x</h2>')
    ).paged;
    expect(restarts.map(({ place, number }) => [place, number])).toEqual([
      ['a', 3],
      ['b', 8],
    ]);
  });
});

describe('margin boxes show the number of a page', () => {
  const box = (content: string) => `@page { @top-left { content: ${content} } } h1 { counter-reset: page 5 }`;

  test.each([
    ['counter(page)', 'counter(platen-page, platen-number-decimal)', ['decimal']],
    ['counters(page, ".")', 'counter(platen-page, platen-number-decimal)', ['decimal']],
    ['counters(page, ".", lower-roman)', 'counter(platen-page, platen-number-lower-roman)', ['lower-roman']],
    ['"a" counter(page) "b"', '"a" counter(platen-page, platen-number-decimal) "b"', ['decimal']],
    ['counter(pages)', 'counter(pages)', []],
    ['counter(chapter)', 'counter(chapter)', []],
    ['"counter(page)"', '"counter(page)"', []],
  ])('%s as %s', async (content, shown, numbers) => {
    const { page, paged } = await read(box(content));
    expect(paged.numbers).toEqual(numbers);
    expect(await page.read('document.styleSheets[0].cssRules[0].cssRules[0].style.content')).toBe(shown);
  });

  test.each([
    ['', false],
    ['@page { counter-increment: page 2 }', true],
    ['@page { counter-set: page 2 }', true],
    ['@page { counter-increment: x }', false],
  ])('by other styles if %s counts pages: %s', async (css, isCounted) => {
    const { paged } = await read(`@page { @top-left { content: counter(page) } } ${css}`);
    expect([paged.countsPages, paged.numbers]).toEqual([isCounted, isCounted ? ['decimal'] : []]);
  });

  test.each([
    ['counter(page)', false],
    ['counter(page, decimal)', false],
    ['counter(page, lower-roman)', true],
    ['counters(page, "-")', false],
    ['counters(page, "-", upper-roman)', true],
    ['counter(pages, lower-roman)', false],
    ['"x" counter(chapter, lower-roman) counter(page)', false],
    ['"counter(page, lower-roman)"', false],
  ])('%s in another style than digits: %s', async (content, isStyled) => {
    expect((await read(`@page { @top-left { content: ${content} } }`)).paged.stylesPages).toBe(isStyled);
  });
});

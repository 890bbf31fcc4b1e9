import { expect, it } from 'vitest';
import { namesPagedCss } from '../../../../src/engine/page/load/paged-words.ts';
import { splitPageLists } from '../../../../src/engine/page/paged/page-lists.ts';

const squeeze = (css: string) => css.replace(/\s+/g, ' ').trim();

it.each([
  ['@page a, b { size: A6 }', '@page a { size: A6 } @page b { size: A6 }'],
  [
    'p {} @page :left,:right { margin: 1cm } q {}',
    'p {} @page :left { margin: 1cm } @page :right { margin: 1cm } q {}',
  ],
  [
    '@media print { @page a:first, :nth(2n + 1) { @top-left { content: "," } } }',
    '@media print { @page a:first { @top-left { content: "," } } @page :nth(2n + 1) { @top-left { content: "," } } }',
  ],
  [
    '@page/* , */a { margin: 0 } @PAGE b , c { margin: 0 }',
    '@page/* , */a { margin: 0 } @page b { margin: 0 } @page c { margin: 0 }',
  ],
])('gives each selector of %j a rule', async (css, expected) => {
  const { css: split, left } = await splitPageLists(css);
  expect(squeeze(split)).toBe(squeeze(expected));
  expect(left).toEqual([]);
  expect(namesPagedCss(css)).toBe(true);
});

it.each([
  '@page a { content: "a, b" }',
  '@page { @top-left { font-family: a, b } }',
  'a, b { page: c }',
  '@page a, b',
  '@page a, b;',
  '/* @page a, b {} */ p {}',
])('leaves %j as it is', async (css) => {
  expect(await splitPageLists(css)).toEqual({ css, left: [] });
});

it('reports a rule that would become too long, and leaves it', async () => {
  const css = `@page ${Array.from({ length: 51 }, (_, index) => `a${index}`).join(', ')} { margin: 0 }`;
  const { css: split, left } = await splitPageLists(css);
  expect(split).toBe(css);
  expect(left).toEqual([expect.stringMatching(/^@page a0, a1/)]);
  const long = `@page a, b { --x: ${'x'.repeat(200_000)} }`;
  expect(await splitPageLists(long)).toEqual({ css: long, left: ['@page a, b'] });
});

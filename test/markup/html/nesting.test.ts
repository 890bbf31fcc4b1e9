import { expect, test } from 'vitest';
import { isNestedTooDeeply, nestingLimit } from '../../../src/markup/html/nesting.ts';

const many = nestingLimit + 1;

test.each([
  ['elements that are open', '<div>', true],
  ['open elements of several kinds, with attributes and text', '<section class="a"><b>x', true],
  ['closed elements', '<div>x</div>', false],
  ['paragraphs, items and cells without an end tag', '<p>x<li>y<td>z', false],
  ['elements without content', '<br><img alt="a"><hr>', false],
  ['elements of SVG that end in their start tag', '<path d="M0 0"/>', false],
  ['text that resembles tags', 'a < b <3 <', false],
])('%s, more than the limit: %s', async (_name, html, isDeep) => {
  expect(await isNestedTooDeeply(html.repeat(many))).toBe(isDeep);
});

test('as many as the limit are accepted', async () => {
  expect(await isNestedTooDeeply('<div>'.repeat(nestingLimit))).toBe(false);
});

test.each([
  ['end tags without a start', `${'</b>'.repeat(5)}${'<b>'.repeat(nestingLimit + 1)}`, true],
  ['elements that are closed before others', `${'<b></b>'.repeat(5)}${'<b>'.repeat(nestingLimit)}`, false],
  ['elements that are closed behind them', `${'<b>'.repeat(nestingLimit)}</b><b>`, false],
])('each element counts while it is open: %s', async (_name, html, isDeep) => {
  expect(await isNestedTooDeeply(html)).toBe(isDeep);
});

test('a text of many openings takes one pass', async () => {
  expect(await isNestedTooDeeply('<a'.repeat(1_000_000))).toBe(false);
});

import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { findAttribute, walkElements } from '../../../src/markup/html/html-tree.ts';
import { hasLongWord, measureTable } from '../../../src/markup/markdown/measure-table.ts';

/** The style of a table with these rows of cells, once it was measured. */
function measure(rows: string[][], { cell = 'td', style = '' } = {}): string | undefined {
  const cells = rows.map((row) => `<tr>${row.map((text) => `<${cell}>${text}</${cell}>`).join('')}</tr>`).join('');
  const tree = parseFragment(`<table${style && ` style="${style}"`}><tbody>${cells}</tbody></table>`);
  const table = [...walkElements(tree)].find(({ tagName }) => tagName === 'table');
  if (table) measureTable(table);
  return table && findAttribute(table, 'style');
}

/** Em of words of all columns, of a table of ten columns with the same text. */
const words = (text: string, options = {}) =>
  Number(/--words: ([\d.]+)/.exec(measure([Array.from({ length: 10 }, () => text)], options) ?? '')?.[1]);

describe('a table', () => {
  it('that fits on narrow pages has no measures', () => {
    // Ten columns of 1.6 em between them leave 16 of 32 em.
    expect(measure([['a']])).toBeUndefined();
    expect(measure([Array.from({ length: 10 }, () => 'aa')])).toBeUndefined();
    expect(measure([Array.from({ length: 20 }, () => '')])).toBeUndefined();
    expect(measure([Array.from({ length: 21 }, () => '')])).toBe('--columns: 21; --words: 0.0; --long: 0');
  });

  it('has those of its widest words, and keeps its own style', () => {
    const row = Array.from({ length: 10 }, () => 'aaaa');
    expect(measure([row])).toBe('--columns: 10; --words: 23.1; --long: 0');
    expect(measure([row.map(() => 'a'), row, ['a a a a a a a a']])).toBe('--columns: 10; --words: 23.1; --long: 0');
    expect(measure([row], { style: 'color: red' })).toBe('color: red; --columns: 10; --words: 23.1; --long: 0');
  });

  it('has columns of long words, whose other words count beyond nine em', () => {
    const long = 'a'.repeat(25);
    expect(measure([[long, long, long]])).toBeUndefined();
    expect(measure([[long, long, long, long]])).toBe('--columns: 4; --words: 0.0; --long: 4');
    expect(
      measure([
        [long, long, long, long],
        ['a'.repeat(24), '', '', ''],
      ]),
    ).toBe('--columns: 4; --words: 0.0; --long: 4');
    // 24 letters of 0.56 em are 13.44, of which 4.44 are more than nine.
    expect(
      measure([
        ['a'.repeat(24), '', '', ''],
        [long, long, long, long],
      ]),
    ).toBe('--columns: 4; --words: 4.6; --long: 4');
  });

  it.each([
    ['narrow letters', 'iiiiii', {}, 6 * 0.333],
    ['capitals', 'AAAA', {}, 4 * 0.75],
    ['wide letters', 'mmmm', {}, 4 * 0.95],
    ['usual letters', '0000', {}, 4 * 0.56],
    ['letters of other scripts', 'шшшш', {}, 4 * 0.72],
    ['head cells', 'aaaa', { cell: 'th' }, 4 * 0.56 * 1.1],
    ['code of narrow letters', '<code>iiii</code>', {}, 0.65 + 4 * 0.55],
    ['code of wide letters', '<code>mmmm</code>', {}, 0.65 + 4 * 0.95],
    ['the longest of some words', 'a aaaa aa', {}, 4 * 0.56],
    ['ideographs, which break anywhere', `AAA日日日日日`, {}, 3 * 0.75 + 0.72],
  ])('measures %s', (_what, text, options, width) => {
    expect(words(text, options)).toBe(Number((10 * width * 1.03).toFixed(1)));
  });
});

it.each([
  ['a'.repeat(24), false],
  ['a'.repeat(25), true],
  [`${'a'.repeat(20)} ${'a'.repeat(20)}`, false],
])('%s is long: %s', (text, isLong) => {
  expect(hasLongWord(text)).toBe(isLong);
});

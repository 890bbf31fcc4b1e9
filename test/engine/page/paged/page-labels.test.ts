import { expect, it } from 'vitest';
import { labelPages } from '../../../../src/engine/page/paged/page-labels.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';
import { nameElementStyle, nameStringStyle, numberPrefix, pageCounter } from '../../../../src/injected/names.ts';

/** A rule for all pages with margin boxes of these contents, as they are translated. */
const rule = (contents: Record<string, string>) =>
  ({
    selector: '',
    size: '',
    boxes: Object.fromEntries(
      Object.entries(contents).map(([name, text]) => [name, { content: { text, isImportant: false } }]),
    ),
  }) as unknown as PageRule;

const styleOf = (...rules: PageRule[]) =>
  labelPages([5], [{ name: '', pseudo: 'right' }] as never, rules).map(({ style }) => style)[0];

it.each([
  ['counter(page)', 'decimal'],
  ['"Page " counter(page, lower-roman)', 'lower-roman'],
  [`counter(${pageCounter}, ${numberPrefix}upper-alpha)`, 'upper-alpha'],
  ['counters(page, ".", lower-greek)', 'lower-greek'],
  ['"no number"', 'decimal'],
])('a page that shows %s is labelled in the style %s', (content, style) => {
  expect(styleOf(rule({ 'bottom-center': content }))).toBe(style);
});

it.each([nameStringStyle('first', 'chapter'), nameElementStyle('last', 'head')])(
  'what a margin box shows by the style %s is no number',
  (name) => {
    const shown = `counter(${pageCounter}, ${name})`;
    const roman = 'counter(page, lower-roman)';
    expect(styleOf(rule({ 'top-center': shown, 'bottom-center': roman }))).toBe('lower-roman');
    expect(styleOf(rule({ 'top-center': `${shown} " " ${roman}` }))).toBe('lower-roman');
  },
);

it('the last rule for a margin box counts', () => {
  const rules = ['counter(page)', 'counter(page, lower-roman)'].map((text) => rule({ 'bottom-center': text }));
  expect(styleOf(...rules)).toBe('lower-roman');
});

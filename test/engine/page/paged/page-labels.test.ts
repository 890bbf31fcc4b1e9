import { expect, it } from 'vitest';
import { labelPages, writeLabel } from '../../../../src/engine/page/paged/page-labels.ts';
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

const roman = { ...rule({ 'bottom-center': 'counter(page, lower-roman)' }), selector: 'preface' };
const plain = { ...rule({ 'bottom-center': 'counter(page)' }), selector: 'body' };

it.each([
  ['a page of a name is in the style of its rules', ['preface', 'preface', 'body'], [1, 2, 1], 'ri ri de'],
  ['a page that shows no number counts on in the style before', ['preface', 'none', 'body'], [1, 2, 1], 'ri ri de'],
  ['a page that restarts has the style of the next that shows one', ['preface', 'none', 'body'], [1, 1, 2], 'ri de de'],
  ['pages before the first number have its style', ['none', 'none', 'preface'], [1, 2, 3], 'ri ri ri'],
  ['a restart behind the last number keeps its style', ['preface', 'none', 'none'], [5, 1, 2], 'ri ri ri'],
  ['pages without any number are in decimals', ['none', 'none', 'none'], [1, 2, 3], 'de de de'],
])('%s', (_, names, numbers, styles) => {
  const kinds = names.map((name) => ({ name, pseudo: 'right' as const }));
  const short = (style: string) => (style === 'lower-roman' ? 'ri' : style.slice(0, 2));
  const labels = labelPages(numbers, kinds, [roman, plain]);
  expect(labels.map(({ style }) => short(style)).join(' ')).toBe(styles);
  expect(labels.map(({ number }) => number)).toEqual(numbers);
});

it('a page without a kind is one of no name', () => {
  const rules = [{ ...rule({ 'top-left': 'counter(page, lower-roman)' }), selector: ':right' }];
  expect(labelPages([7], [], rules)).toEqual([{ number: 7, style: 'lower-roman' }]);
});

it.each([
  ['decimal', 1, { style: 'D', prefix: '', number: 1 }],
  ['decimal', 123456, { style: 'D', prefix: '', number: 123456 }],
  ['decimal', 0, { style: undefined, prefix: '0', number: 0 }],
  ['decimal', -3, { style: undefined, prefix: '-3', number: -3 }],
  ['lower-roman', 1, { style: 'r', prefix: '', number: 1 }],
  ['lower-roman', 3999, { style: 'r', prefix: '', number: 3999 }],
  ['lower-roman', 4000, { style: 'D', prefix: '', number: 4000 }],
  ['upper-roman', 9, { style: 'R', prefix: '', number: 9 }],
  ['upper-roman', 0, { style: undefined, prefix: '0', number: 0 }],
  ['lower-alpha', 26, { style: 'a', prefix: '', number: 26 }],
  ['lower-alpha', 27, { style: undefined, prefix: 'aa', number: 27 }],
  ['upper-latin', 26, { style: 'A', prefix: '', number: 26 }],
  ['upper-latin', 27, { style: undefined, prefix: 'AA', number: 27 }],
  ['constructor', 2, { style: 'D', prefix: '', number: 2 }],
  ['constructor', 0, { style: undefined, prefix: '0', number: 0 }],
  ['lower-greek', 2, { style: 'D', prefix: '', number: 2 }],
])('the label of a page in the style %s with the number %i is in PDF %j', (style, number, label) => {
  expect(writeLabel({ number, style })).toEqual(label);
});

import MarkdownIt from 'markdown-it';
import { expect, it } from 'vitest';
import { addPairedMarks } from '../../../src/markup/markdown/paired-marks.ts';

const markdown = new MarkdownIt();
addPairedMarks(markdown);
const render = (text: string) => markdown.renderInline(text);

it.each([
  ['~gone~', '<del>gone</del>'],
  ['~~gone~~', '<del>gone</del>'],
  ['~~~gone~~~', '~~~gone~~~'],
  ['a ~b c~ d', 'a <del>b c</del> d'],
  ['~~a ~b~ c~~', '<del>a <del>b</del> c</del>'],
  ['~a~~', '~a~~'],
  ['~~a~', '~~a~'],
  ['~ a~', '~ a~'],
  ['~a ~', '~a ~'],
  ['~', '~'],
])('%s is struck out as %s', (text, html) => {
  expect(render(text)).toBe(html);
});

it.each([
  ['H~2~O', 'H<sub>2</sub>O'],
  ['(a)~i~', '(a)<sub>i</sub>'],
  ['[a]~i~', '[a]<sub>i</sub>'],
  ['{a}~i~', '{a}<sub>i</sub>'],
  ['\u00e9~i~', '\u00e9<sub>i</sub>'],
  ['4~2~', '4<sub>2</sub>'],
  ['a~b c~', 'a<del>b c</del>'],
  ['a~b\nc~', 'a<del>b\nc</del>'],
  ['a~\u00a0~', 'a~\u00a0~'],
  ['.~i~', '.<del>i</del>'],
  ['a~~2~~', 'a<del>2</del>'],
  ['a~b*c*~', 'a<sub>b<em>c</em></sub>'],
])('%s has the subscript of %s', (text, html) => {
  expect(render(text)).toBe(html);
});

it.each([
  ['x^2^', 'x<sup>2</sup>'],
  ['10^-3^', '10<sup>-3</sup>'],
  ['x^(a)^ b', 'x<sup>(a)</sup> b'],
  ['a x^2 b^', 'a x^2 b^'],
  ['^a^', '^a^'],
  ['b ^a^', 'b ^a^'],
  ['x^^2^^', 'x^^2^^'],
  ['x^', 'x^'],
  ['x^ 2^', 'x^ 2^'],
  ['x^2 ^', 'x^2 ^'],
])('%s has the superscript of %s', (text, html) => {
  expect(render(text)).toBe(html);
});

it.each([
  ['==new==', '<mark>new</mark>'],
  ['a ==b c== d', 'a <mark>b c</mark> d'],
  ['=a=', '=a='],
  ['===a===', '===a==='],
  ['a == b == c', 'a == b == c'],
  ['==a *b==', '<mark>a *b</mark>'],
  ['==~a~==', '<mark><del>a</del></mark>'],
  ['`==a==`', '<code>==a==</code>'],
  ['[==a== ~b~](u)', '<a href="u"><mark>a</mark> <del>b</del></a>'],
  ['\\==a==', '==a=='],
])('%s is marked as %s', (text, html) => {
  expect(render(text)).toBe(html);
});

import { expect, it } from 'vitest';
import { needsShaping, orderVisually } from '../../../src/pdf/fields/visual-order.ts';

it.each([
  ['total (1)', 'total (1)'],
  ['אבג', 'גבא'],
  ['אב (1)', '(1) בא'],
  ['total: אב 12.5 end', 'total: 12.5 בא end'],
  ['אב abc 12', 'abc 12 בא'],
  ['אב, abc', 'abc ,בא'],
  ['12 אב', 'בא 12'],
  ['a 1-2 ב 3-4', 'a 1-2 3-4 ב'],
  ['אב 3-', '-3 בא'],
  ['אב -3', '3- בא'],
  ['אב 1;2', '2;1 בא'],
  ['אב 1,234.50/7:8+9', '1,234.50/7:8+9 בא'],
  ['א(ב)ג[ד]{ה}<ו>«ז»', '«ז»<ו>{ה}[ד]ג(ב)א'],
  ['(a) אב (b)', '(a) בא (b)'],
  ['a אב!', 'a בא!'],
  ['! אב a', 'a בא !'],
  ['אב a ב 1 c', 'c 1 ב a בא'],
  ['a1 ב', 'a1 ב'],
  ['a אב؟ b', 'a ؟בא b'],
  ['a אב؛ b', 'a ؛בא b'],
  ['ـא', 'אـ'],
])('shows %j as %j', (line, seen) => {
  expect(orderVisually(line)).toBe(seen);
});

it('shows a line of any length', () => {
  const line = 'אב'.repeat(100_000);
  expect(orderVisually(line)).toBe([...line].reverse().join(''));
});

/** The forms of the letters, in the order in which they are read. */
const forms = (word: string) => [...orderVisually(word)].reverse().map((letter) => letter.charCodeAt(0).toString(16));

it.each([
  ['سلام', 'feb3 fefc fee1'],
  ['بيت', 'fe91 fef4 fe96'],
  ['دار', 'fea9 fe8d fead'],
  ['باب', 'fe91 fe8e fe8f'],
  ['لا', 'fefb'],
  ['لآ', 'fef5'],
  ['لأ', 'fef7'],
  ['لإ', 'fef9'],
  ['بلأ', 'fe91 fef8'],
  ['دلا', 'fea9 fefb'],
  ['بـ', 'fe91 640'],
  ['ـب', '640 fe90'],
  ['ماء', 'fee3 fe8e fe80'],
  ['شيء', 'feb7 fef2 fe80'],
  ['على', 'fecb fee0 fef0'],
  ['ة', 'fe93'],
  ['ئ', 'fe89'],
  ['ي', 'fef1'],
  ['ب ب', 'fe8f 20 fe8f'],
])('joins the letters of %j', (word, codes) => {
  expect(forms(word).join(' ')).toBe(codes);
});

it.each([
  ['क', true],
  ['ខ', true],
  ['ܐ', true],
  ['\u064e', true],
  ['ب', false],
  ['א', false],
  ['a', false],
])('knows whether %j needs a shaping engine: %s', (character, needs) => {
  expect(needsShaping(character)).toBe(needs);
});

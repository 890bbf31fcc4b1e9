import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CssPart, readCssValue } from '../../../src/injected/dom/css-values.ts';
import { counterToken } from '../../../src/injected/names.ts';
import { stubDocument } from '../stub-nodes.ts';

let counters: typeof import('../../../src/injected/reading/counters.ts');

beforeAll(async () => {
  stubDocument();
  counters = await import('../../../src/injected/reading/counters.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const read = (css: string) => readCssValue(css)[0] as CssPart;
const element = {} as Element;
const token = (index: number) => `${counterToken.start}${index}${counterToken.end}`;

describe('a counter of CSS', () => {
  test.each([
    ['counter(a)', true, true],
    ['counter(a, b)', true, true],
    ['counters(a, "x")', true, true],
    ['counters(a, "x", b)', true, true],
    ['counters(a)', true, false],
    ['counters(a, b)', true, false],
    ['counter(a, "x")', true, false],
    ['counter(page)', true, false],
    ['counters(pages, "x")', true, false],
    ['counter(pages-2)', true, true],
    ['counter(my-page)', true, true],
    [`counters(a, "${'x'.repeat(100)}")`, true, true],
    [`counters(a, "${'x'.repeat(101)}")`, true, false],
    ['counter()', false, false],
    ['counter("a")', false, false],
    ['counter(a b)', false, false],
    ['counter(a, b, c)', false, false],
    ['counters(a, b, "x")', false, false],
    ['counters(a, "x", "y")', false, false],
    ['counter(a, b(c))', false, false],
    ['counterx(a)', false, false],
    ['xcounter(a)', false, false],
    ['attr(a)', false, false],
    ['counter', false, false],
    ['"counter(a)"', false, false],
  ])('is %s: %s, and has a text: %s', (css, isCounter, hasText) => {
    expect(counters.isCounter(read(css))).toBe(isCounter);
    expect(new counters.CounterTexts().text(element, read(css))).toBe(hasText ? token(0) : undefined);
  });

  test('has another token in each text', () => {
    const texts = new counters.CounterTexts();
    expect([texts.text(element, read('counter(a)')), texts.textOf(element, 'a'), texts.textOf(element, 'b')]).toEqual(
      [0, 1, 2].map(token),
    );
  });

  test('is not measured without texts', () => {
    expect(new counters.CounterTexts().read()).toEqual([]);
  });
});

test.each([
  ['none', ''],
  ['"a" "b"', 'ab'],
  ['"a" counter(x) "-" counters(y, ".")', `a${token(0)}-${token(1)}`],
  ['counter(page) "x" attr(y)', 'x'],
])('generated content of %s has the text %s', (content, text) => {
  const asked: unknown[] = [];
  vi.stubGlobal('getComputedStyle', (...args: unknown[]) => {
    asked.push(args);
    return { content };
  });
  expect(counters.readGeneratedText(element, '::after', new counters.CounterTexts())).toBe(text);
  expect(asked).toEqual([[element, '::after']]);
});

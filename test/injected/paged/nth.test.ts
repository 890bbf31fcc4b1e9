import { describe, expect, test } from 'vitest';
import { bleedProperty, marksProperty, nthMark } from '../../../src/injected/names.ts';
import { applyNth, keepDecoration, readNth, showSelector } from '../../../src/injected/paged/nth.ts';

const nth = (rest: string, name = '') => `${name}${nthMark}${rest}`;

describe('a selector of pages', () => {
  test.each([
    [nth('2n1'), nth('2n1'), ':nth(2n+1)'],
    [nth('0n3'), nth('0n3'), ':nth(3)'],
    [nth('0nm3'), nth('0nm3'), ':nth(-3)'],
    [nth('m2n0'), nth('m2n0'), ':nth(-2n)'],
    [nth('3nm1', 'cover'), nth('3nm1', 'cover'), 'cover:nth(3n-1)'],
    [nth('0n1-of-chapter'), nth('0n1-of-chapter'), ':nth(1 of chapter)'],
    [`${nth('2n0-of-a', 'b')}:left`, nth('2n0-of-a', 'b'), 'b:nth(2n of a):left'],
    [':first', undefined, ':first'],
    ['cover', undefined, 'cover'],
    [nth('odd'), undefined, nth('odd')],
    ['', undefined, ''],
  ])('%s has the name %s and is shown as %s', (selector, name, shown) => {
    expect([readNth(selector), showSelector(selector)]).toEqual([name, shown]);
  });
});

/** A rule for pages that `:nth()` selects, whose style has these properties. */
function build(selectorText: string, properties: Record<string, string>) {
  const values = new Map(Object.entries(properties));
  const style = {
    // Shorthands are not among the properties of a style.
    ...[...values.keys()].filter((name) => !/^(?:margin|padding|border)$/.test(name)),
    length: [...values.keys()].filter((name) => !/^(?:margin|padding|border)$/.test(name)).length,
    getPropertyValue: (name: string) => values.get(name) ?? '',
    removeProperty: (name: string) => values.delete(name),
  };
  return { rule: { selectorText, style } as unknown as CSSPageRule, left: () => [...values.keys()] };
}

describe('a rule for some pages', () => {
  test.each([
    'color',
    'background-color',
    'border-top-color',
    'border-image-source',
    'border-top-left-radius',
    'sized',
  ])('may have %s', (property) => {
    const { rule, left } = build(nth('2n0'), { [property]: 'x' });
    const reported: unknown[] = [];
    keepDecoration(rule, (css) => reported.push(css));
    expect([reported, left()]).toEqual([[], [property]]);
  });

  test.each([
    ['size', 'size'],
    ['page-orientation', 'page-orientation'],
    ['margin-top', 'margin-top'],
    ['padding-left', 'padding-left'],
    ['border-top-width', 'border-top-width'],
    ['border-top-style', 'border-top-style'],
    ['counter-reset', 'counter-reset'],
    ['counter-set', 'counter-set'],
    ['counter-increment', 'counter-increment'],
    [bleedProperty, 'bleed'],
    [marksProperty, 'marks'],
  ])('has no %s', (property, name) => {
    const { rule, left } = build(nth('2n0'), { [property]: 'x', color: 'red' });
    const reported: unknown[] = [];
    keepDecoration(rule, (css) => reported.push(css));
    expect(reported).toEqual([{ kind: 'declaration', property: name, value: 'x', selector: '@page :nth(2n)' }]);
    expect(left()).toEqual(['color']);
  });

  test('has its shorthand reported once', () => {
    const { rule, left } = build(nth('0n2', 'a'), {
      margin: '1px 2px',
      'margin-top': '1px',
      'margin-left': '2px',
      size: 'a4',
    });
    const reported: unknown[] = [];
    keepDecoration(rule, (css) => reported.push(css));
    const selector = '@page a:nth(2)';
    expect(reported).toEqual([
      { kind: 'declaration', property: 'margin', value: '1px 2px', selector },
      { kind: 'declaration', property: 'size', value: 'a4', selector },
    ]);
    expect(left()).toEqual(['margin']);
  });

  test('styles all pages while it is applied, and none otherwise', () => {
    const rules = [nth('2n0', 'x'), nth('2n1', 'x'), `${nth('2n1', 'y')}:left`].map((selector) => {
      const { rule } = build(selector, {});
      keepDecoration(rule, () => {});
      return rule;
    });
    const selectors = () => rules.map(({ selectorText }) => selectorText);
    const all = selectors();
    applyNth([nth('2n0', 'x'), nth('2n1', 'y')], 'right');
    expect(selectors()).toEqual(['x:right', nth('2n1', 'x'), 'y:left']);
    applyNth([nth('2n1', 'x')], 'left');
    expect(selectors()).toEqual([nth('2n0', 'x'), 'x:left', `${nth('2n1', 'y')}:left`]);
    applyNth([], 'left');
    expect(selectors()).toEqual(all);
  });

  test('keeps the side that it has been given since', () => {
    const { rule } = build(`${nth('2n0', 'z')}:left`, {});
    keepDecoration(rule, () => {});
    rule.selectorText = `${nth('2n0', 'z')}:right`;
    applyNth([nth('2n0', 'z')], 'left');
    expect(rule.selectorText).toBe('z:right');
  });
});

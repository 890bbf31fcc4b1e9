import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StubNode, stubDocument } from '../stub-nodes.ts';

type Selected = { selector: string };

class StubRule {
  readonly selectorText: string;
  readonly parentRule: object | null;

  constructor(selectorText: string, parentRule: object | null = null) {
    this.selectorText = selectorText;
    this.parentRule = parentRule;
  }
}

let elements: typeof import('../../../src/injected/dom/elements.ts');

beforeAll(async () => {
  vi.stubGlobal('CSSStyleRule', StubRule);
  stubDocument({
    querySelectorAll(selector: string): Selected[] {
      if (selector.includes('!')) throw new SyntaxError('no selector');
      return [{ selector }];
    },
  });
  elements = await import('../../../src/injected/dom/elements.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const find = (rule: StubRule, selector?: string) =>
  (elements.findElements(rule as unknown as CSSStyleRule, selector) as unknown as Selected[]).map(
    (found) => found.selector,
  );

describe('the elements of a rule', () => {
  test.each([
    ['p', 'p'],
    ['p::before', 'p'],
    ['p:after, a::marker', 'p, a'],
    ['p::first-line, a:first-letter b', 'p, a b'],
    ['::before', '*'],
    ['p, ::after', 'p, *'],
    ['::before, ::after', '*, *'],
    ['a ::before, b > ::after', 'a *, b > *'],
    ['::after::marker', '*'],
    ['p:first-child', 'p:first-child'],
    ['p:first-liner', 'p:first-liner'],
    ['p::part(platen-footnote-call)', 'p'],
    ['p::part(platen-footnote-marker)', 'p'],
    ['p::part(platen-footnote-other)', 'p::part(platen-footnote-other)'],
  ])('%s are those of %s', (selector, found) => {
    expect(find(new StubRule(selector))).toEqual([found]);
  });

  test('in others are those of the whole selector', () => {
    const outer = new StubRule('a, b');
    const middle = new StubRule('& c', { parentRule: outer });
    expect(find(new StubRule('& d, & e', outer))).toEqual([':is(a, b) d, :is(a, b) e']);
    expect(find(new StubRule('& d', middle))).toEqual([':is(:is(a, b) c) d']);
    expect(find(new StubRule('& d', new StubRule('& c', outer)))).toEqual([':is(:is(a, b) c) d']);
    expect(find(new StubRule('&', outer), '& > f')).toEqual([':is(a, b) > f']);
  });

  test('that no selector names are not there', () => {
    expect(find(new StubRule('p!'))).toEqual([]);
  });
});

describe('the name of an element', () => {
  test.each([
    [{ localName: 'p', id: 'a', classList: ['b'] }, 'p#a'],
    [{ localName: 'p', id: '', classList: ['b', 'c'] }, 'p.b'],
    [{ localName: 'p', id: 'platen-place-1', classList: ['b'] }, 'p.b'],
    [{ localName: 'p', id: 'platen-place-1', classList: [] }, 'p'],
    [{ localName: 'p', id: 'x-platen-place-1', classList: [] }, 'p#x-platen-place-1'],
    [{ localName: 'p', id: 'i'.repeat(201), classList: [] }, `p#${'i'.repeat(200)}`],
    [{ localName: 'p', id: '', classList: ['c'.repeat(201)] }, `p.${'c'.repeat(200)}`],
  ])('%j is %s', (properties, name) => {
    expect(elements.nameElement(new StubNode(properties) as unknown as Element)).toBe(name);
  });
});

test('elements are sorted as the document has them', () => {
  const all = ['a', 'b', 'c'].map((name) => ({ name }) as unknown as Element);
  const [a, b, c] = all as [Element, Element, Element];
  const listed = vi.fn(() => all);
  Object.assign(document, { querySelectorAll: listed });
  expect([elements.sortElements([c, a]), elements.sortElements([b, b])]).toEqual([[a, c], [b]]);
  expect(elements.sortElements([])).toEqual([]);
});

describe('families', () => {
  test.each([
    [' "Open Sans" ', 'open sans'],
    ['Arial', 'arial'],
    ['a"b', 'a"b'],
    ['"a', 'a'],
  ])('%s are compared as %s', (family, plain) => {
    expect(elements.plainFamily(family)).toBe(plain);
  });

  test('of fonts that failed are not brought, and a list without others is foreign', () => {
    const fonts = [
      { family: '"One"', status: 'loaded' },
      { family: 'Two', status: 'unloaded' },
      { family: 'Three', status: 'error' },
    ];
    const brought = elements.listBrought(fonts as FontFace[]);
    expect([...brought]).toEqual(['one', 'two']);
    const isForeign = elements.buildForeignTest(brought);
    expect(['Arial, "one"', 'TWO', 'Three', 'Arial, serif', ''].map(isForeign)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

test('a property is registered once, without being inherited', () => {
  const registerProperty = vi.fn();
  vi.stubGlobal('CSS', { registerProperty });
  elements.registerProperty('--a');
  expect(registerProperty.mock.calls).toEqual([[{ name: '--a', inherits: false }]]);
  registerProperty.mockImplementation(() => {
    throw new Error('registered');
  });
  expect(() => elements.registerProperty('--a')).not.toThrow();
});

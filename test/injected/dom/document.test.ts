import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StubNode, stubDocument } from '../stub-nodes.ts';

let page: typeof import('../../../src/injected/dom/document.ts');

type Selected = { selector: string };

const find = (selector: string): Selected[] => {
  if (selector.includes('!')) throw new SyntaxError('no selector');
  return [{ selector }];
};

beforeAll(async () => {
  stubDocument({
    baseURI: 'https://a.test/b/',
    querySelectorAll: find,
    querySelector: (selector: string) => find(selector)[0],
  });
  page = await import('../../../src/injected/dom/document.ts');
});
afterAll(() => void vi.unstubAllGlobals());

test('elements of a document, or of another one, are found by a selector', () => {
  const inner = new StubNode({ querySelectorAll: () => ['inner'], querySelector: () => 'first' }) as never;
  expect([page.findAll('p'), page.findAll('p', inner)]).toEqual([[{ selector: 'p' }], ['inner']]);
  expect([page.findFirst('p'), page.findFirst('p', inner)]).toEqual([{ selector: 'p' }, 'first']);
  expect(() => page.findAll('!')).toThrow('no selector');
});

describe('the elements of a selector', () => {
  test.each([
    ['p', ['p']],
    ['p::before, a:after, li::marker', ['p, a, li']],
    ['::before', ['*']],
    ['p ::after, a > ::marker', ['p *, a > *']],
    ['p::first-line', ['p::first-line']],
    ['!', []],
  ])('%s are those of %j', (selector, found) => {
    expect(page.findSelected(selector).map((each) => (each as unknown as Selected).selector)).toEqual(found);
  });
});

test.each([
  ['c', undefined, 'https://a.test/b/c'],
  ['c', null, 'https://a.test/b/c'],
  ['c', 'https://d.test/', 'https://d.test/c'],
  ['https://[', undefined, undefined],
])('the address %s from %s is %s', (url, base, resolved) => {
  expect(page.resolveUrl(url, base)).toBe(resolved);
});

test('open shadow trees are those of all elements', () => {
  Object.assign(document, {
    querySelectorAll: () =>
      [{ shadowRoot: 'a' }, { shadowRoot: null }, { shadowRoot: 'b' }].map((each) => new StubNode(each)),
  });
  expect(page.listShadowRoots()).toEqual(['a', 'b']);
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StubNode, stubDocument } from '../stub-nodes.ts';

let layout: typeof import('../../../src/injected/dom/layout.ts');

const adopted: { css: string }[] = [];

class StubSheet {
  css = '';
  replaceSync(css: string): void {
    this.css = css;
  }
}

class StubRoot extends StubNode {
  readonly host: unknown;

  constructor(host: unknown) {
    super();
    this.host = host;
  }
}

beforeAll(async () => {
  stubDocument({ adoptedStyleSheets: adopted });
  vi.stubGlobal('Element', StubNode);
  vi.stubGlobal('ShadowRoot', StubRoot);
  vi.stubGlobal('CSSStyleSheet', StubSheet);
  vi.stubGlobal('getComputedStyle', (element: { style?: object }) => ({ ...plain, ...element.style }));
  layout = await import('../../../src/injected/dom/layout.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const plain = { display: 'block', page: 'auto', marginTop: '0px', borderTopWidth: '0px', paddingTop: '0px' };

interface Given {
  style?: Partial<typeof plain>;
  localName?: string;
  previousElementSibling?: object;
  /** The element whose shadow tree it is in. */
  host?: unknown;
}

/** An element in others, from the innermost on. */
function build(...[given, ...around]: Given[]): Element | null {
  if (given === undefined) return null;
  const root = given.host === undefined ? new StubNode() : new StubRoot(given.host);
  return new StubNode({ localName: 'p', ...given, parentElement: build(...around), getRootNode: () => root }) as never;
}
const make = (...given: Given[]) => build(...given) as Element;

test.each([
  ['block', true, false],
  ['flow-root', true, false],
  ['list-item', true, false],
  ['flex', true, false],
  ['grid', true, false],
  ['table', true, false],
  ['inline', false, true],
  ['inline-block', false, true],
  ['contents', false, true],
  ['ruby', false, true],
  ['table-cell', false, false],
  ['none', false, false],
])('an element with the display %s is apart: %s, and in lines: %s', (display, isApart, isInline) => {
  const element = make({ style: { display } });
  expect([layout.isApart(element), layout.isInline(element)]).toEqual([isApart, isInline]);
});

test('a break of a line is apart', () => {
  expect(layout.isApart(make({ localName: 'br', style: { display: 'inline' } }))).toBe(true);
});

test('an element is on pages of the nearest name, across shadow trees', () => {
  const [named, outer] = [{ style: { page: 'a' } }, { style: { page: 'b' } }];
  expect(layout.pageNameOf(make({}))).toBe('');
  expect(layout.pageNameOf(make(named, outer))).toBe('a');
  expect(layout.pageNameOf(make({}, {}, outer))).toBe('b');
  expect(layout.pageNameOf(make({}, { host: make({}, outer) }))).toBe('b');
});

test.each([
  [[{}], 0],
  [[{ style: { marginTop: '5px', borderTopWidth: '100px', paddingTop: '200px' } }], 5],
  [[{ style: { marginTop: 'auto' } }, { style: { borderTopWidth: '1px', paddingTop: '20px' } }], 21],
  [[{ style: { marginTop: '1px' } }, { style: { marginTop: '2px' } }, { style: { paddingTop: '4px' } }], 7],
  [[{ previousElementSibling: {}, style: { marginTop: '3px' } }, { style: { paddingTop: '4px' } }], 3],
  [[{}, { previousElementSibling: {}, style: { paddingTop: '4px' } }, { style: { paddingTop: '8px' } }], 4],
])('the first of %j from the inside is that far from the top of its page at most: %d', (given, lead) => {
  expect(layout.readLead(make(...given))).toBe(lead);
});

test('items of a width are measured together', () => {
  const items = [1, 2, 3, 4];
  const measured = layout.measureByWidth(
    items,
    (item) => (item % 2 === 0 ? 200 : 100),
    (item) => [`${item}: ${adopted.map(({ css }) => css).join()}`],
  );
  expect(measured).toEqual([
    '1: :root { width: 100px !important }',
    '3: :root { width: 100px !important }',
    '2: :root { width: 200px !important }',
    '4: :root { width: 200px !important }',
  ]);
  expect(adopted).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stubDocument } from '../stub-nodes.ts';

let restarts: typeof import('../../../src/injected/paged/restarts.ts');

const elements: object[] = [];

beforeAll(async () => {
  stubDocument({ querySelectorAll: () => elements });
  vi.stubGlobal('getComputedStyle', (element: object) => ({ ...plain, display: 'block', ...element }));
  restarts = await import('../../../src/injected/paged/restarts.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const plain = { counterReset: 'none', counterSet: 'none', counterIncrement: 'none' };

describe('a style', () => {
  test.each([
    [{ counterReset: 'page' }, true, { kind: 'set', number: 1 }],
    [{ counterReset: 'page 5' }, true, { kind: 'set', number: 5 }],
    [{ counterReset: 'page 1' }, true, { kind: 'set', number: 1 }],
    [{ counterReset: 'page -5' }, true, { kind: 'set', number: 1 }],
    [{ counterReset: 'a 2 page 3 b' }, true, { kind: 'set', number: 3 }],
    [{ counterSet: 'page 7' }, true, { kind: 'set', number: 7 }],
    [{ counterSet: 'page' }, true, { kind: 'set', number: 1 }],
    [{ counterIncrement: 'page' }, true, { kind: 'add', number: 1 }],
    [{ counterIncrement: 'page -2' }, true, { kind: 'add', number: -2 }],
    [{ counterIncrement: 'page 0' }, true, undefined],
    [{ counterReset: 'page 4', counterIncrement: 'page 2' }, true, { kind: 'set', number: 6 }],
    [{ counterReset: 'page 4', counterSet: 'page 9', counterIncrement: 'page 2' }, true, { kind: 'set', number: 9 }],
    [{ counterReset: 'pages 4' }, false, undefined],
    [{ counterReset: 'my-page 4' }, false, undefined],
    [{ counterSet: 'a 1', counterIncrement: 'b' }, false, undefined],
    [{}, false, undefined],
  ])('of %j changes the counter of pages: %s, by %j', (style, changes, change) => {
    expect(restarts.changesPage({ ...plain, ...style })).toBe(changes);
    elements.splice(0, elements.length, style);
    const found = restarts.readRestarts([style as unknown as Element], () => 'a');
    expect(found).toEqual(change === undefined ? [] : [{ place: 'a', ...change }]);
  });

  test('of what is not displayed changes nothing', () => {
    const hidden = { counterReset: 'page 2', display: 'none' };
    elements.splice(0, elements.length, hidden);
    expect(restarts.readRestarts([hidden as unknown as Element], () => 'a')).toEqual([]);
  });
});

test.each([
  ['counter(page)', false],
  ['counter(page, decimal)', false],
  ['counter(page, lower-roman)', true],
  ['"x" counter(page, thai) "y"', true],
  ['counters(page, ".", thai)', true],
  ['counters(page, ".")', false],
  ['counter(page, "x", thai)', true],
  ['counter(page, thai, decimal)', false],
  ['counter(pages, thai)', false],
  ['counter(a, thai)', false],
  ['x(page, thai)', false],
])('content of %s shows the number of the page in another style: %s', (content, styles) => {
  expect(restarts.stylesPage(content)).toBe(styles);
});

import { describe, expect, test } from 'vitest';
import type { PagedState } from '../../../../src/engine/page/paged/paged-state.ts';
import {
  composeTexts,
  describeCutStrings,
  isInside,
  listElsewhere,
} from '../../../../src/engine/page/print/page-texts.ts';

const here = 'https://x.invalid/';
const origin = 'https://x.invalid';

/** Three pages with the places `a`, `b` and `c`, one on each. */
const places = {
  count: 3,
  find: (place: string): number | undefined => ({ a: 0, b: 1, c: 2 })[place],
  findTop: (place: string): number | undefined => ({ a: 0, b: 50, c: 12 })[place],
};
const labels = [4, 5, 6].map((number) => ({ number, style: 'lower-roman' }));

function paged(changes: object): PagedState {
  const lists = { strings: [], targets: [], styles: [], numbers: [], leaders: [] };
  return {
    here,
    ...lists,
    increment: 'page',
    padding: 0,
    running: { isLeftFirst: false },
    ...changes,
  } as unknown as PagedState;
}

const target = (url: string, changes: object = {}) => ({ element: 1, key: 'k', url, style: 'decimal', ...changes });

describe('the text of a place', () => {
  test.each([
    [target(`${here}#b`), '5'],
    [target(`${here}#b`, { style: 'upper-roman' }), 'V'],
    [target(`${here}#b`, { style: '-platen-label' }), 'v'],
    [target(`${here}#none`), ''],
    [target(`${origin}/other#x`), '41'],
    [target(`${origin}/unknown#x`), ''],
    [target('https://elsewhere.example/#x'), ''],
    [target(`${here}#b`, { text: 'own' }), 'own'],
  ])('of %j is "%s"', (given, text) => {
    const findPage = (url: string) => (url.includes('other') ? { number: 41, style: 'decimal' } : undefined);
    const { texts, css } = composeTexts(paged({ targets: [given] }), places, labels, { origin, findPage });
    expect([texts, css]).toEqual([[{ element: 1, key: 'k', text }], '']);
  });

  test('is looked for elsewhere if the page does not have it', () => {
    const urls = [
      `${here}#b`,
      `${here}#none`,
      `${origin}/other#x`,
      `${origin}/other#x`,
      'https://elsewhere.example/#x',
    ];
    const targets = [...urls.map((url) => target(url)), target(`${here}#none2`, { text: '' })];
    expect(listElsewhere(paged({ targets }), places, origin)).toEqual([`${here}#none`, `${origin}/other#x`]);
    expect(listElsewhere(paged({ targets }), places, undefined)).toEqual([`${here}#none`]);
  });

  test.each([
    [origin, `${origin}/a`, true],
    [origin, `${origin}.example/a`, false],
    [undefined, `${origin}/a`, false],
  ])('of %s is of another part at %s: %s', (given, url, isPart) => {
    expect(isInside(given, url)).toBe(isPart);
  });
});

describe('a named string', () => {
  const compose = (changes: object) => composeTexts(paged(changes), places, labels, {}).css.split('\n');
  const set = (place: string, text: string, lead = 0) => ({ name: 'n', place, text, lead });
  const style = (kind: string, symbols: string, name = 'n') =>
    `@counter-style platen-${kind}-string-${name} { system: fixed; symbols: ${symbols}; suffix: ""; fallback: platen-none }`;
  const styles = (...kinds: string[]) => kinds.map((kind) => ({ kind, name: 'n' }));

  test('is shown on each page as it is set there', () => {
    const strings = [
      set('a', 'A'),
      set('b', 'B1'),
      set('b', 'B2'),
      { ...set('c', 'other'), name: 'other' },
      set('none', 'X'),
    ];
    expect(compose({ strings, styles: styles('first', 'last', 'start', 'first-except') })).toEqual([
      '@counter-style platen-none { system: cyclic; symbols: ""; suffix: "" }',
      '@page { counter-increment: page }',
      style('first', '"A" "B1" "B2"'),
      style('last', '"A" "B2" "B2"'),
      style('start', '"A" "A" "B2"'),
      style('first-except', '"" "" "B2"'),
    ]);
  });

  test.each([
    [10, 0, '"" "" "C"'],
    [9, 0, '"" "" ""'],
    [0, 10, '"" "" "C"'],
    [4, 5, '"" "" ""'],
  ])('starts a page within its lead of %i and the padding of %i', (lead, padding, symbols) => {
    expect(compose({ strings: [set('c', 'C', lead)], padding, styles: styles('start') })[2]).toBe(
      style('start', symbols),
    );
  });

  test('is escaped, and cut to a million characters on all pages', () => {
    expect(compose({ strings: [set('a', 'a"b\\c')], styles: styles('last') })[2]).toContain('"a\\"b\\\\c"');
    const [, , css = ''] = compose({ strings: [set('a', 'x'.repeat(400_000))], styles: styles('last') });
    expect(/"(x+)"/.exec(css)?.[1]).toHaveLength(333_333);
  });

  test('is one of 50', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ kind: 'last', name: `n${at}` }));
    expect(compose({ styles: many(51) })).toHaveLength(2 + 50);
    const describeMany = (count: number) =>
      describeCutStrings(paged({ styles: many(count) }), 1).map(({ detail }) => detail);
    expect(describeMany(50)).toEqual([]);
    expect(describeMany(51)).toEqual(['string() shows only the first 50 named strings.']);
  });

  test.each([
    [333_333, 3, []],
    [333_334, 3, ['string() is cut after 333333 characters, because the document has 3 pages.']],
    [1_000_000, 0, []],
  ])('of %i characters on %i pages: %j', (length, pages, details) => {
    const given = { strings: [set('a', 'x'.repeat(length))], styles: styles('last') };
    expect(describeCutStrings(paged(given), pages).map(({ detail }) => detail)).toEqual(details);
    expect(describeCutStrings(paged({ ...given, styles: [] }), pages)).toEqual([]);
  });
});

test('the numbers of pages are shown in the styles that ask for them', () => {
  const { css } = composeTexts(paged({ numbers: ['upper-roman'], increment: 'page 0 x' }), places, labels, {});
  expect(css.split('\n').slice(1)).toEqual([
    '@page { counter-increment: page 0 x }',
    '@counter-style platen-number-upper-roman { system: fixed; symbols: "IV" "V" "VI"; suffix: ""; fallback: platen-none }',
  ]);
});

test('a leader is as wide as the content of its page', () => {
  const boxes = {
    ':first': { width: 1, height: 0 },
    ':left': { width: 2, height: 0 },
    'n:left': { width: 3, height: 0 },
    ':right': { width: 4, height: 0 },
  };
  const leaders = [
    { place: 'a', page: '' },
    { place: 'b', page: '' },
    { place: 'b', page: 'n' },
    { place: 'b', page: 'unknown' },
    { place: 'none', page: '' },
  ];
  const widths = (state: PagedState, given?: typeof boxes) =>
    composeTexts(state, places, labels, { boxes: given }).leaders.map(({ width }) => width);
  expect(widths(paged({ leaders }), boxes)).toEqual([1, 2, 3, 2, 4]);
  expect(widths(paged({ leaders, running: { isLeftFirst: true } }), boxes)).toEqual([1, 4, 4, 4, 4]);
  expect(widths(paged({ leaders }))).toEqual([0, 0, 0, 0, 0]);
});

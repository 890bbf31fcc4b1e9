import { describe, expect, test } from 'vitest';
import { listKinds, numberEachPage, type PageKind } from '../../../../src/engine/page/paged/page-numbers.ts';
import type { PageChange, PageRule } from '../../../../src/injected/calls.ts';

/** Places with their pages. */
function placesOf(count: number, indexes: Record<string, number>) {
  return { count, find: (place: string) => indexes[place], findTop: () => undefined };
}

describe('the kind of a page', () => {
  const kindsOf = (
    names: [name: string, place: string][],
    { count = 5, isLeftFirst = false, hasBlankRules = false, blanks = [] as string[] } = {},
  ) => {
    const running = { names: names.map(([name, place]) => ({ name, place, lead: 0 })), isLeftFirst };
    const places = placesOf(count, { start: 0, second: 1, third: 2, fourth: 3, again: 2 });
    return listKinds({ running, hasBlankRules } as never, places, new Set(blanks)).map(
      ({ name, pseudo }) => `${name}:${pseudo}`,
    );
  };

  test('is its side of the sheet', () => {
    expect(kindsOf([])).toEqual([':first', ':left', ':right', ':left', ':right']);
    expect(kindsOf([], { isLeftFirst: true })).toEqual([':first', ':right', ':left', ':right', ':left']);
  });

  test('is its name, from the place that begins it on', () => {
    const names: [string, string][] = [
      ['a', 'second'],
      ['b', 'third'],
      ['c', 'again'],
      ['', 'fourth'],
      ['d', 'unknown'],
    ];
    expect(kindsOf(names)).toEqual([':first', 'a:left', 'c:right', ':left', ':right']);
  });

  test('is that of the next page if it is blank, or its own if there are rules for blank pages', () => {
    const names: [string, string][] = [
      ['a', 'start'],
      ['b', 'fourth'],
    ];
    const blanks = ['fourth', 'unknown'];
    expect(kindsOf(names, { blanks })).toEqual(['a:first', 'a:left', 'b:right', 'b:left', 'b:right']);
    expect(kindsOf(names, { blanks, hasBlankRules: true })).toEqual([
      'a:first',
      'a:left',
      'platen-blank:right',
      'b:left',
      'b:right',
    ]);
    // A blank page before a place within the same pages.
    expect(kindsOf([['a', 'start']], { blanks: ['third'] })[1]).toBe('a:left');
  });
});

describe('the number of a page', () => {
  const rule = (selector: string, counters: Record<string, string>): PageRule => ({
    selector,
    size: '',
    margin: {},
    counters: Object.fromEntries(
      Object.entries(counters).map(([property, text]) => [property, { text, isImportant: false }]),
    ),
  });
  const kinds: PageKind[] = [
    { name: '', pseudo: 'first' },
    { name: 'a', pseudo: 'left' },
    { name: 'a', pseudo: 'right' },
    { name: '', pseudo: 'left' },
  ];
  const numbersOf = (
    rules: PageRule[],
    { restarts = [] as PageChange[], before = 0, known = kinds as readonly PageKind[] } = {},
  ) => numberEachPage({ restarts, kinds: known, rules }, placesOf(4, { second: 1, third: 2 }), before);

  test('counts from that of the page before', () => {
    expect(numbersOf([])).toEqual([1, 2, 3, 4]);
    expect(numbersOf([], { before: 10 })).toEqual([11, 12, 13, 14]);
  });

  test.each([
    ['counter-increment', 'page', [1, 2, 3, 4]],
    ['counter-increment', 'page 2', [1, 3, 5, 6]],
    ['counter-increment', 'page -1', [1, 0, -1, 0]],
    ['counter-increment', 'x 5 page 2 y 7', [1, 3, 5, 6]],
    ['counter-increment', 'page 2 page 3', [1, 4, 7, 8]],
    ['counter-increment', 'pages 2 my-page 3', [1, 2, 3, 4]],
    ['counter-increment', 'none', [1, 2, 3, 4]],
    ['counter-reset', 'page', [1, 0, 0, 1]],
    ['counter-reset', 'page 7', [1, 7, 7, 8]],
    ['counter-set', 'page', [1, 0, 0, 1]],
    ['counter-set', 'page 7', [1, 7, 7, 8]],
    ['counter-set', 'page 7 platen-page 1', [1, 2, 3, 4]],
  ])('of the pages with %s: %s', (property, text, numbers) => {
    expect(numbersOf([rule('a', { [property]: text })])).toEqual(numbers);
  });

  test('is reset, incremented and set in this order', () => {
    expect(numbersOf([rule('a:left', { 'counter-reset': 'page 7', 'counter-increment': 'page 2' })])).toEqual([
      1, 9, 10, 11,
    ]);
    expect(numbersOf([rule('a:left', { 'counter-set': 'page 5', 'counter-increment': 'page 2' })])).toEqual([
      1, 5, 6, 7,
    ]);
    expect(numbersOf([rule('a:left', { 'counter-set': 'page 5', 'counter-reset': 'page 2' })])).toEqual([1, 5, 6, 7]);
  });

  test('is changed by the elements on its page, in their order', () => {
    const set = (place: string, number: number): PageChange => ({ kind: 'set', place, number }) as PageChange;
    const add = (place: string, number: number): PageChange => ({ kind: 'add', place, number }) as PageChange;
    expect(numbersOf([], { restarts: [set('third', 20)] })).toEqual([1, 2, 20, 21]);
    expect(numbersOf([], { restarts: [add('third', 20), add('unknown', 9)] })).toEqual([1, 2, 23, 24]);
    expect(numbersOf([], { restarts: [set('second', 5), add('second', 2)] })).toEqual([1, 7, 8, 9]);
  });

  test('without known kinds is that of right pages', () => {
    expect(numbersOf([rule(':right', { 'counter-increment': 'page 2' })], { known: [] })).toEqual([2, 4, 6, 8]);
    expect(numbersOf([rule('a', { 'counter-increment': 'page 2' })], { known: [] })).toEqual([1, 2, 3, 4]);
  });
});

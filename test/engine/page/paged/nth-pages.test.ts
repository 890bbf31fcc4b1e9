import { describe, expect, it } from 'vitest';
import { chooseNth, selectNth, translateNth } from '../../../../src/engine/page/paged/nth-pages.ts';
import { nthMark } from '../../../../src/injected/names.ts';

type State = Parameters<typeof selectNth>[2];
type Places = Parameters<typeof selectNth>[3];

const page = (name: string, pseudo: 'first' | 'left' | 'right' = 'right') => ({ name, pseudo });
const pages = (...names: string[]) => names.map((name) => page(name));
const state = { running: { names: [] }, padding: 0 } as unknown as State;
const places = { count: 0, find: () => undefined, findTop: () => undefined } as Places;

/** The pages that an index selects, from 1, of pages with these names. */
function select(index: string, name: string, ...names: string[]): number[] {
  const written = translateNth(index, name) ?? '';
  return selectNth([written], pages(...names), state, places).flatMap((found, at) =>
    found.length > 0 ? [at + 1] : [],
  );
}

describe('what Chromium knows in place of an index', () => {
  it.each([
    ['1', 'x:first'],
    ['-n+1', 'x:first'],
    ['n', 'x'],
    ['+n', 'x'],
    ['1n + 1', 'x'],
    ['n-3', 'x'],
    ['odd', `x${nthMark}odd`],
    ['2n+1', `x${nthMark}odd`],
    ['2n-1', `x${nthMark}odd`],
    ['EVEN', `x${nthMark}even`],
    ['2n', `x${nthMark}even`],
    ['2n+2', `x${nthMark}even`],
  ])('%s is %s', (index, name) => {
    expect(translateNth(index, 'x')).toBe(name);
  });

  it.each(['', 'x', '1.5', 'n+', '2 of', 'nn', '--n', 'odd+1', '1234567'])('%j is no index', (index) => {
    expect(translateNth(index, 'x')).toBeUndefined();
  });
});

describe('the pages of an index (CSS Selectors 4, An+B)', () => {
  it.each<[string, number[]]>([
    ['3', [3]],
    ['0', []],
    ['-1', []],
    ['3n', [3, 6]],
    ['3n+1', [1, 4]],
    ['3n-1', [2, 5]],
    ['n+2', [2, 3, 4, 5, 6]],
    ['-n+2', [1, 2]],
    ['-2n+3', [1, 3]],
    ['2n+5', [5]],
    ['2n+3', [3, 5]],
  ])('%s are %j', (index, selected) => {
    expect(select(index, '', 'a', 'a', 'b', 'b', 'b', 'a')).toEqual(selected);
  });

  it('are those with the name before it', () => {
    expect(select('-n+4', 'b', 'a', 'a', 'b', 'b', 'b')).toEqual([3, 4]);
  });

  it.each<[string, number[]]>([
    ['1 of b', [3, 7]],
    ['2 of b', [4]],
    ['odd of b', [3, 5, 7]],
    ['n of c', []],
  ])('are counted in each group of pages with a name: %s', (index, selected) => {
    expect(select(index, '', 'a', 'a', 'b', 'b', 'b', 'a', 'b')).toEqual(selected);
  });

  it('are counted from 1 again where an element starts a group at the top of a page', () => {
    const tops: Record<string, number> = { top: 12, middle: 13 };
    const found = (place: string, index: number) => {
      const names = [{ name: 'b', place, lead: 0 }];
      const located = { count: 4, find: () => index, findTop: () => tops[place] } as Places;
      const written = translateNth('1 of b', '') ?? '';
      const kinds = pages('b', 'b', 'b');
      const selected = selectNth([written], kinds, { running: { names }, padding: 10 } as unknown as State, located);
      return selected.flatMap((each, at) => (each.length > 0 ? [at + 1] : []));
    };
    expect(found('top', 2)).toEqual([1, 3]);
    expect(found('middle', 2)).toEqual([1]);
  });
});

describe('the rules of pages that an index selects', () => {
  const name = translateNth('3', 'x') ?? '';
  const other = translateNth('4', 'x') ?? '';
  const rule = (selector: string) => ({ selector }) as Parameters<typeof chooseNth>[0][number];

  it('are those of their name and side', () => {
    const rules = [rule('x'), rule(name), rule(`${name}:left`), rule(other)];
    expect(chooseNth(rules, [name], 'right').map(({ selector }) => selector)).toEqual([
      'x',
      'x:right',
      'x:left',
      other,
    ]);
    expect(chooseNth(rules, [], 'right')).toBe(rules);
  });
});

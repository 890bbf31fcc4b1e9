import { describe, expect, test } from 'vitest';
import { everywhere, findPaintedAreas, joinAreas, meetAreas } from '../../../src/pdf/content/painted-areas.ts';

function find(content: string) {
  return Object.fromEntries(findPaintedAreas(Buffer.from(content)));
}

describe('the area that a pattern paints', () => {
  test('surrounds the paths that it fills, in the space of the content', () => {
    const content =
      'q 2 0 0 -2 10 100 cm /Pattern cs /P1 scn 1 1 20 10 re f Q\n/Pattern cs /P1 scn 0 0 m 5 5 l 6 7 8 9 1 1 c f*';
    expect(find(content)).toEqual({ P1: { left: 0, bottom: 0, right: 52, top: 98 } });
  });

  test('ends with the next colour, and with the state that was saved', () => {
    const content = '/P1 scn q /P2 scn 0 0 1 1 re f Q 2 2 1 1 re f 1 0 0 rg 9 9 9 9 re f';
    expect(find(content)).toEqual({
      P1: { left: 2, bottom: 2, right: 3, top: 3 },
      P2: { left: 0, bottom: 0, right: 1, top: 1 },
    });
  });

  test('has none of a path that only clips', () => {
    expect(find('/P1 scn 0 0 9 9 re W n 1 1 1 1 re f')).toEqual({ P1: { left: 1, bottom: 1, right: 2, top: 2 } });
  });

  test.each(['BT /F1 9 Tf <01> Tj ET', '0 0 m 9 9 l S', '0 0 9 9 re B'])('is everywhere for %s', (drawn) => {
    expect(find(`/P1 scn ${drawn}`)).toEqual({ P1: everywhere });
  });
});

describe('the areas of several patterns', () => {
  const [one, both] = [
    { left: 0, bottom: 0, right: 1, top: 1 },
    { left: 0, bottom: 0, right: 3, top: 5 },
  ];

  test.each([
    ['f', '0 0 1 1 re f 2 4 1 1 re f', both],
    ['F', '0 0 1 1 re F 2 4 1 1 re F', both],
    ['f*', '0 0 1 1 re f* 2 4 1 1 re f*', both],
    ['lines', '0 0 m 3 5 l f', both],
    ['curves from their start', '0 0 m 1 5 3 0 v f', both],
    ['curves to their end', '0 0 m 3 0 1 5 y f', both],
    ['a path behind one that is not painted', '9 9 9 9 re n 0 0 1 1 re f', one],
    ['one that ends with a gray', '0 0 1 1 re f 0 g 9 9 9 9 re f', one],
    ['one that ends with a mixed colour', '0 0 1 1 re f 0 0 0 1 k 9 9 9 9 re f', one],
    ['one that stays with a colour of lines', '0 0 1 1 re f 0 G 2 4 1 1 re f', both],
    ['a state that was never saved', 'Q 0 0 1 1 re f', one],
  ])('are those of %s', (_what, drawn, area) => {
    expect(find(`/P1 scn ${drawn}`)).toEqual({ P1: area });
  });

  test.each(['B', 'B*', 'b', 'b*', 's'])('are everywhere for paths with lines: %s', (operator) => {
    expect(find(`/P1 scn 0 0 9 9 re ${operator}`)).toEqual({ P1: everywhere });
  });

  test.each(["(a) '", '0 0 (a) "', '[(a)] TJ'])('are everywhere for text: %s', (text) => {
    expect(find(`/P1 scn ${text}`)).toEqual({ P1: everywhere });
  });
});

describe('two areas', () => {
  const area = (left: number, bottom: number, right: number, top: number) => ({ left, bottom, right, top });
  const first = area(0, 0, 4, 6);

  test.each([
    ['overlap', area(2, 3, 9, 9), area(2, 3, 4, 6), area(0, 0, 9, 9)],
    ['are in one another', area(1, 2, 3, 4), area(1, 2, 3, 4), first],
    ['touch at a side', area(4, 0, 9, 6), undefined, area(0, 0, 9, 6)],
    ['touch at the top', area(0, 6, 4, 9), undefined, area(0, 0, 4, 9)],
    ['are apart', area(-9, -8, -7, -6), undefined, area(-9, -8, 4, 6)],
  ])('that %s', (_what, second, common, joined) => {
    expect([meetAreas(first, second), joinAreas(first, second)]).toEqual([common, joined]);
    expect([meetAreas(second, first), joinAreas(second, first)]).toEqual([common, joined]);
  });
});

import { describe, expect, test } from 'vitest';
import { everywhere, findPaintedAreas } from '../../../src/pdf/content/painted-areas.ts';

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

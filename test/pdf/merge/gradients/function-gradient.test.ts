import { describe, expect, test } from 'vitest';
import { readFunctionGradient } from '../../../../src/pdf/merge/gradients/function-gradient.ts';

/** From red to blue, as Skia writes it. */
const redToBlue = `dup 0 le {pop 1 0 0 0} if
dup dup 0 gt exch 1 le and {
0 sub
dup -1 mul 1 add exch 0 exch  0} if
0 gt {0 0 1} if
`;
const repeat = 'dup truncate sub\ndup 0 le {1 add} if\n';
const reflect = 'abs dup truncate dup cvi 2 mod 0 gt 3 1 roll sub exch {1 exch sub} if\n';

/** From red to nothing, with the opacity that the bands are divided by. */
const redToNothing = `dup 0 le {pop 1 0 0 1 0} if
dup dup 0 gt exch 1 le and { 0 sub
dup -1 mul 1 add exch 0 exch 0 exch -1 mul 1 add 0} if
0 gt {0 0 0 0} if
dup abs 0.00001 lt{ pop pop pop pop 0 0 0 }{ dup 3 1 roll div 4 1 roll dup 3 1 roll div 4 1 roll div 3 1 roll} ifelse
}`;

describe('a gradient that is a function', () => {
  test('is linear, conic or radial', () => {
    const read = (way: string) => readFunctionGradient(`{${way}${repeat}${redToBlue}}`)?.shape;
    expect(read('pop\n')).toEqual({ kind: 'linear' });
    expect(read('exch atan 360 div\n')).toEqual({ kind: 'conic', bias: 0, scale: 1 });
    expect(read('exch atan 360 div\n-.25 add\n9 mul\n')).toEqual({ kind: 'conic', bias: -0.25, scale: 9 });
    expect(read('dup mul exch dup mul add sqrt\n')).toEqual({ kind: 'radial', centre: [0, 0], radius: 0, growth: 1 });
  });

  test('repeats, turns back or stops', () => {
    const read = (spread: string) => readFunctionGradient(`{pop\n${spread}${redToBlue}}`)?.spread;
    expect([repeat, reflect, ''].map(read)).toEqual(['repeat', 'reflect', 'pad']);
  });

  test('has the colours at its stops', () => {
    const { stretches } = readFunctionGradient(`{pop\n${redToBlue}}`) ?? {};
    const round = (colour: readonly number[]) => colour.map((band) => Math.round(band * 255));
    expect(stretches?.map(({ start, end }) => [round(start), round(end)])).toEqual([
      [
        [255, 0, 0],
        [0, 0, 255],
      ],
    ]);
  });

  test('keeps its colour where it becomes transparent', () => {
    const { stretches } = readFunctionGradient(`{pop\n${redToNothing}`) ?? {};
    expect(stretches?.map(({ start, end }) => [start, end].map((colour) => colour.map(Math.round)))).toEqual([
      [
        [1, 0, 0],
        [1, 0, 0],
      ],
    ]);
  });

  test.each(['{pop 1 0 0}', `{exch\n${redToBlue}}`, `{pop\n${redToBlue.replace('exch 0', 'sin 0')}}`, ''])(
    'is not read from %s',
    (code) => {
      expect(readFunctionGradient(code)).toBeUndefined();
    },
  );
});

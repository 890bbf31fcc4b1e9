import { describe, expect, it } from 'vitest';
import { isSameColour, readColours } from '../../../../src/pdf/merge/gradients/colours.ts';

const [red, blue, black, white] = [
  [1, 0, 0],
  [0, 0, 1],
  [0, 0, 0],
  [1, 1, 1],
];
const grey = (shade: number) => [shade, shade, shade];
const round = (numbers: readonly number[]) => numbers.map((number) => Math.round(number * 100) / 100);

/** The stretches of a function as from, to, start and end, in hundredths. */
const read = (code: string) =>
  readColours(code)?.map(({ from, to, start, end }) => [...round([from, to]), round(start), round(end)]);

describe('the colours of a function of a place from 0 to 1', () => {
  it.each<[string, string, unknown[]]>([
    ['one colour', 'pop 1 0 0', [[0, 1, red, red]]],
    ['an even change', 'dup dup', [[0, 1, black, white]]],
    [
      'two colours that meet at a stop',
      'dup .25 le {pop 1 0 0} {pop 0 0 1} ifelse',
      [
        [0, 0.25, red, red],
        [0.25, 1, blue, blue],
      ],
    ],
    [
      'stops in another order, some of them twice',
      'dup .5 le {dup .25 le {pop 1 0 0} {dup .5 le {pop 0 0 1} {pop 0 0 0} ifelse} ifelse} {dup dup} ifelse',
      [
        [0, 0.25, red, red],
        [0.25, 0.5, blue, blue],
        [0.5, 1, grey(0.5), white],
      ],
    ],
    [
      'stops that are not within',
      'dup 2 le {dup -1 le {pop 1 0 0} {dup 1 le {dup 0 le {pop 1 0 0} {dup dup} ifelse} {pop 1 0 0} ifelse} ifelse} {pop 1 0 0} ifelse',
      [[0, 1, black, white]],
    ],
    ['colours beyond their limits', 'pop 2 -1 0', [[0, 1, red, red]]],
    ['colours that were multiplied by an opacity', 'pop .25 .5 0 .5', [[0, 1, [0.5, 1, 0], [0.5, 1, 0]]]],
    ['an opacity that changes', 'dup 0 exch 0 exch', [[0, 1, red, red]]],
  ])('are %s', (_what, code, stretches) => {
    expect(read(code)).toEqual(stretches);
  });

  it('are read in eight parts if they do not change evenly', () => {
    const square = (part: number) => grey(Math.round((part / 8) ** 2 * 100) / 100);
    expect(read('dup mul dup dup')).toEqual(
      Array.from({ length: 8 }, (_, part) => [...round([part / 8, (part + 1) / 8]), square(part), square(part + 1)]),
    );
    const second = read('dup .5 le {pop 0 0 0} {dup mul dup dup} ifelse') as [number, number, number[], number[]][];
    expect(second).toHaveLength(9);
    expect(second[1]).toEqual([0.5, 0.56, grey(0.25), grey(0.32)]);
    expect(second[8]).toEqual([0.94, 1, grey(0.88), white]);
  });

  it.each<[string, string, unknown[]]>([
    ['black if all is transparent', 'pop 0 0 0 0', [[0, 1, black, black]]],
    ['black if it is nearly transparent', 'pop .0000005 0 0 .0000005', [[0, 1, black, black]]],
    ['a colour with hardly any opacity', 'pop .000002 0 0 .000002', [[0, 1, red, red]]],
    [
      'the first colour before it',
      'dup .5 le {pop 0 0 0 0} {pop 0 0 1 1} ifelse',
      [
        [0, 0.5, blue, blue],
        [0.5, 1, blue, blue],
      ],
    ],
    [
      'the last colour behind it',
      'dup .25 le {pop 1 0 0 1} {dup .5 le {pop 0 0 0 0} {pop 0 0 1 1} ifelse} ifelse',
      [
        [0, 0.25, red, red],
        [0.25, 0.5, red, red],
        [0.5, 1, blue, blue],
      ],
    ],
    [
      'that of the end at the start of a stretch',
      'dup .01 gt {pop 0 0 1 1} {pop 0 0 0 0} ifelse',
      [[0, 1, blue, blue]],
    ],
    [
      'that of the start at the end of a stretch',
      'dup .99 gt {pop 0 0 0 0} {pop 0 0 1 1} ifelse',
      [[0, 1, blue, blue]],
    ],
  ])('are where it is transparent %s', (_what, code, stretches) => {
    expect(read(code)).toEqual(stretches);
  });

  it('are read in parts if they change behind a transparent start', () => {
    const parts = read('dup .01 gt {dup dup 1} {pop 0 0 0 0} ifelse');
    expect(parts).toHaveLength(8);
    expect(parts?.slice(0, 2)).toEqual([
      [0, 0.13, grey(0.13), grey(0.13)],
      [0.13, 0.25, grey(0.13), grey(0.25)],
    ]);
  });

  it.each([
    ['braces that do not match', '{'],
    ['an unknown operator', 'sin 0 0'],
    ['two numbers', 'dup'],
    ['five numbers', '0 0 0 0'],
  ])('are unknown for a function with %s', (_what, code) => {
    expect(readColours(code)).toBeUndefined();
  });
});

it.each([
  ['the same', [0, 0.5, 1], [0, 0.5, 1], true],
  ['hardly different', [0, 0.5, 1], [0, 0.5 + 1 / 513, 1], true],
  ['different', [0, 0.5, 1], [0, 0.5 + 1 / 512, 1], false],
  ['different in one band', [0, 0.5, 1], [0, 0.5, 0.9], false],
])('two colours are %s', (_what, one, other, same) => {
  expect([isSameColour(one, other), isSameColour(other, one)]).toEqual([same, same]);
});

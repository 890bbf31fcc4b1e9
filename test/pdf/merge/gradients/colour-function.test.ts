import { describe, expect, it } from 'vitest';
import { buildColourFunction } from '../../../../src/pdf/merge/gradients/colour-function.ts';
import { asArray, asDict, type PdfDict } from '../../../../src/pdf/objects/objects.ts';

const [red, green, blue] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const stretch = (start: number[] = [], end: number[] = []) => ({ from: 0, to: 1, start, end });

/** The colours of each part of a function, with the part of it that is taken. */
function listParts(dict: PdfDict) {
  const encode = asArray(dict.get('Encode'));
  return asArray(dict.get('Functions')).map((part, at) => {
    const colours = asDict(part);
    return [colours?.get('C0'), colours?.get('C1'), encode[at * 2], encode[at * 2 + 1]];
  });
}

describe('the colours of a gradient as a function', () => {
  it('are one exponential function of a single stretch', () => {
    const { dict, inputs, most } = buildColourFunction([stretch(red, blue)]);
    expect(Object.fromEntries(dict)).toEqual({ FunctionType: 2, Domain: [0, 1], C0: red, C1: blue, N: 1 });
    expect([inputs, most]).toEqual([[[0, 1]], 1]);
  });

  it('follow each other without a gap if stretches meet in a colour', () => {
    const { dict, inputs, most } = buildColourFunction([stretch(red, green), stretch(green, blue)]);
    expect([inputs, most]).toEqual([
      [
        [0, 1],
        [1, 2],
      ],
      2,
    ]);
    expect([dict.get('FunctionType'), dict.get('Domain'), dict.get('Bounds')]).toEqual([3, [0, 2], [1]]);
    expect(listParts(dict)).toEqual([
      [red, green, 0, 1],
      [green, blue, 0, 1],
    ]);
  });

  it('have a gap of both colours if stretches meet in two', () => {
    const { dict, inputs, most } = buildColourFunction([stretch(red, green), stretch(blue, red)]);
    expect([inputs, most]).toEqual([
      [
        [0, 1],
        [2, 3],
      ],
      3,
    ]);
    expect(dict.get('Bounds')).toEqual([1, 1.5, 2]);
    expect(listParts(dict)).toEqual([
      [red, green, 0, 1],
      [red, green, 1, 1],
      [blue, red, 0, 0],
      [blue, red, 0, 1],
    ]);
  });

  it('have one input for all of a stretch of one colour', () => {
    expect(buildColourFunction([stretch(red, red), stretch(red, blue)]).inputs).toEqual([
      [0.5, 0.5],
      [1, 2],
    ]);
  });
});

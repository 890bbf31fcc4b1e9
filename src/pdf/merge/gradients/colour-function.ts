import { buildDict, type PdfDict } from '../../objects/objects.ts';
import { type Colour, isSameColour, type Stretch } from './colours.ts';

/** The colours of a gradient as a function of one number, which does not jump from one colour to another. */
export interface ColourFunction {
  /** The numbers at the start and at the end of each stretch. */
  inputs: [start: number, end: number][];
  /** The largest of them; the smallest is 0. */
  most: number;
  dict: PdfDict;
}

/**
 * Builds the function (ISO 32000-2, 7.10.4). A gap is between the inputs of two stretches that have different colours where they
 * meet: readers that take samples of the function then mix no colours there. All of a stretch of one colour has one input.
 */
export function buildColourFunction(stretches: readonly Stretch[]): ColourFunction {
  const inputs: ColourFunction['inputs'] = [];
  const functions: PdfDict[] = [];
  const bounds: number[] = [];
  const encode: number[] = [];
  let most = 0;
  const add = (colours: PdfDict, length: number, from: number, to: number) => {
    if (most > 0) bounds.push(most);
    functions.push(colours);
    encode.push(from, to);
    most += length;
  };
  let before: { end: Colour; colours: PdfDict } | undefined;
  for (const { start, end } of stretches) {
    const colours = buildDict({ FunctionType: 2, Domain: [0, 1], C0: [...start], C1: [...end], N: 1 });
    if (before !== undefined && !isSameColour(before.end, start)) {
      add(before.colours, 0.5, 1, 1);
      add(colours, 0.5, 0, 0);
    }
    const from = most;
    add(colours, 1, 0, 1);
    inputs.push(isSameColour(start, end) ? [from + 0.5, from + 0.5] : [from, most]);
    before = { end, colours };
  }
  const [only, ...others] = functions;
  const stitched = { FunctionType: 3, Domain: [0, most], Functions: functions, Bounds: bounds, Encode: encode };
  return { inputs, most, dict: only !== undefined && others.length === 0 ? only : buildDict(stitched) };
}

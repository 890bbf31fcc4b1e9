import { type Calculation, readCalculation, runCalculation } from '../../objects/calculator.ts';

/** Red, green and blue, from 0 to 1. */
export type Colour = readonly number[];

/** A part of a gradient in which the colour changes evenly. */
export interface Stretch {
  from: number;
  to: number;
  start: Colour;
  end: Colour;
}

/** Colours closer than this are the same. */
const tolerance = 1 / 512;

/** Parts that a stretch is divided into if the colour does not change evenly. */
const unevenParts = 8;

/** How far from a stop its colour is read, as a part of the stretch. At the stop itself the other side counts. */
const nudge = 1e-4;

/** Less opacity shows no colour. */
const leastOpacity = 1e-6;

/** A stretch whose ends may be transparent, so that their colour does not matter. */
type Open = Pick<Stretch, 'from' | 'to'> & { start: Colour | undefined; end: Colour | undefined };

/**
 * Reads the part of a function that makes a place from 0 to 1 a colour. It may have an opacity that the bands are to be divided by.
 * Undefined if Skia does not write it so.
 */
export function readColours(code: string): Stretch[] | undefined {
  const program = readCalculation(code);
  if (program === undefined || readBands(program, 0.5) === undefined) return undefined;
  const inner = [...code.matchAll(/dup (\S+) le \{/g)].map(([, stop]) => Number(stop));
  const stops = [...new Set([0, ...inner, 1])].filter((stop) => stop >= 0 && stop <= 1).sort((one, next) => one - next);
  const open = stops.slice(1).flatMap((to, index) => readStretch(program, stops[index] ?? 0, to));
  let last = open.map(({ start, end }) => start ?? end).find((colour) => colour !== undefined) ?? [0, 0, 0];
  return open.map(({ from, to, start, end }) => {
    const first = start ?? end ?? last;
    last = end ?? first;
    return { from, to, start: first, end: last };
  });
}

function readStretch(program: Calculation, from: number, to: number): Open[] {
  const at = (part: number) => readColour(program, from + (to - from) * Math.min(1 - nudge, Math.max(nudge, part)));
  const [start, half, end] = [at(0), at(0.5), at(1)];
  const isEven =
    half === undefined ||
    half.every((band, index) => {
      const [first = band, last = band] = [start?.[index] ?? end?.[index], end?.[index] ?? start?.[index]];
      return Math.abs(band - (first + last) / 2) < tolerance;
    });
  if (isEven) return [{ from, to, start, end }];
  return Array.from({ length: unevenParts }, (_, index) => {
    const [left, right] = [index / unevenParts, (index + 1) / unevenParts];
    return { from: from + (to - from) * left, to: from + (to - from) * right, start: at(left), end: at(right) };
  });
}

/** The colour at a place; undefined for a transparent one. */
function readColour(program: Calculation, place: number): Colour | undefined {
  const [red = 0, green = 0, blue = 0, opacity = 1] = readBands(program, place) ?? [];
  if (opacity < leastOpacity) return undefined;
  return [red, green, blue].map((band) => Math.min(1, Math.max(0, band / opacity)));
}

function readBands(program: Calculation, place: number): number[] | undefined {
  const stack: (number | boolean)[] = [place];
  if (!runCalculation(program, stack) || (stack.length !== 3 && stack.length !== 4)) return undefined;
  return stack.map(Number);
}

/** Whether two colours look the same. */
export function isSameColour(one: Colour, other: Colour): boolean {
  return other.every((band, index) => Math.abs(band - (one[index] ?? 0)) < tolerance);
}

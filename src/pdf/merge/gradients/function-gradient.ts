import { readColours, type Stretch } from './colours.ts';

/** How the place on a gradient follows from a point. */
type GradientShape =
  /** It is x. */
  | { kind: 'linear' }
  /** The turn from the x axis, moved and scaled. */
  | { kind: 'conic'; bias: number; scale: number }
  /** That of the circle on which the point is: its centre moves away from the origin, and its radius grows. */
  | { kind: 'radial'; centre: readonly [x: number, y: number]; radius: number; growth: number };

/** A gradient that Skia writes as a function. */
export interface FunctionGradient {
  shape: GradientShape;
  /** What comes before place 0 and after place 1. */
  spread: 'pad' | 'repeat' | 'reflect';
  /** In order, from 0 to 1. */
  stretches: Stretch[];
}

/** The way from a point to a place, what comes before place 0 and after place 1, and the way from a place to a colour. */
const parts =
  /^\{ ?(.*?)((?:dup truncate sub|abs dup truncate) .*?)?(dup 0 le \{pop .*? 0 gt \{[^{}]*\} if)(?: ?\}| dup abs 0\.00001 lt)/;

const conic = /^exch atan 360 div (?:(\S+) add )?(?:(\S+) mul )?$/;
const radial = 'dup mul exch dup mul add sqrt ';
const focal = /^2 copy (\S+) mul exch (\S+) mul add \S+ add -2 mul .* dup (\S+) mul (\S+) add 0 gt \{exch pop true\}/;

/** Reads the code of a function; undefined if Skia does not write it so, or if the circles of a focal gradient cross. */
export function readFunctionGradient(code: string): FunctionGradient | undefined {
  const [, way, spreading = '', colours] = parts.exec(code.replace(/\s+/g, ' ').trim()) ?? [];
  const shape = way === undefined ? undefined : readShape(way);
  const stretches = colours === undefined ? undefined : readColours(colours);
  if (shape === undefined || stretches === undefined) return undefined;
  const spread = spreading === '' ? 'pad' : spreading.startsWith('abs') ? 'reflect' : 'repeat';
  return { shape, spread, stretches };
}

function readShape(way: string): GradientShape | undefined {
  if (way === 'pop ') return { kind: 'linear' };
  if (way === radial) return { kind: 'radial', centre: [0, 0], radius: 0, growth: 1 };
  const turned = conic.exec(way);
  if (turned !== null) return { kind: 'conic', bias: Number(turned[1] ?? 0), scale: Number(turned[2] ?? 1) };
  const numbers = focal.exec(way)?.slice(1).map(Number) ?? [];
  const [y = Number.NaN, x = Number.NaN, growth = Number.NaN, radius = Number.NaN] = numbers;
  // Each circle is inside the next one.
  return Math.hypot(x, y) < growth * 0.999 ? { kind: 'radial', centre: [x, y], radius, growth } : undefined;
}

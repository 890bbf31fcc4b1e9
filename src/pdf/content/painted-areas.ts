import { applyTo, type Matrix, multiply, type Point, toMatrix, unmoved } from '../objects/matrix.ts';
import { readOperations } from './content-operations.ts';

/** An area with sides along the axes. */
export interface Area {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** The smallest area with all points. */
export function surround(points: readonly Point[]): Area {
  const area = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity };
  for (const [x, y] of points) {
    area.left = Math.min(area.left, x);
    area.right = Math.max(area.right, x);
    area.bottom = Math.min(area.bottom, y);
    area.top = Math.max(area.top, y);
  }
  return area;
}

export function cornersOf({ left, bottom, right, top }: Area): Point[] {
  return [left, right].flatMap((x) => [bottom, top].map((y): Point => [x, y]));
}

/** The whole plane. */
export const everywhere: Area = { left: -Infinity, bottom: -Infinity, right: Infinity, top: Infinity };

/** Operators that fill paths, and those that show glyphs. */
const fills = new Set(['f', 'F', 'f*']);
const others = new Set(['B', 'B*', 'b', 'b*', 'S', 's', 'Tj', 'TJ', "'", '"']);
const segments = new Set(['m', 'l', 'c', 'v', 'y']);

/**
 * The areas that a content paints with each pattern, by name, in the space of the content. Of anything but filled paths it is everywhere. Throws
 * PdfDamage.
 */
export function findPaintedAreas(content: Buffer): Map<string, Area> {
  const areas = new Map<string, Area>();
  const saved: { matrix: Matrix; pattern: string | undefined }[] = [];
  let state: (typeof saved)[number] = { matrix: unmoved, pattern: undefined };
  let points: Point[] = [];
  for (const { operator, start, end } of readOperations(content)) {
    const read = () =>
      content
        .toString('latin1', start, end - operator.length)
        .trim()
        .split(/\s+/)
        .map(Number);
    if (operator === 'q') saved.push({ ...state });
    else if (operator === 'Q') state = saved.pop() ?? state;
    else if (operator === 'cm') state.matrix = multiply(toMatrix(read()), state.matrix);
    else if (operator === 'scn') state.pattern = /\/(\S+)\s*scn$/.exec(content.toString('latin1', start, end))?.[1];
    else if (operator === 'rg' || operator === 'g' || operator === 'k') state.pattern = undefined;
    else if (operator === 're') points.push(...cornersOfRectangle(read()).map((point) => applyTo(state.matrix, point)));
    else if (segments.has(operator)) {
      const numbers = read();
      for (let at = 0; at + 1 < numbers.length; at += 2)
        points.push(applyTo(state.matrix, [numbers[at] as number, numbers[at + 1] as number]));
    } else if (fills.has(operator) || others.has(operator) || operator === 'n') {
      const area = fills.has(operator) ? surround(points) : everywhere;
      const before = state.pattern === undefined ? undefined : areas.get(state.pattern);
      if (state.pattern !== undefined && operator !== 'n')
        areas.set(state.pattern, before ? joinAreas(before, area) : area);
      points = [];
    }
  }
  return areas;
}

function cornersOfRectangle([x = 0, y = 0, width = 0, height = 0]: number[]): Point[] {
  return cornersOf({ left: x, bottom: y, right: x + width, top: y + height });
}

/** The smallest area with both. */
export function joinAreas(one: Area, other: Area): Area {
  return {
    left: Math.min(one.left, other.left),
    bottom: Math.min(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
  };
}

/** What two areas have in common; undefined for nothing. */
export function meetAreas(one: Area, other: Area): Area | undefined {
  const area = {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  };
  return area.left < area.right && area.bottom < area.top ? area : undefined;
}

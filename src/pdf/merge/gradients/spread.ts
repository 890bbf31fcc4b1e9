import type { FunctionGradient } from './function-gradient.ts';

/** A part of a gradient, with the inputs of its colour function at both ends. */
export interface Piece {
  from: number;
  to: number;
  start: number;
  end: number;
}

/** The pieces of a gradient between two places, the first and the last cut there. */
export function spreadPieces(
  { spread, stretches }: FunctionGradient,
  inputs: readonly [number, number][],
  from: number,
  to: number,
): Piece[] {
  const once = stretches.map((stretch, index): Piece => {
    const [start = 0, end = 0] = inputs[index] ?? [];
    return { from: stretch.from, to: stretch.to, start, end };
  });
  const pieces = spread === 'pad' ? pad(once, from, to) : repeat(once, spread === 'reflect', from, to);
  return pieces.flatMap((piece) => cutPiece(piece, Math.max(piece.from, from), Math.min(piece.to, to)));
}

function pad(once: readonly Piece[], from: number, to: number): Piece[] {
  const [first = 0, last = 0] = [once[0]?.start, once.at(-1)?.end];
  return [
    { from: Math.min(from, 0), to: 0, start: first, end: first },
    ...once,
    { from: 1, to: Math.max(to, 1), start: last, end: last },
  ];
}

function repeat(once: readonly Piece[], reflects: boolean, from: number, to: number): Piece[] {
  const turned = once.toReversed().map((piece): Piece => {
    return { from: 1 - piece.to, to: 1 - piece.from, start: piece.end, end: piece.start };
  });
  const pieces: Piece[] = [];
  for (let period = Math.floor(from); period < to; period++) {
    for (const piece of reflects && period % 2 !== 0 ? turned : once) {
      pieces.push({ ...piece, from: period + piece.from, to: period + piece.to });
    }
  }
  return pieces;
}

function cutPiece(piece: Piece, from: number, to: number): Piece[] {
  if (from >= to) return [];
  const at = (place: number) =>
    piece.start + ((piece.end - piece.start) * (place - piece.from)) / (piece.to - piece.from);
  return [{ from, to, start: at(from), end: at(to) }];
}

/** A piece in equal parts, none longer than `length`. */
export function dividePiece(piece: Piece, length: number): Piece[] {
  const count = Math.ceil((piece.to - piece.from) / length);
  const at = (part: number) => piece.from + ((piece.to - piece.from) * part) / count;
  return Array.from({ length: count }, (_, part) => cutPiece(piece, at(part), at(part + 1))).flat();
}

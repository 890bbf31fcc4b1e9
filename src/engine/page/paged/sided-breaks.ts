import type { SidedBreak } from '../../../injected/calls.ts';

/**
 * The places that need a blank page before them. `findIndex` gives the index of the page on which a place is, `blanks` are the places
 * that have had a blank page there, `before` is the number of pages in earlier parts. A document begins without one, whatever side its
 * first page asks for.
 */
export function placeBlanks(
  breaks: readonly SidedBreak[],
  findIndex: (place: string) => number | undefined,
  blanks: ReadonlySet<string>,
  before: number,
): Set<string> {
  const needed = new Set<string>();
  let moved = 0;
  for (const { place, isOdd, isStart } of breaks) {
    const index = findIndex(place);
    if (index === undefined || (isStart && before === 0)) continue;
    const had = Number(blanks.has(place));
    const needs = (before + index + 1 + moved - had) % 2 !== Number(isOdd);
    if (needs) needed.add(place);
    moved += Number(needs) - had;
  }
  return needed;
}

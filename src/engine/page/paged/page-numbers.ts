import type { PageRestart } from '../../../injected/calls.ts';
import type { PlacePages } from '../../../pdf/index.ts';

/** The number of each page of a part: from `before` on, and from each element on that sets one. */
export function numberEachPage(restarts: readonly PageRestart[], places: PlacePages, before: number): number[] {
  const set = new Map<number, number>();
  for (const { place, number } of restarts) {
    const index = places.find(place);
    if (index !== undefined) set.set(index, number);
  }
  let number = before;
  return Array.from({ length: places.count }, (_, index) => {
    number = set.get(index) ?? number + 1;
    return number;
  });
}

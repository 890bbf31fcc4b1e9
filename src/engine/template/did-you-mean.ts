/** The known name that a mistyped one most likely stands for, or undefined where none is near. */
export function findSimilar(word: string, known: Iterable<string>): string | undefined {
  // A name of absurd length resembles nothing, and the table below would cost its length times each known name.
  if (word.length > 40) return undefined;
  const furthest = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = furthest + 1;
  for (const name of known) {
    const distance = countEdits(word.toLowerCase(), name.toLowerCase());
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, above] = [above, current];
  }
  return above[to.length] ?? 0;
}

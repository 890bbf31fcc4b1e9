import { distance } from 'fastest-levenshtein';

/**
 * The known name that a mistyped one probably meant, or undefined if none is near: at most a third of its letters may differ, one in a
 * short name, and never all of them. Case and `-` for `_` cost nothing.
 */
export function nearestName<Name extends string>(wrong: string, known: Iterable<Name>): Name | undefined {
  const plain = plainForm(wrong.slice(0, 100));
  let best: Name | undefined;
  let limit = Math.min(plain.length - 1, Math.max(1, Math.floor(plain.length / 3)));
  for (const name of known) {
    const form = plainForm(name);
    // Comparing costs the product of both lengths, and templates bring names of any length.
    if (Math.abs(form.length - plain.length) > limit) continue;
    const edits = countEdits(plain, form);
    if (edits <= limit) [best, limit] = [name, edits - 1];
  }
  return best;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** The edit distance; two letters that changed places are one mistake, not two. */
function countEdits(from: string, to: string): number {
  const edits = distance(from, to);
  return edits === 2 && [...from].sort().join() === [...to].sort().join() ? 1 : edits;
}

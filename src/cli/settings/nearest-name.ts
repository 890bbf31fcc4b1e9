import { distance } from 'fastest-levenshtein';

/** The known name that a mistyped one probably meant, or undefined where none is near. Case and `-` for `_` cost nothing. */
export function nearestName(wrong: string, known: Iterable<string>): string | undefined {
  const plain = plainForm(wrong.slice(0, 100));
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(plain.length / 3));
  for (const name of known) {
    const edits = countEdits(plain, plainForm(name));
    if (edits <= limit) [best, limit] = [name, edits - 1];
  }
  return best;
}

/** What to do about the name of a setting that is none: the one that was probably meant, else those that there are, each as `show` writes it. */
export function suggestSetting<Name extends string>(
  wrong: string,
  known: readonly Name[],
  show: (name: Name) => string = (name) => name,
): string {
  const near = nearestName(wrong, known) as Name | undefined;
  return near === undefined ? `known settings: ${known.map(show).join(', ')}` : `did you mean ${show(near)}?`;
}

function plainForm(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** The edit distance; two letters that changed places are one mistake, not two. */
function countEdits(from: string, to: string): number {
  const edits = distance(from, to);
  return edits === 2 && [...from].sort().join() === [...to].sort().join() ? 1 : edits;
}

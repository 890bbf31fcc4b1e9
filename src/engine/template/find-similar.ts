import { distance } from 'fastest-levenshtein';

/** The known name that a mistyped one most likely stands for, or undefined where none is near. Case costs nothing. */
export function findSimilar(word: string, known: Iterable<string>): string | undefined {
  // A name of absurd length resembles nothing, and comparing costs its length times each known name.
  if (word.length > 40) return undefined;
  let best: string | undefined;
  // Two at least, because letters that changed places are two edits; fewer than the word has letters.
  let limit = Math.min(word.length - 1, Math.max(2, Math.floor(word.length / 3)));
  for (const name of known) {
    const edits = distance(word.toLowerCase(), name.toLowerCase());
    if (edits <= limit) [best, limit] = [name, edits - 1];
  }
  return best;
}

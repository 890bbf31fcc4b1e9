/** Characters of a command line that is shown again. */
const shownLength = 500;

/**
 * A command line of platen with one more flag, as a shell takes it; undefined if it is too long to read, or has a URL with a
 * password.
 */
export function addFlag(words: readonly string[], flag: string): string | undefined {
  const end = words.indexOf('--');
  const at = end === -1 ? words.length : end;
  const line = ['platen', ...words.slice(0, at), flag, ...words.slice(at)].map(quoteWord).join(' ');
  return line.length > shownLength || /:\/\/[^/?#]*@/.test(line) ? undefined : line;
}

/** A word as a shell takes it. */
export function quoteWord(word: string): string {
  return /^[\w./:@%+=,~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

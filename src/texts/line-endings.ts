/** A line break. */
export type Ending = '\n' | '\r\n';

/**
 * The line break of the merged text: that of the side that changed it, mine if both did. Undefined if a text has both kinds, so that line
 * breaks must be merged with their lines.
 */
export function chooseEnding(base: string | undefined, mine: string, theirs: string): Ending | undefined {
  const [old, here, there] = [base ?? '', mine, theirs].map(findEnding);
  if (old === 'mixed' || here === 'mixed' || there === 'mixed') return undefined;
  const changed = old !== undefined && here === old ? there : here;
  return changed ?? here ?? there ?? old ?? '\n';
}

/** A text with the line breaks of another that it was made from, if those are all of one kind. */
export function withEndingsOf(text: string, origin: string): string {
  const ending = findEnding(origin);
  return ending === '\r\n' ? unifyEndings(text, ending) : text;
}

/** Writes every line break in one way. */
export function unifyEndings(text: string, ending: Ending): string {
  return text.replace(/\r?\n/g, ending);
}

/** The only kind of line break of a text; undefined if it has one line. */
function findEnding(text: string): Ending | 'mixed' | undefined {
  const isWindows = text.includes('\r\n');
  const isUnix = /(?<!\r)\n/.test(text);
  if (isWindows && isUnix) return 'mixed';
  return isWindows ? '\r\n' : isUnix ? '\n' : undefined;
}

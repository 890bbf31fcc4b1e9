/** What follows the markers of the two sides. */
export interface MarkerNames {
  mine: string;
  theirs: string;
}

/** Both sides of a conflict between lines that mark them, as git writes them. */
export function markConflict(mine: string, theirs: string, names: MarkerNames): string {
  const close = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`);
  return `<<<<<<< ${names.mine}\n${close(mine)}=======\n${close(theirs)}>>>>>>> ${names.theirs}\n`;
}

/** The line, from 1, of the first conflict that still has its markers; undefined without one. */
export function findMarkedConflict(text: string): number | undefined {
  const order = [/^<{7} /, /^={7}\r?$/, /^>{7} /];
  const found: number[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (order[found.length]?.test(line)) found.push(index + 1);
    if (found.length === order.length) return found[0];
  }
  return undefined;
}

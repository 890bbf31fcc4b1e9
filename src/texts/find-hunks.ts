import { diffArrays } from 'diff';

/** Lines `from` to `to` of a text that became the lines `newFrom` to `newTo` of another; counted from 0, the ends are exclusive. */
export interface Hunk {
  from: number;
  to: number;
  newFrom: number;
  newTo: number;
}

/** Edits beyond which texts are not compared line by line: time and memory grow with their square. */
const editLimit = 3000;

/** The lines of a text with their line breaks. Only the last line may lack one. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

/** How one list of lines became another. Hunks do not touch each other. Lists that hardly resemble each other have one hunk. */
export function findHunks(before: readonly string[], after: readonly string[]): Hunk[] {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [to, newTo] = [before.length - tail, after.length - tail];
  if (start === to && start === newTo) return [];
  const whole = { from: start, to, newFrom: start, newTo };
  if (start === to || start === newTo) return [whole];
  const changes = diffArrays(before.slice(start, to), after.slice(start, newTo), { maxEditLength: editLimit });
  return changes === undefined ? [whole] : collectHunks(changes, start);
}

/** Joins what was removed and added at the same place. */
function collectHunks(
  changes: readonly { added?: boolean; removed?: boolean; value: readonly string[] }[],
  start: number,
): Hunk[] {
  const hunks: Hunk[] = [];
  let [place, newPlace] = [start, start];
  for (const { added = false, removed = false, value } of changes) {
    const [from, newFrom] = [place, newPlace];
    if (!added) place += value.length;
    if (!removed) newPlace += value.length;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    if (last?.to === from && last.newTo === newFrom) Object.assign(last, { to: place, newTo: newPlace });
    else hunks.push({ from, to: place, newFrom, newTo: newPlace });
  }
  return hunks;
}

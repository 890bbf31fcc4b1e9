import { type MarkerNames, markConflict } from './conflict-markers.ts';
import { findHunks, type Hunk, splitLines } from './find-hunks.ts';
import { chooseEnding, unifyEndings } from './line-endings.ts';

/** Which side of a conflict is taken. `both` is mine, then theirs. */
export type MergeChoice = 'mine' | 'theirs' | 'both';

/** Lines of one of the texts. */
export interface Passage {
  text: string;
  /** The number of its first line, from 1; of a passage without lines, that of the line that it is before. */
  line: number;
  /** How many lines it has. */
  lines: number;
}

/** A place that both sides changed in different ways. Without a known base, a place in which they differ. */
export interface TextConflict {
  base: Passage | undefined;
  mine: Passage;
  theirs: Passage;
}

/** A merge of texts. */
export interface TextMerge {
  conflicts: readonly TextConflict[];
  /** The merged text with a choice for each conflict, in their order. */
  resolve(choices: readonly MergeChoice[]): string;
  /** The merged text with both sides of each conflict between marker lines. */
  mark(names: MarkerNames): string;
}

/** What is between two lines of the merge: text without a question, or a conflict. */
type Piece = string | TextConflict;

/** The lines of the three texts. */
interface Sides {
  base: readonly string[];
  mine: readonly string[];
  theirs: readonly string[];
}

/**
 * Merges two texts that were made from `base`, line by line as git does. What one side changed is taken. What both changed in the same
 * way is taken once. Changes of the same or of adjacent lines are conflicts, unless they are equal. If each text has one kind of line
 * break, the kind is merged by itself and no difference between lines; else line breaks are part of the lines.
 *
 * `base` is undefined if it is not known: then every difference is a conflict.
 */
export function mergeTexts(base: string | undefined, mine: string, theirs: string): TextMerge {
  const ending = chooseEnding(base, mine, theirs);
  const [baseLines, mineLines, theirsLines] = [base ?? '', mine, theirs].map((text) =>
    splitLines(ending === undefined ? text : unifyEndings(text, '\n')),
  ) as [string[], string[], string[]];
  const sides = { base: baseLines, mine: mineLines, theirs: theirsLines };
  const pieces = base === undefined ? compareSides(sides) : mergeSides(sides);
  const conflicts = pieces.filter((piece) => typeof piece !== 'string');
  const write = (decide: (conflict: TextConflict) => string) => {
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : decide(piece))).join('');
    return ending === undefined ? text : unifyEndings(text, ending);
  };
  return {
    conflicts,
    resolve(choices) {
      let next = 0;
      return write((conflict) => joinChoices(conflict, choices[next++] ?? 'mine'));
    },
    mark: (names) => write(({ mine, theirs }) => markConflict(mine.text, theirs.text, names)),
  };
}

/** The text that a choice gives for a conflict. */
export function joinChoices({ mine, theirs }: TextConflict, choice: MergeChoice): string {
  if (choice !== 'both') return (choice === 'mine' ? mine : theirs).text;
  const isOpen = mine.text !== '' && !mine.text.endsWith('\n') && theirs.text !== '';
  return `${mine.text}${isOpen ? '\n' : ''}${theirs.text}`;
}

/** Without a base: what is equal on both sides, and a conflict for each difference. */
function compareSides(sides: Sides): Piece[] {
  const pieces: Piece[] = [];
  let place = 0;
  for (const { from, to, newFrom, newTo } of findHunks(sides.mine, sides.theirs)) {
    pieces.push(join(sides.mine, place, from), {
      base: undefined,
      mine: passage(sides.mine, from, to),
      theirs: passage(sides.theirs, newFrom, newTo),
    });
    place = to;
  }
  pieces.push(join(sides.mine, place, sides.mine.length));
  return pieces.filter((piece) => piece !== '');
}

/** With a base: hunks of both sides that overlap or touch form a group; a group of one side is taken. */
function mergeSides(sides: Sides): Piece[] {
  const hunks = { mine: findHunks(sides.base, sides.mine), theirs: findHunks(sides.base, sides.theirs) };
  /** How far a side is ahead of the base, and its next hunk. */
  const mine = { shift: 0, next: 0 };
  const theirs = { shift: 0, next: 0 };
  const pieces: Piece[] = [];
  let place = 0;
  for (;;) {
    const starts = [hunks.mine[mine.next], hunks.theirs[theirs.next]].flatMap((hunk) => hunk?.from ?? []);
    if (starts.length === 0) break;
    const from = Math.min(...starts);
    const before = { mine: from + mine.shift, theirs: from + theirs.shift };
    const first = { mine: mine.next, theirs: theirs.next };
    let to = from;
    for (let isGrowing = true; isGrowing; ) {
      const reached = Math.max(takeHunks(hunks.mine, mine, to), takeHunks(hunks.theirs, theirs, to));
      isGrowing = reached > to;
      to = reached;
    }
    pieces.push(join(sides.base, place, from));
    place = to;
    const [mineTo, theirsTo] = [to + mine.shift, to + theirs.shift];
    if (theirs.next === first.theirs) pieces.push(join(sides.mine, before.mine, mineTo));
    else if (mine.next === first.mine) pieces.push(join(sides.theirs, before.theirs, theirsTo));
    else {
      const range = { from, to, mineFrom: before.mine, mineTo, theirsFrom: before.theirs, theirsTo };
      pieces.push(...decide(sides, range));
    }
  }
  pieces.push(join(sides.base, place, sides.base.length));
  return pieces.filter((piece) => piece !== '');
}

/** Takes the hunks of a side that begin up to a line of the base, and gives the line that the group reaches. */
function takeHunks(hunks: readonly Hunk[], side: { shift: number; next: number }, to: number): number {
  let reached = to;
  for (let hunk = hunks[side.next]; hunk && hunk.from <= reached; hunk = hunks[side.next]) {
    reached = Math.max(reached, hunk.to);
    side.shift = hunk.newTo - hunk.to;
    side.next += 1;
  }
  return reached;
}

/** A place that both sides changed: lines at its start and its end that are equal on both sides are no conflict. */
function decide(
  { base, mine, theirs }: Sides,
  range: { from: number; to: number; mineFrom: number; mineTo: number; theirsFrom: number; theirsTo: number },
): Piece[] {
  let { mineFrom, mineTo, theirsFrom, theirsTo } = range;
  while (mineFrom < mineTo && theirsFrom < theirsTo && mine[mineFrom] === theirs[theirsFrom]) {
    mineFrom += 1;
    theirsFrom += 1;
  }
  while (mineFrom < mineTo && theirsFrom < theirsTo && mine[mineTo - 1] === theirs[theirsTo - 1]) {
    mineTo -= 1;
    theirsTo -= 1;
  }
  const head = join(mine, range.mineFrom, mineFrom);
  const tail = join(mine, mineTo, range.mineTo);
  if (mineFrom === mineTo && theirsFrom === theirsTo) return [head, tail];
  const conflict: TextConflict = {
    base: passage(base, range.from, range.to),
    mine: passage(mine, mineFrom, mineTo),
    theirs: passage(theirs, theirsFrom, theirsTo),
  };
  return [head, conflict, tail];
}

function passage(lines: readonly string[], from: number, to: number): Passage {
  return { text: join(lines, from, to), line: from + 1, lines: to - from };
}

function join(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from, to).join('');
}

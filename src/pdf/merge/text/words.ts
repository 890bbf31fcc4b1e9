import type { ShownText } from './text-object.ts';

/** A word of a text object, or the space between two. */
interface ShownWord {
  parts: ShownText[];
  /** Whether only its text as a whole comes out as it was written. */
  isWhole: boolean;
}

/** What ends a word. Khmer has spaces of no width. */
const space = /^[\s\u200b]*$/;

/** Less is lost by rounding, in text space. */
const tolerance = 0.01;

/** Divides a text object into words. One ends at a change of direction, too. */
export function listWords(shown: readonly ShownText[]): ShownWord[] {
  const words: ShownWord[] = [];
  const isVertical = runsDown(shown);
  let raised = 0;
  for (const [index, part] of shown.entries()) {
    const isSpace = space.test(part.text);
    const before = shown[index - 1];
    const goesOn = before?.isReversed === part.isReversed && space.test(before.text) === isSpace;
    const word = (goesOn && words.at(-1)) || { parts: [], isWhole: false };
    if (!goesOn) words.push(word);
    raised += part.up;
    const isMoved = part.glyphs > 1 || (!isVertical && Math.abs(raised) > tolerance);
    word.parts.push(part);
    word.isWhole ||= isMoved && !isSpace;
  }
  return words;
}

/** Whether text is set from top to bottom (CSS Writing Modes 4), where each glyph is below the one before it. */
function runsDown(shown: readonly ShownText[]): boolean {
  const add = (sum: number, distance: number) => sum + Math.abs(distance);
  return shown.map(({ up }) => up).reduce(add, 0) > shown.map(({ right }) => right).reduce(add, 0);
}

/** Letters that are written from right to left: Hebrew, Arabic and their kin (Unicode Standard Annex 9, classes R and AL). */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** Finds the place of an error of `JSON.parse`. Where its message names none, the text is parsed again, about twenty times. */
export function findJsonBreak(text: string, error: Error): TextPlace {
  return readJsonBreak(text, error) ?? placeAt(text, searchBreak(text));
}

/** The place that the message of an error of `JSON.parse` names: V8 names none for a wrong character in the middle of a text. */
export function readJsonBreak(text: string, error: Error): TextPlace | undefined {
  const offset = readPosition(error) ?? (isCutOff(error) ? text.length : undefined);
  return offset === undefined ? undefined : placeAt(text, offset);
}

function readPosition({ message }: Error): number | undefined {
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? undefined : Number(position);
}

function isCutOff({ message }: Error): boolean {
  return message.startsWith('Unexpected end') || message.startsWith('Unterminated');
}

/** Finds the first wrong character by halving: text up to there is only cut off, not wrong. */
function searchBreak(text: string): number {
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canGoOn(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function canGoOn(start: string): boolean {
  try {
    JSON.parse(start);
    return true;
  } catch (error) {
    return isCutOff(error as Error) || readPosition(error as Error) === start.length;
  }
}

/** Line and column of a place in a text, both from 1; the column in UTF-16 units. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The place of an offset in a text. */
export function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

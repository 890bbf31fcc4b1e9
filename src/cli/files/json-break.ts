import { placeAt, type TextPlace } from './place-at.ts';

/** Finds the place of an error of `JSON.parse`, also where V8's message names none. */
export function findJsonBreak(text: string, error: Error): TextPlace {
  const offset = readPosition(error) ?? (isCutOff(error) ? text.length : searchBreak(text));
  return placeAt(text, offset);
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

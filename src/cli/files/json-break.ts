import { placeAt, type TextPlace } from './place-at.ts';

/** Finds the place that the error of `JSON.parse` is about; some of V8's messages name none. */
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

/** The first character that makes the text before it fail for another reason than being cut off, by halving. */
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

import { formatPointer } from './json-pointer.ts';

/** Where a JSON text holds a number. */
interface NumberPlace {
  /** JSON pointer of the number. */
  pointer: string;
  /** Index of its first character in the text, from 0. */
  offset: number;
}

/** What is wrong with a whole number that would be rounded, after the name of its field. */
export const roundedInteger =
  'is a whole number beyond 9007199254740991, which would be rounded: write it as a text, in double quotes';

/**
 * Whether a number is written as an integer and read as another one: beyond 2^53 - 1, where doubles have gaps (RFC 8259, section
 * 6). A number with a fraction or an exponent says itself that it is not exact.
 */
export function isRoundedInteger(written: string): boolean {
  return /^-?\d+$/.test(written) && !Number.isSafeInteger(Number(written));
}

/** What is open around a place of a JSON text. */
interface Container {
  isList: boolean;
  /** Key or index of the present item. */
  step: string | number;
}

/** Finds the first integer of a valid JSON text that `JSON.parse` would round. Undefined where there is none. */
export function findRoundedInteger(json: string): NumberPlace | undefined {
  if (!/\d{16}/.test(json)) return undefined;
  const open: Container[] = [];
  const number = /-?\d[\d.eE+-]*/y;
  for (let at = 0; at < json.length; at++) {
    const character = json[at] as string;
    const container = open.at(-1);
    if (character === '"') {
      const end = endOfString(json, at + 1);
      // In an object a value overwrites the key as well, which no number follows then.
      if (container && !container.isList) container.step = json.slice(at, end + 1);
      at = end;
    } else if (character === '{' || character === '[') open.push({ isList: character === '[', step: 0 });
    else if (character === '}' || character === ']') open.pop();
    else if (character === ',' && container?.isList) container.step = Number(container.step) + 1;
    else if (/[-\d]/.test(character)) {
      number.lastIndex = at;
      const [written] = number.exec(json) as RegExpExecArray;
      if (isRoundedInteger(written)) return { pointer: formatPointer(open.map(readStep)), offset: at };
      at += written.length - 1;
    }
  }
  return undefined;
}

function readStep({ isList, step }: Container): string | number {
  return isList ? step : JSON.parse(String(step));
}

/** The index of the quote that ends a string of a JSON text; the text's length without one. `from` is behind the first quote. */
export function endOfString(json: string, from: number): number {
  const quote = json.indexOf('"', from);
  if (quote === -1) return json.length;
  if (json.charCodeAt(quote - 1) !== 0x5c) return quote;
  // Searching for each of millions of escaped quotes takes ten times as long as walking past them.
  for (let at = from; at < json.length; at++) {
    const character = json.charCodeAt(at);
    if (character === 0x22) return at;
    if (character === 0x5c) at++;
  }
  return json.length;
}

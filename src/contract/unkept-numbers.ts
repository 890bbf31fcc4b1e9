import { formatPointer } from './request-bytes.ts';

/** A number of a JSON text that JavaScript cannot keep. */
interface UnkeptNumber {
  /** JSON pointer of the number. */
  pointer: string;
  /** Index of its first character in the text, from 0. */
  offset: number;
  /** What is wrong with it, after the name of its field. */
  problem: string;
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

/** What is wrong with a number that `JSON.parse` reads as infinity, which JSON then writes as null. */
const infiniteNumber = 'is a number beyond the range of JSON numbers: write it as a text, in double quotes';

/** Finds the first number of a valid JSON text that `JSON.parse` would not keep: an integer that it rounds, or a number beyond its range. */
export function findUnkeptNumber(json: string): UnkeptNumber | undefined {
  if (!/\d{16}|[eE]\+?\d{3}/.test(json)) return undefined;
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
      const problem = describeUnkept(written);
      if (problem) return { pointer: formatPointer(open.map(readStep)), offset: at, problem };
      at += written.length - 1;
    }
  }
  return undefined;
}

function describeUnkept(written: string): string | undefined {
  if (isRoundedInteger(written)) return roundedInteger;
  return Number.isFinite(Number(written)) ? undefined : infiniteNumber;
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

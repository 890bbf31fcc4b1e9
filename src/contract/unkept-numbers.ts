import { formatPointer } from './request-bytes.ts';
import { walkJson } from './walk-json.ts';

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
  let found: UnkeptNumber | undefined;
  walkJson(json, {
    visitString(at, end) {
      const container = open.at(-1);
      // In an object a value overwrites the key as well, which no number follows then.
      if (container && !container.isList) container.step = json.slice(at, end + 1);
      return false;
    },
    visitNumber(at, end) {
      const problem = describeUnkept(json.slice(at, end));
      if (problem) found = { pointer: formatPointer(open.map(readStep)), offset: at, problem };
      return found !== undefined;
    },
    openContainer(isList) {
      open.push({ isList, step: 0 });
      return false;
    },
    closeContainer: () => void open.pop(),
    visitComma() {
      const container = open.at(-1);
      if (container?.isList) container.step = Number(container.step) + 1;
      return false;
    },
  });
  return found;
}

function describeUnkept(written: string): string | undefined {
  if (isRoundedInteger(written)) return roundedInteger;
  return Number.isFinite(Number(written)) ? undefined : infiniteNumber;
}

function readStep({ isList, step }: Container): string | number {
  return isList ? step : JSON.parse(String(step));
}

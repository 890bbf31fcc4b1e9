import { walkJson } from '../../contract/index.ts';

/** Most levels of nesting, values, and different names of fields. */
interface ScanLimits {
  depth: number;
  values: number;
  names: number;
}

/** What JSON.parse does not report of a text. */
interface JsonScan {
  /** The limit that the text exceeds. The scan ends there. */
  beyond: keyof ScanLimits | undefined;
  /** The first key that could change a prototype: `__proto__`, or `prototype` inside `constructor`. */
  forbidden: string | undefined;
  /** The first duplicate key in an object; JSON.parse keeps the last of them. */
  repeated: string | undefined;
  /** Whether a number may be beyond the range of JavaScript's: it has an exponent or over 300 digits. */
  large: boolean;
  /** Whether a number has 16 digits or more, so that an integer may be beyond the exact ones. */
  long: boolean;
}

/** An object or list that is open. */
interface Level {
  isObject: boolean;
  /** The keys so far; undefined before the first key. */
  keys: Set<string> | undefined;
  /** The key that holds it; empty in a list. */
  name: string;
}

/**
 * Scans a text before it is parsed, and stops at the first limit that it exceeds: a million different names would keep JSON.parse,
 * and with it the process, busy for ten seconds.
 */
export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const found: JsonScan = { beyond: undefined, forbidden: undefined, repeated: undefined, large: false, long: false };
  const names = new Set<string>();
  let values = 1;
  const open: Level[] = [];
  let key = '';
  const exceed = (limit: keyof ScanLimits, amount: number) => {
    if (amount <= limits[limit]) return false;
    found.beyond = limit;
    return true;
  };
  walkJson(text, {
    visitString(at, end) {
      const level = open.at(-1);
      if (!level?.isObject || !isKey(text, end + 1)) return false;
      level.keys ??= new Set();
      key = decodeKey(text.slice(at + 1, end));
      if (key === '__proto__' || (key === 'prototype' && level.name === 'constructor')) found.forbidden ??= key;
      if (level.keys.has(key)) found.repeated ??= key;
      level.keys.add(key);
      names.add(key);
      return exceed('names', names.size);
    },
    visitNumber(at, end) {
      // Few numbers are this long; a short one may still be large by its exponent.
      if (end - at > 15) found.long = true;
      if (end - at > 300 || (end - at > 2 && /[eE]/.test(text.slice(at, end)))) found.large = true;
      return false;
    },
    openContainer(isList) {
      if (exceed('depth', open.length + 1)) return true;
      open.push({ isObject: !isList, keys: undefined, name: key });
      key = '';
      values += 1;
      return exceed('values', values);
    },
    closeContainer() {
      open.pop();
      key = '';
    },
    visitComma() {
      values += 1;
      return exceed('values', values);
    },
  });
  return found;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

function decodeKey(key: string): string {
  if (!key.includes('\\')) return key;
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return key;
  }
}

import { endOfString } from '../../contract/index.ts';

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
 * and with it the process, busy for ten seconds. The text need not be JSON; JSON.parse finds what is wrong with it.
 */
export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const found: JsonScan = { beyond: undefined, forbidden: undefined, repeated: undefined, large: false, long: false };
  const names = new Set<string>();
  let values = 1;
  const open: Level[] = [];
  let key = '';
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character >= 0x30 && character <= 0x39) {
      digits += 1;
      if (digits === 16) found.long = true;
      if (digits > 300) found.large = true;
      continue;
    }
    if (digits > 0 && (character === 0x65 || character === 0x45)) found.large = true;
    digits = 0;
    if (character === 0x22) {
      const end = endOfString(text, at + 1);
      const level = open.at(-1);
      if (level?.isObject && isKey(text, end + 1)) {
        level.keys ??= new Set();
        key = decodeKey(text.slice(at + 1, end));
        if (key === '__proto__' || (key === 'prototype' && level.name === 'constructor')) found.forbidden ??= key;
        if (level.keys.has(key)) found.repeated ??= key;
        level.keys.add(key);
        names.add(key);
        if (names.size > limits.names) return { ...found, beyond: 'names' };
      }
      at = end;
    } else if (character === 0x7b || character === 0x5b) {
      if (open.length === limits.depth) return { ...found, beyond: 'depth' };
      open.push({ isObject: character === 0x7b, keys: undefined, name: key });
      key = '';
      values += 1;
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
      key = '';
    } else if (character === 0x2c) {
      values += 1;
    }
    if (values > limits.values) return { ...found, beyond: 'values' };
  }
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

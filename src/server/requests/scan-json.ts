/** How far a text is walked: levels of nesting, values, and different names of fields. */
export interface ScanLimits {
  depth: number;
  values: number;
  names: number;
}

/** What JSON.parse would not say about a text. */
export interface JsonScan {
  /** The bound that it exceeds; the rest of the text was not looked at. */
  beyond: keyof ScanLimits | undefined;
  /** A key that changes objects instead of naming a field: `__proto__`, or `prototype` inside `constructor`. */
  forbidden: string | undefined;
  /** A key that stands twice in one object; JSON.parse keeps the last. */
  repeated: string | undefined;
  /** Whether a number may be beyond the range of JSON numbers: it has an exponent or many digits. */
  large: boolean;
}

/** One object or list that is open. */
interface Level {
  isObject: boolean;
  /** The keys so far; undefined before the first. */
  keys: Set<string> | undefined;
  /** The key that holds it, or nothing in a list. */
  name: string;
}

/**
 * Walks a text once before it is parsed, as far as it keeps to the bounds: a million different names would keep JSON.parse
 * busy for ten seconds, and the whole process with it. The text need not be JSON: JSON.parse says what is wrong with it.
 */
export function scanJson(text: string, most: ScanLimits): JsonScan {
  const found: JsonScan = { beyond: undefined, forbidden: undefined, repeated: undefined, large: false };
  const names = new Set<string>();
  let values = 1;
  const open: Level[] = [];
  let key = '';
  let digits = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character >= 0x30 && character <= 0x39) {
      digits += 1;
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
        if (names.size > most.names) return { ...found, beyond: 'names' };
      }
      at = end;
    } else if (character === 0x7b || character === 0x5b) {
      if (open.length === most.depth) return { ...found, beyond: 'depth' };
      open.push({ isObject: character === 0x7b, keys: undefined, name: key });
      key = '';
      values += 1;
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
      key = '';
    } else if (character === 0x2c) {
      values += 1;
    }
    if (values > most.values) return { ...found, beyond: 'values' };
  }
  return found;
}

function endOfString(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  if (quote === -1) return text.length;
  if (text.charCodeAt(quote - 1) !== 0x5c) return quote;
  // To search for each of millions of escaped quotes takes ten times as long as to walk past them.
  for (let at = from; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) return at;
    if (character === 0x5c) at++;
  }
  return text.length;
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

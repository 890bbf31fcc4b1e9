import { limits } from '../contract/index.ts';

/** A body that is not acceptable JSON: `code` says in which way. */
export class BodyError extends Error {
  readonly code: 'invalid_json' | 'invalid_request';
  readonly errors: { pointer: string; detail: string }[] | undefined;

  constructor(code: 'invalid_json' | 'invalid_request', message: string, pointer?: string) {
    super(message);
    this.code = code;
    this.errors = pointer === undefined ? undefined : [{ pointer, detail: message }];
  }
}

/**
 * Parses a request body. Beyond JSON.parse it refuses invalid UTF-8 and a byte order mark (RFC 8259, section 8.1), nesting
 * deeper than the limit, a key that stands twice in one object, `__proto__`, `constructor` holding a `prototype`, and lone
 * surrogates: all of them mean different things to different readers.
 */
export function parseJsonBody(bytes: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BodyError('invalid_json', 'the body is not valid UTF-8');
  }
  if (text === '') throw new BodyError('invalid_json', 'the body is empty');
  if (text.startsWith('\ufeff')) throw new BodyError('invalid_json', 'the body starts with a byte order mark');
  scan(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new BodyError('invalid_json', describe(cause, text));
  }
  if (/\\u[dD][89a-fA-F]/.test(text)) refuseLoneSurrogates(value, '');
  return value;
}

/**
 * Walks the text once before it is parsed: JSON.parse takes any depth and keeps the last of two equal keys. Malformed text
 * is left to JSON.parse, which says what is wrong.
 */
function scan(text: string): void {
  const open: (Set<string> | undefined)[] = [];
  const names: string[] = [];
  let key = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x22) {
      const end = endOfString(text, at + 1);
      const keys = open.at(-1);
      if (keys && isKey(text, end + 1)) {
        key = text.slice(at + 1, end);
        if (key.includes('\\')) key = decodeKey(key);
        checkKey(key, keys, names);
      }
      at = end;
    } else if (character === 0x7b || character === 0x5b) {
      open.push(character === 0x7b ? new Set() : undefined);
      names.push(key);
      if (open.length > limits.jsonDepth) {
        throw new BodyError('invalid_request', `the body is nested deeper than ${limits.jsonDepth} levels`, '');
      }
    } else if (character === 0x7d || character === 0x5d) {
      open.pop();
      names.pop();
    }
  }
}

function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function isKey(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

function checkKey(key: string, keys: Set<string>, names: readonly string[]): void {
  if (key === '__proto__' || (key === 'prototype' && names.at(-1) === 'constructor')) {
    throw new BodyError('invalid_request', `the key ${JSON.stringify(key)} is not allowed`, '');
  }
  if (keys.has(key)) throw new BodyError('invalid_json', `the key ${JSON.stringify(key)} stands twice in one object`);
  keys.add(key);
}

function decodeKey(key: string): string {
  try {
    return JSON.parse(`"${key}"`);
  } catch {
    return key;
  }
}

function refuseLoneSurrogates(value: unknown, pointer: string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed())
      throw new BodyError('invalid_request', 'the text holds half of a surrogate pair', pointer);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseLoneSurrogates(key, pointer);
      refuseLoneSurrogates(inner, `${pointer}/${escapePointer(key)}`);
    }
  }
}

/** One step of a JSON pointer (RFC 6901, section 3). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Where JSON.parse stopped, without a word of the body: it may hold secrets. */
function describe(cause: unknown, text: string): string {
  const position = Number(/position (\d+)/.exec((cause as Error).message)?.[1] ?? text.length);
  const before = text.slice(0, position).split('\n');
  return `the body is not valid JSON at line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

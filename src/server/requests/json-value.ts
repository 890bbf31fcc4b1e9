import { describeUnwritable, isRoundedInteger, roundedInteger } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';
import { beyondLimit, bodyLimits, forbiddenKey, halfPair, wrongField } from './body-errors.ts';

/** What a body comes to that is not sent as text. */
interface JsonValue {
  /** A copy that holds nothing but JSON and bytes; texts and bytes are shared with what was given. */
  value: unknown;
  /** Bytes of the body as JSON, with bytes in base64. */
  bytes: number;
}

/**
 * Reads a body from a value in memory: what `JSON.parse` gives of its JSON, with the checks and errors of `parseJsonBody`. A
 * `Uint8Array` stays unchanged, and what JSON would make another value of is refused. Throws RequestError.
 */
export function readJsonValue(input: unknown): JsonValue {
  const names = new Set<string>();
  const path: string[] = [];
  let values = 1;
  let bytes = 0;

  function read(holder: unknown, key: string, field: unknown): unknown {
    const value = toJson(field, key);
    const unwritable = describeUnwritable(value, field);
    if (unwritable !== undefined) throw wrongField(path, unwritable);
    if (typeof value === 'string') {
      if (!value.isWellFormed()) throw wrongField(path, halfPair.value);
      bytes += lengthOf(value);
      return value;
    }
    if (value instanceof Uint8Array) {
      bytes += Math.ceil(value.length / 3) * 4 + 2;
      return value;
    }
    if (typeof value === 'object' && value !== null) return readFields(value, key);
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') {
      // JSON has no word for these: a list keeps the place with null, an object drops the field.
      if (!Array.isArray(holder)) return undefined;
    } else if (typeof value === 'number' && isRoundedInteger(String(value))) throw wrongField(path, roundedInteger);
    else if (typeof value === 'bigint') throw wrongField(path, 'is a bigint, which JSON has not');
    const plain = typeof value === 'boolean' || typeof value === 'number' ? value : null;
    bytes += String(plain).length;
    return plain;
  }

  function readFields(value: object, name: string): unknown {
    if (path.length === bodyLimits.depth) throw beyondLimit('depth');
    const isList = Array.isArray(value);
    const copy: Record<string, unknown> | unknown[] = isList ? [] : {};
    let count = 0;
    for (const key of isList ? value.keys() : Object.keys(value)) {
      path.push(String(key));
      if (!isList) checkName(String(key), name);
      const inner = read(value, String(key), (value as Record<string | number, unknown>)[key]);
      if (isList) (copy as unknown[]).push(inner);
      else if (inner !== undefined) {
        (copy as Record<string, unknown>)[key] = inner;
        bytes += lengthOf(String(key)) + 1;
      }
      if (isList || inner !== undefined) count++;
      if (values + count > bodyLimits.values) throw beyondLimit('values');
      path.pop();
    }
    // As many values as a reader of the text would count: one for what holds them, one for each comma.
    values += 1 + Math.max(0, count - 1);
    bytes += 2 + Math.max(0, count - 1);
    return copy;
  }

  function checkName(key: string, holder: string): void {
    if (key === '__proto__' || (key === 'prototype' && holder === 'constructor')) throw forbiddenKey(key);
    if (!key.isWellFormed()) throw wrongField(path.slice(0, -1), halfPair.name);
    names.add(key);
    if (names.size > bodyLimits.names) throw beyondLimit('names');
  }

  const value = read(undefined, '', input);
  if (value === undefined) throw new RequestError('invalid_json', 'the body is empty');
  return { value, bytes };
}

/** How a value is written in JSON (ECMA-262, SerializeJSONProperty), bytes aside: a `Buffer` would become a list of numbers. */
function toJson(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  return 'toJSON' in value && typeof value.toJSON === 'function' ? value.toJSON(key) : value;
}

/** Bytes of a text in JSON, with its quotes and what is escaped. */
function lengthOf(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}

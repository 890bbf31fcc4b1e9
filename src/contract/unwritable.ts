/**
 * What a value is that JSON would make another one of without a word: numbers become null, and collections lose what they hold. Undefined for
 * all others. `given` is what the value was before its `toJSON`.
 */
export function describeUnwritable(value: unknown, given: unknown = value): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `is ${value}, which JSON has not`;
  if (value instanceof Map) return 'is a Map, which JSON has not: Object.fromEntries makes an object of it';
  if (value instanceof Set) return 'is a Set, which JSON has not: spread it into a list';
  if (value instanceof Promise) return 'is a Promise, of which JSON has nothing: await it';
  if (isOtherList(value)) return 'is no Array, and JSON would not have it as a list: spread it into one';
  if (given instanceof Date && Number.isNaN(given.getTime())) return 'is a Date without a time, which JSON makes null';
  return undefined;
}

function isOtherList(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || value instanceof String) return false;
  // Bytes have places of their own in a request.
  return Symbol.iterator in value && !Array.isArray(value) && !(value instanceof Uint8Array);
}

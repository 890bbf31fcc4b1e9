/**
 * What a value is that JSON would make another one of without a word: numbers become null, and collections lose what they hold. Undefined for
 * all others.
 */
export function describeUnwritable(value: unknown): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return `is ${value}, which JSON has not`;
  if (value instanceof Map) return 'is a Map, which JSON has not: Object.fromEntries makes an object of it';
  if (value instanceof Set) return 'is a Set, which JSON has not: spread it into a list';
  return undefined;
}

import { type FilterImplOptions, toValue } from 'liquidjs';
import { nearestName } from '../../folders/index.ts';

const decimal = /^\s*[+-]?(\d{1,100}(\.\d{0,100})?|\.\d{1,100})(e[+-]?\d{1,3})?\s*$/i;

/**
 * Reads the arguments of a filter, by position and by name (`money: "EUR", locale: "de-DE"`), into one record. An unknown
 * name or too many values are an error. Liquid passes a named value as a pair.
 */
export function readArguments<N extends string>(filter: string, names: readonly N[], given: unknown[]) {
  const read: Partial<Record<N, unknown>> = {};
  let position = 0;
  for (const raw of given) {
    const value = readValue(raw);
    if (Array.isArray(value) && value.length === 2 && typeof value[0] === 'string') {
      const name = names.find((known) => known === value[0]);
      if (name === undefined) throw new Error(refuseName(filter, value[0], names));
      read[name] = readValue(value[1]);
      continue;
    }
    const name = names[position++];
    if (name === undefined) throw new Error(`${filter} takes at most ${names.length} values: ${names.join(', ')}`);
    read[name] = value;
  }
  return read;
}

/** A value as JSON knows it: Liquid's own `nil`, `empty` and `blank` are objects. Nothing and "" are undefined. */
export function readValue(value: unknown): unknown {
  const plain: unknown = toValue(value);
  return plain === null || plain === '' ? undefined : plain;
}

/** A value to write. Throws for nil and "": written as nothing, it would be a gap on the page without a warning. */
export function requireValue(filter: string, raw: unknown): unknown {
  const value = readValue(raw);
  if (value !== undefined) return value;
  throw new Error(`${filter} has no value; if that is allowed, wrap it in "if", or give it a "default"`);
}

/** A text argument; missing, nil and "" count as not given. */
export function readTextArgument(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`a text is expected, not ${describeValue(value)}`);
}

/** A whole number between two bounds, both included; missing, nil and "" count as not given. */
export function readWholeArgument(what: string, value: unknown, from: number, to: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (typeof value === 'boolean' || !Number.isInteger(number) || number < from || number > to)
    throw new Error(`${what} must be a whole number from ${from} to ${to}, not ${describeValue(value)}`);
  return number;
}

/** How a half is rounded: away from zero, unless it is asked for the even neighbour. */
export function readRounding(value: unknown): 'half-up' | 'half-even' {
  const rounding = readTextArgument(value) ?? 'half-up';
  if (rounding === 'half-up' || rounding === 'half-even') return rounding;
  throw new Error(`rounding must be half-up or half-even, not ${describeValue(rounding)}`);
}

/** A value as the decimal text of a number, with every digit that it has. Throws for any other value. */
export function readDecimal(filter: string, value: unknown): Intl.StringNumericLiteral {
  refuseRounded(`${filter} is given`, value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value) as Intl.StringNumericLiteral;
  if (typeof value === 'string' && decimal.test(value) && Number.isFinite(Number(value)))
    return value.trim().replace(/^\+/, '') as Intl.StringNumericLiteral;
  throw new Error(`${filter} needs a number such as 1234.5, not ${describeValue(value)}`);
}

/** Throws for a whole number that JavaScript has rounded, or may have (ECMA-262, MAX_SAFE_INTEGER). `what` is what has it. */
export function refuseRounded(what: string, value: unknown): void {
  if (typeof value !== 'number' || !Number.isInteger(value) || Number.isSafeInteger(value)) return;
  throw new Error(
    `${what} ${value}, and whole numbers beyond 9007199254740991 are rounded; a text keeps its digits: write it in quotes`,
  );
}

/** A value as an error names it: short, and never a whole object. */
export function describeValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

function refuseName(filter: string, name: string, names: readonly string[]): string {
  const similar = nearestName(name, names);
  const hint = similar === undefined ? `it takes ${names.join(', ')}` : `did you mean "${similar}"?`;
  return `${filter} has no option ${describeValue(name)}; ${hint}`;
}

/** A filter as a plain function; liquidjs names this type only inside itself. */
export type FilterHandler = Extract<FilterImplOptions, (...values: never[]) => unknown>;

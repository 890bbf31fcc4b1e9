import { type FilterImplOptions, filters } from 'liquidjs';
import { describeValue, readDecimal, readValue, refuseRounded } from './filter-arguments.ts';
import type { FilterHandler } from './filter-handler.ts';

type BuiltIn = (this: unknown, value: unknown, ...given: unknown[]) => unknown;

const names = [
  'plus',
  'minus',
  'times',
  'divided_by',
  'modulo',
  'round',
  'ceil',
  'floor',
  'abs',
  'at_least',
  'at_most',
] as const;

/**
 * Liquid's arithmetic, which counts every text that is no number as 0: here it is an error, so that "19,99" never
 * becomes an amount of 0. Nil and "" still count as 0, because a total starts from nothing.
 */
export const arithmeticFilters: Record<string, FilterImplOptions> = {
  ...Object.fromEntries(names.map((name) => [name, checkOperands(name)])),
  /** `{{ lines | sum: "price" }}`. The values are picked first, so that each can be checked. */
  *sum(list: unknown, property?: unknown): Generator<unknown, unknown> {
    const values = readValue(property ? yield (filters.map as BuiltIn).call(this, list, property) : list);
    for (const value of Array.isArray(values) ? values : [values]) checkOperand('sum', value);
    const sum = yield (filters.sum as BuiltIn).call(this, values);
    refuseRounded('sum gives', sum);
    return sum;
  },
};

function checkOperands(name: (typeof names)[number]): FilterHandler {
  const original = filters[name] as BuiltIn;
  return function (...operands: [unknown, ...unknown[]]) {
    for (const operand of operands) checkOperand(name, operand);
    const result = original.apply(this, operands);
    refuseRounded(`${name} gives`, result);
    if (typeof result !== 'number' || Number.isFinite(result)) return result;
    const [value, by] = operands.map((operand) => describeValue(readValue(operand)));
    throw new Error(`${name} has no result for ${value}${operands.length > 1 ? ` and ${by}` : ''}`);
  };
}

function checkOperand(filter: string, raw: unknown): void {
  const value = readValue(raw);
  // Liquid counts true as 1, and goes on after a division by zero.
  if (value === undefined || typeof value === 'boolean') return;
  const read = typeof value === 'number' ? value : readDecimal(filter, value);
  if (/^[+-]?\d+$/.test(String(read))) refuseRounded(`${filter} counts with`, Number(read));
}

import type Big from 'big.js';
import { type FilterImplOptions, filters } from 'liquidjs';
import { divide, divideWhole, Exact, floor, modulo, roundings, simplify } from './exact-number.ts';
import {
  describeValue,
  type FilterHandler,
  readArguments,
  readDecimal,
  readRounding,
  readValue,
  readWholeArgument,
} from './filter-arguments.ts';

type BuiltIn = (this: unknown, value: unknown, ...given: unknown[]) => unknown;

/**
 * Liquid's arithmetic with exact decimals: 31.5 times 0.21 is 6.615, and 0.3 minus 0.2 minus 0.1 is 0. Liquid counts every text
 * that is no number as 0; here it is an error, so that "19,99" never becomes an amount of 0. Nil and "" still count as
 * 0, because a total starts from nothing.
 */
export const arithmeticFilters: Record<string, FilterImplOptions> = {
  plus: calculate('plus', (value, by) => value.plus(by)),
  minus: calculate('minus', (value, by) => value.minus(by)),
  times: calculate('times', (value, by) => value.times(by)),
  divided_by: calculate('divided_by', (value, by, toWhole) => {
    if (by.eq(0)) return undefined;
    return toWhole.eq(0) ? divide(value, by) : divideWhole(value, by);
  }),
  modulo: calculate('modulo', (value, by) => (by.eq(0) ? undefined : modulo(value, by))),
  at_least: calculate('at_least', (value, by) => (value.lt(by) ? by : value)),
  at_most: calculate('at_most', (value, by) => (value.gt(by) ? by : value)),
  abs: calculate('abs', (value) => value.abs()),
  ceil: calculate('ceil', (value) => floor(value.neg()).neg()),
  floor: calculate('floor', floor),
  /** `{{ 2.345 | round: 2 }}`: a half goes away from zero, or with `rounding: "half-even"` to the even neighbour. */
  round(raw: unknown, ...given: unknown[]) {
    const { digits, rounding } = readArguments('round', ['digits', 'rounding'], given);
    const places = Number(readOperand('round', digits));
    const value = readOperand('round', raw);
    readWholeArgument('digits', places, -digitLimit, digitLimit);
    return finish('round', value.round(places, roundings[readRounding(rounding)]), [raw, digits]);
  },
  /** `{{ lines | sum: "price" }}`. The values are picked first, so that each can be checked. */
  *sum(list: unknown, property?: unknown): Generator<unknown, unknown> {
    const values = readValue(property ? yield (filters.map as BuiltIn).call(this, list, property) : list);
    let sum = Exact(0);
    for (const value of Array.isArray(values) ? values : [values]) sum = sum.plus(readOperand('sum', value));
    return finish('sum', sum, [list]);
  },
};

/** As many decimal places as anything can have here. */
const digitLimit = 400;

function calculate(name: string, compute: (value: Big, by: Big, option: Big) => Big | undefined): FilterHandler {
  return (...operands: unknown[]) => {
    const [value = Exact(0), by = Exact(0), option = Exact(0)] = operands.map((operand) => readOperand(name, operand));
    const isWhole = compute.length === 1 || operands.length > 1;
    return finish(name, isWhole ? compute(value, by, option) : undefined, operands);
  };
}

function finish(filter: string, result: Big | undefined, operands: unknown[]): unknown {
  const simple = result && simplify(result);
  if (simple !== undefined) return simple;
  const [value, by] = operands.map((operand) => describeValue(readValue(operand)));
  throw new Error(`${filter} has no result for ${value}${operands.length > 1 ? ` and ${by}` : ''}`);
}

/** An operand of arithmetic. Nil and "" count as 0, and true as 1, as in Liquid. */
function readOperand(filter: string, raw: unknown): Big {
  const value = readValue(raw) ?? 0;
  return Exact(typeof value === 'boolean' ? Number(value) : readDecimal(filter, value));
}

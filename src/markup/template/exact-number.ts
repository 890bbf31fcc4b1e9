import Big from 'big.js';
import { type Comparable, Drop } from 'liquidjs';

/** Rounding of a half: away from zero, or to the even neighbour. */
export const roundings = { 'half-up': 1, 'half-even': 2 } as const;

/** Significant digits of a quotient that has no end. */
const quotientDigits = 28;
/** Significant digits of any result: enough for the product of two quotients. */
const digitLimit = 60;
const magnitudeLimit = 308;

/** Separate decimals: nothing that another part sets on `Big` changes an amount. */
export const Exact = Big();
// What is printed has no exponent on any sum of money, and few enough digits to be read again.
Exact.PE = digitLimit;
Exact.NE = -30;
// A quotient is cut off, and then rounded once.
Exact.RM = 0;

/**
 * A number with more digits than JavaScript's numbers keep, such as 1/3 to 28 digits. Liquid compares it by its value, and
 * prints and passes on its decimal text.
 */
export class ExactNumber extends Drop implements Comparable {
  readonly #value: Big;

  constructor(value: Big) {
    super();
    this.#value = value;
  }

  equals(other: unknown): boolean {
    return typeof other !== 'string' && this.#compare(other) === 0;
  }

  gt(other: unknown): boolean {
    return this.#compare(other) === 1;
  }

  geq(other: unknown): boolean {
    return (this.#compare(other) ?? -1) >= 0;
  }

  lt(other: unknown): boolean {
    return this.#compare(other) === -1;
  }

  leq(other: unknown): boolean {
    return (this.#compare(other) ?? 1) <= 0;
  }

  override valueOf(): string {
    return this.#value.toString();
  }

  override toString(): string {
    return this.valueOf();
  }

  /** Sorting and ranges compare with `<` and count with `+`. */
  [Symbol.toPrimitive](hint: string): string | number {
    return hint === 'string' ? this.valueOf() : Number(this.#value);
  }

  toJSON(): unknown {
    return writeJsonNumber(this.valueOf());
  }

  /** Undefined if the other value is no number. */
  #compare(other: unknown): -1 | 0 | 1 | undefined {
    const plain = other instanceof ExactNumber ? other.#value : other;
    try {
      return this.#value.cmp(plain as Big.BigSource);
    } catch {
      return undefined;
    }
  }
}

/** A result for Liquid: a plain number if that has all of its digits, else an ExactNumber. Undefined if it is too large. Zero has no sign. */
export function simplify(value: Big): number | ExactNumber | undefined {
  const rounded = value.c.length > digitLimit ? value.prec(digitLimit, roundings['half-up']) : value;
  if (rounded.e > magnitudeLimit) return undefined;
  if (rounded.eq(0) || rounded.e < -magnitudeLimit) return 0;
  const number = Number(rounded.toString());
  const isPlain = !Number.isInteger(number) || Number.isSafeInteger(number);
  return isPlain && String(number) === rounded.toString() ? number : new ExactNumber(rounded);
}

/** The value of a decimal text, with every digit: a plain number if that has them all. */
export function readExact(text: string): number | ExactNumber {
  return simplify(Exact(text.replace(/^\+/, ''))) ?? Number(text);
}

/** A quotient: exact if it ends within 28 significant digits, else rounded to them. */
export function divide(value: Big, by: Big): Big {
  Exact.DP = Math.max(0, quotientDigits - (value.e - by.e)) + 1;
  return value.div(by).prec(quotientDigits, roundings['half-up']);
}

/** The largest whole number that is not above the quotient. */
export function divideWhole(value: Big, by: Big): Big {
  Exact.DP = 0;
  return value.minus(modulo(value, by)).div(by);
}

/** The largest whole number that is not above the value. */
export function floor(value: Big): Big {
  const cut = value.round(0, 0);
  return cut.gt(value) ? cut.minus(1) : cut;
}

/** The remainder with the sign of the divisor, as Liquid has it. */
export function modulo(value: Big, by: Big): Big {
  const rest = value.mod(by);
  return rest.eq(0) || rest.lt(0) === by.lt(0) ? rest : rest.plus(by);
}

function writeJsonNumber(text: string): unknown {
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text);
}

import { Context, Liquid, Tokenizer, toValue, toValueSync } from 'liquidjs';
import { arithmeticFilters } from './arithmetic-filters.ts';
import { buildBarcodeFilters } from './barcode-filters.ts';
import { CaptureHtml, escapeOutput } from './captured-text.ts';
import { buildDateFilters, type TemplateClock } from './date-filters.ts';
import { ExactNumber, readExact } from './exact-number.ts';
import type { FilterHandler } from './filter-arguments.ts';
import { BreakableTablerow, NestedFor } from './loop-tags.ts';
import { numberFilters } from './number-filters.ts';
import { OutputBuffer } from './output-buffer.ts';
import { templateLimits } from './template-limits.ts';
import { startTimeLimit } from './time-limit.ts';

type LiquidCacheEntry = Parameters<NonNullable<Liquid['options']['cache']>['write']>[1];

const tags = { capture: CaptureHtml, for: NestedFor, tablerow: BreakableTablerow };

/** Liquid with platen's limits and filters. Only the child may run it: its limits are cooperative. */
export function buildLiquid(clock: TemplateClock, barcodes: Parameters<typeof buildBarcodeFilters>[0]): Liquid {
  const liquid = new Liquid({
    // A plain {} would let a partial be named "constructor".
    templates: Object.create(null),
    globals: Object.create(null),
    dynamicPartials: true,
    relativeReference: false,
    jekyllInclude: false,
    cache: false,
    ownPropertyOnly: true,
    strictFilters: true,
    outputEscape: escapeOutput,
    parseLimit: templateLimits.template,
    memoryLimit: templateLimits.memory,
    // Otherwise the machine's zone and language would show in the PDF. Each render sets its own zone.
    timezoneOffset: clock.timezone,
    locale: 'en-US',
  });
  const filters = {
    ...arithmeticFilters,
    ...numberFilters,
    ...buildDateFilters(clock),
    ...buildBarcodeFilters(barcodes),
    json: jsonFilter,
    jsonify: jsonFilter,
    inspect: jsonFilter,
  };
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter);
  for (const [name, tag] of Object.entries(tags)) liquid.registerTag(name, tag);
  keepLiterals();
  return liquid;
}

/** Sets the partials and layouts of the next template, by name. Each is parsed once, however often a loop renders it. */
export function setPartials(liquid: Liquid, partials: Readonly<Record<string, string>>): void {
  const known = liquid.options.templates as Record<string, string>;
  for (const name of Object.keys(known)) delete known[name];
  Object.assign(known, partials);
  const parsed = new Map<string, LiquidCacheEntry>();
  liquid.options.cache = {
    read: (name) => parsed.get(name),
    write: (name, templates) => void parsed.set(name, templates),
    remove: (name) => void parsed.delete(name),
  };
}

/** LiquidJS declares its own class, and calls `check` alone. */
function limitTime(): Context['renderLimit'] {
  return startTimeLimit(performance.now()) as Context['renderLimit'];
}

/** Renders a template with parsed JSON: the chunks of its text in UTF-8. */
export function renderTemplate(liquid: Liquid, template: string, context: object): Buffer[] {
  const parsed = liquid.parse(template);
  const scope = new Context(freezeData(context), liquid.options, { sync: true }, { liquid, renderLimit: limitTime() });
  const output = new OutputBuffer();
  toValueSync(liquid.renderer.renderTemplates(parsed, scope, output));
  return output.end();
}

/**
 * The paths that a template expects in its context, such as `customer.name`, in the order of their first use. With `partials`,
 * those of its partials and layouts too, which then must be set.
 */
export function findVariables(liquid: Liquid, template: string, partials: boolean): string[] {
  return liquid.globalFullVariablesSync(liquid.parse(template), { partials });
}

/**
 * A copy of parsed JSON whose objects have no prototype and cannot change, so that no name in a template reaches
 * anything but the data. The top level stays open because `increment` and `decrement` keep their counters there.
 */
export function freezeData(context: object): object {
  const top = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(context)) top[key] = freezeValue(value);
  return top;
}

function freezeValue(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeValue));
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) copy[key] = freezeValue(member);
  return Object.freeze(copy);
}

/**
 * Makes Liquid keep every digit of the numbers in a template: its reader makes a JavaScript number of each, which rounds
 * 9007199254740993 and 1.00000000000000000001.
 */
export function keepLiterals(): void {
  const { readNumber } = Tokenizer.prototype;
  Tokenizer.prototype.readNumber = function () {
    const token = readNumber.call(this);
    // Liquid only passes the content on; it declares a number because it makes no other.
    if (token) token.content = readExact(token.getText()) as number;
    return token;
  };
}

const unsafe = /[<>&\u2028\u2029]/g;

/**
 * A value as JSON with `<`, `>`, `&`, U+2028 and U+2029 written as escapes, so that `{{ data | json | raw }}` is safe
 * inside a script element. Represents `json`, `jsonify` and `inspect`.
 */
export const jsonFilter: FilterHandler = function (value: unknown, space: unknown = 0) {
  const text = JSON.stringify(
    (value instanceof ExactNumber ? value : toValue(value)) ?? null,
    null,
    Math.min(10, Number(space) || 0),
  );
  this.context.memoryLimit.use(text.length);
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
};

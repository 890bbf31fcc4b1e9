import { Context, Liquid, toValueSync } from 'liquidjs';
import { arithmeticFilters } from './arithmetic-filters.ts';
import { buildBarcodeFilters } from './barcode-filters.ts';
import { CaptureHtml, escapeOutput } from './captured-text.ts';
import { buildDateFilters, type TemplateClock } from './date-filters.ts';
import { keepLiterals } from './exact-literals.ts';
import { freezeData } from './freeze-data.ts';
import { jsonFilter } from './json-filter.ts';
import { numberFilters } from './number-filters.ts';
import { OutputBuffer } from './output-buffer.ts';
import { templateLimits } from './template-limits.ts';
import { startTimeLimit } from './time-limit.ts';

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
    // Otherwise the machine's zone and language would show in the PDF.
    timezoneOffset: 'UTC',
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
  liquid.registerTag('capture', CaptureHtml);
  keepLiterals();
  return liquid;
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

/** The paths that a template expects in its context, such as `customer.name`, in the order of their first use. */
export function findVariables(liquid: Liquid, template: string): string[] {
  return liquid.globalFullVariablesSync(liquid.parse(template), { partials: false });
}

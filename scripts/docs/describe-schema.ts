import { type Html, html, join } from './html.ts';

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: readonly string[];
  [limit: string]: unknown;
}

const formatWords: Record<string, string> = {
  'http-address': 'http or https address',
  'plain-text': 'text without control characters',
  'css-length': 'CSS length',
  'page-ranges': 'page ranges',
  locale: 'BCP 47 language tag',
  'time-zone': 'IANA time zone',
  'date-time': 'date and time',
  'asset-path': 'relative path',
  base64: 'base64',
  uuid: 'UUID',
};

/** What a value may be, in a few words, with links to the types that have a name. */
export function describeType(schema: Schema): Html {
  if (schema.title) return html`<a href="#type-${schema.title}">${schema.title}</a>`;
  if (schema.anyOf) return join(schema.anyOf.map(describeType), ' or ');
  if (schema.enum) return join(schema.enum.map(describeValue), ' | ');
  if (schema.const !== undefined) return describeValue(schema.const);
  if (schema.type === 'array') return html`list of ${describeType(schema.items ?? {})}`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => html`${name}: ${describeType(field)}`);
    return html`{ ${join(fields, ', ')} }`;
  }
  const words = schema['x-pattern-words'];
  if (words !== undefined) return html`${String(words).replace(/^an? /, '')}`;
  if (schema.format) return html`${formatWords[schema.format] ?? schema.format}`;
  return html`${[schema.type ?? 'anything'].flat().join(' or ')}`;
}

function describeValue(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}

/** The bounds of a value in words, or nothing. */
export function describeBounds(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema as Record<string, number | undefined>;
  const ranges = [
    range(minimum, maximum, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    range(undefined, schema['x-max-bytes'] as number | undefined, ' bytes'),
    range(undefined, schema['x-max-json-bytes'] as number | undefined, ' bytes as JSON'),
  ];
  return ranges.filter(Boolean).join(', ');
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? '' : `at least ${least}${unit}`;
  return least === undefined ? `up to ${count(most)}${unit}` : `${least} to ${count(most)}${unit}`;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

/** Every type with a name that a schema leads to, itself included, in the order of their first use. */
export function collectTypes(schemas: readonly Schema[]): Schema[] {
  const found = new Map<string, Schema>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    if (schema.title) {
      if (found.has(schema.title)) return;
      found.set(schema.title, schema);
    }
    for (const inner of [...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})]) visit(inner);
    visit(schema.items);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties);
  };
  for (const schema of schemas) visit(schema);
  return [...found.values()];
}

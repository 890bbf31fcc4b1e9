import { renderRequestSchema } from '../../src/contract/index.ts';
import { describeBounds, type Schema } from '../docs/describe-schema.ts';
import { escapeCell, formatTable } from './markdown-table.ts';
import { requestExamples } from './request-examples.ts';

/** A field of a render request by its path; `[]` is an item of a list, `*` any name. */
interface RequestField {
  path: string;
  schema: Schema;
  isRequired: boolean;
}

/** Every field of a render request in the order of the schema, with its values, meaning and an example. */
export function listRequestFields(): string {
  return [...groupByRoot(findRequestFields())]
    .map(([root, fields]) => {
      const rows = fields.map((field) => [
        `\`${field.path}\`${field.isRequired ? ' (required)' : ''}`,
        escapeCell(nameValues(field.schema)),
        escapeCell([field.schema.description ?? '', describeBounds(field.schema)].filter(Boolean).join(' Limit: ')),
        `\`${JSON.stringify(requestExamples[field.path]).replaceAll('|', '\\|')}\``,
      ]);
      return `## ${root}\n\n${formatTable(['field', 'value', 'meaning', 'example'], rows)}`;
    })
    .join('\n\n');
}

/** Lists the fields of a render request. The options of a part are listed once, as those of the request. */
export function findRequestFields(): RequestField[] {
  return listFields(renderRequestSchema as Schema, '');
}

function listFields({ properties = {}, required = [] }: Schema, above: string): RequestField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${above}${name}`;
    const field = { path, schema, isRequired: required.includes(name) };
    return path === 'parts[].options' ? [field] : [field, ...listInner(schema, path)];
  });
}

function listInner(schema: Schema, path: string): RequestField[] {
  const item = path === 'parts' ? schema.anyOf?.find(({ properties }) => properties) : schema.items;
  if (item?.properties) return listFields(item, `${path}[].`);
  const values = schema.additionalProperties;
  if (typeof values === 'object' && values.properties) return listFields(values, `${path}.*.`);
  // A value may be a text or an object.
  return listFields(
    schema.properties ? schema : (schema.anyOf?.find(({ properties }) => properties) ?? schema),
    `${path}.`,
  );
}

function groupByRoot(fields: readonly RequestField[]): Map<string, RequestField[]> {
  const groups = new Map<string, RequestField[]>();
  for (const field of fields) {
    const root = /^\w+/.exec(field.path)?.[0] ?? '';
    groups.set(root, [...(groups.get(root) ?? []), field]);
  }
  return groups;
}

/** What a field may be, in a few words. */
function nameValues(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(nameValues))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `list of ${nameValues(schema.items ?? {})}`;
  return String(schema['x-pattern-words'] ?? formatNames[schema.format ?? ''] ?? schema.type ?? 'anything');
}

const formatNames: Record<string, string> = {
  'http-address': 'URL',
  'css-length': 'CSS length',
  'page-ranges': 'page ranges',
  locale: 'BCP 47 language tag',
  'time-zone': 'IANA time zone',
  'date-time': 'date and time (RFC 3339)',
  'asset-path': 'relative path',
  base64: 'base64',
  uuid: 'UUID',
};

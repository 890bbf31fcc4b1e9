import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as contract from '../../src/contract/index.ts';

/** What is used of a JSON schema. */
interface Schema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  contentEncoding?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
}

const { renderRequestSchema, templateUpdateSchema, templateCreationSchema, keyCreationSchema } = contract;
const answers = [
  contract.templateAnswerSchema,
  contract.propertyAnswerSchema,
  contract.assetListAnswerSchema,
  contract.valueSetsAnswerSchema,
  contract.imagesAnswerSchema,
  contract.revisionListAnswerSchema,
  contract.revisionAnswerSchema,
  contract.labelAnswerSchema,
  contract.keyRotationAnswerSchema,
  contract.renderAnswerSchema,
  contract.backgroundAnswerSchema,
  contract.renderLinkAnswerSchema,
  contract.webhookListAnswerSchema,
  contract.newWebhookAnswerSchema,
  contract.deliveryAnswerSchema,
];

/** The types of the wire that programs name, by schema. Those with bytes take them instead of base64. */
const schemas: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    [renderRequestSchema, contract.imageRequestSchema, contract.problemSchema, ...answers].flatMap(listTitled),
  ),
  TemplateChanges: templateUpdateSchema.properties.template,
  NewTemplate: templateCreationSchema.properties.template,
  TemplatePropertyChanges: contract.propertyUpdateSchema.properties.properties,
  NewAsset: contract.assetSettingSchema.properties.asset,
  TemplateFileSet: contract.templateFilesAnswerSchema.properties.data,
  ListedValueSets: contract.listedValueSetsSchema,
  TemplateListQuery: contract.templateListQuerySchema,
  RevisionListQuery: contract.revisionListQuerySchema,
  RenderListQuery: contract.renderListQuerySchema,
  KeyCreation: keyCreationSchema.properties.key,
  KeyRotation: contract.keyRotationSchema.properties.rotation,
  WebhookCreation: contract.webhookCreationSchema.properties.webhook,
  WebhookChanges: contract.webhookUpdateSchema.properties.webhook,
  WebhookRotation: contract.webhookRotationSchema.properties.rotation,
  DeliveryListQuery: contract.deliveryListQuerySchema,
};
const withBytes = new Set(listTitled(renderRequestSchema).map(([title]) => title));

/** What answers hold. Every other type is of values that a program gives: these take what is readonly, and interfaces as values. */
const answered = new Set([contract.problemSchema, ...answers].flatMap(listTitled).map(([title]) => title));

/** Every schema with a title, of a schema and those in it. */
function listTitled(schema: Schema): [string, Schema][] {
  const inner = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? [])];
  if (schema.items) inner.push(schema.items);
  return [...(schema.title ? ([[schema.title, schema]] as [string, Schema][]) : []), ...inner.flatMap(listTitled)];
}

/**
 * The declarations of the types: interfaces with what the schema says of each field. `comments` has those above the types, by
 * name.
 */
export function declareTypes(comments: ReadonlyMap<string, string> = new Map()): string {
  const declared = Object.entries(schemas).map(([name, schema]) => {
    const comment = comments.get(name) ?? (schema.description ? `/** ${schema.description} */` : '');
    return `${comment.trim()}\nexport interface ${name} ${writeObject(schema, { indent: '', bytes: withBytes.has(name), given: !answered.has(name) })}\n`;
  });
  return declared.join('\n');
}

interface Place {
  indent: string;
  bytes: boolean;
  given: boolean;
}

function writeObject({ properties = {}, required = [], additionalProperties: more }: Schema, place: Place): string {
  const indent = `${place.indent}  `;
  const lines = Object.entries(properties).flatMap(([name, schema]) => {
    const field = `${name}${required.includes(name) ? '' : '?'}: ${writeType(schema, { ...place, indent })};`;
    return [...writeComment(schema, place.bytes), field];
  });
  if (more) lines.push(`[name: string]: ${more === true ? 'unknown' : writeType(more, { ...place, indent })};`);
  return `{\n${lines.map((line) => `${indent}${line}\n`).join('')}${place.indent}}`;
}

function writeType(schema: Schema, place: Place): string {
  const { title = '', anyOf, type } = schema;
  if (schemas[title] !== undefined) return title;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf) return anyOf.map((option) => writeType(option, place)).join(' | ');
  if (Array.isArray(type)) return type.map((item) => writeType({ ...schema, type: item }, place)).join(' | ');
  if (type === 'array') return `${place.given ? 'readonly ' : ''}(${writeType(schema.items ?? {}, place)})[]`;
  // An interface has no index signature.
  if (place.given && schema.additionalProperties === true && schema.properties === undefined) return 'object';
  if (type === 'object') return writeObject(schema, place);
  if (type === 'integer') return 'number';
  if (schema.contentEncoding === 'base64' && place.bytes) return 'string | Uint8Array';
  return String(type);
}

function writeComment(
  { description, minimum, maximum, maxLength, maxItems, ...schema }: Schema,
  bytes: boolean,
): string[] {
  const limits = [
    minimum !== undefined && maximum !== undefined && `From ${minimum} to ${maximum}.`,
    maxLength !== undefined && `At most ${maxLength} characters.`,
    maxItems !== undefined && `At most ${maxItems}.`,
    schema.contentEncoding === 'base64' && bytes && 'Bytes, or a text in base64.',
  ];
  const text = [description, ...limits.filter(Boolean)].join(' ').trim();
  return text === '' ? [] : [`/** ${text.replaceAll('*/', '* /')} */`];
}

/**
 * Puts the declarations where the compiler has written types that are computed from schemas: those say nothing of a field.
 * Leaves out the dashboard's, which no program names.
 */
export function publishTypes(folder: string): void {
  const comments = new Map<string, string>();
  const wire = join(folder, 'wire-types.ts');
  const files = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  for (const { name: file, parentPath } of files) {
    const path = join(parentPath, file);
    if (file.startsWith('dashboard-')) {
      rmSync(path);
      continue;
    }
    const names: string[] = [];
    const text = readFileSync(path, 'utf8')
      .replace(/^export \* from '\.\/dashboard-.*\n/gm, '')
      .replace(/^import type \{ FromSchema \}.*\n/m, '')
      .replace(computed, (_, comment = '', name) => {
        if (schemas[name] === undefined) throw new Error(`no schema is known of the type ${name}`);
        comments.set(name, comment);
        names.push(name);
        return '';
      });
    const list = names.join(', ');
    const place = relative(dirname(path), wire)
      .replaceAll('\\', '/')
      .replace(/^(?!\.)/, './');
    const types = names.length > 0 ? `import type { ${list} } from '${place}';\nexport type { ${list} };\n` : '';
    writeFileSync(path, types + text);
  }
  writeFileSync(join(folder, 'wire-types.d.ts'), declareTypes(comments));
}

/** A type that is computed from a schema, with the comment above it. */
const computed =
  /^(\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:interface|type) (\w+) (?:extends|=) FromSchema<[\s\S]*?(?:;|\{\n\})\n/gm;

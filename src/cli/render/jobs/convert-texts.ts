import { findUnkeptNumber } from '../../../contract/index.ts';
import type { JobFields } from './read-job-lines.ts';

type Schema = Record<string, unknown>;

/** References that are followed, one after the other. */
const deepest = 20;

/**
 * Makes of texts what a JSON schema says that they are: numbers, true and false. A text that may be a text stays one, and so does one that is
 * no such value: then the schema refuses it. An empty text is null if the schema allows that, else it is left out.
 */
export function convertTexts(values: JobFields, schema: unknown): JobFields {
  return convert(values, schema, schema) as JobFields;
}

function convert(value: unknown, schema: unknown, root: unknown): unknown {
  if (typeof value === 'string') return convertText(value, new Set(listTypes(schema, root)));
  if (typeof value !== 'object' || value === null) return value;
  const own = findParts(schema, root);
  if (Array.isArray(value)) {
    const items = own.map((part) => part.items).find((part) => part !== undefined);
    return value.map((item) => convert(item, items, root));
  }
  const entries = Object.entries(value).map(([name, inner]) => {
    const named = own.map((part) => (part.properties as Schema | undefined)?.[name]).find((part) => part !== undefined);
    const other = own.map((part) => part.additionalProperties).find((part) => part !== undefined);
    return [name, convert(inner, named ?? other, root)] as const;
  });
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined));
}

function convertText(text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has('string') || types.has('object') || types.has('array')) return text;
  const trimmed = text.trim();
  if (trimmed === '') return types.has('null') ? null : undefined;
  const isNumber = types.has('number') || types.has('integer');
  if (isNumber && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(trimmed) && !findUnkeptNumber(trimmed)) {
    return Number(trimmed);
  }
  if (types.has('boolean') && /^(true|false)$/.test(trimmed)) return trimmed === 'true';
  return text;
}

/** The types that a value may have; none if the schema does not say. */
function listTypes(schema: unknown, root: unknown): string[] {
  return findParts(schema, root).flatMap(({ type }) => (type === undefined ? [] : ([type].flat() as string[])));
}

/** A schema with those that it refers to and consists of. */
function findParts(schema: unknown, root: unknown, level = 0): Schema[] {
  if (typeof schema !== 'object' || schema === null || level > deepest) return [];
  const own = schema as Schema;
  const inner = [own.allOf, own.anyOf, own.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const referred = typeof own.$ref === 'string' ? [followPointer(own.$ref, root)] : [];
  return [own, ...[...referred, ...inner].flatMap((part) => findParts(part, root, level + 1))];
}

/** What a reference within the schema names. */
function followPointer(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let found = root;
  for (const step of decodeURIComponent(reference.slice(1)).split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    found = typeof found === 'object' && found !== null ? (found as Schema)[name] : undefined;
  }
  return found;
}

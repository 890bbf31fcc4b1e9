import type { ErrorObject } from 'ajv';
import { escapePointer } from '../../contract/index.ts';
import { nameTypes } from '../../engine/index.ts';
import type { FieldError } from '../answers/problems.ts';

/** Most fields that one answer names. */
const errorLimit = 20;

/** What is wrong with each field, in words, without Ajv's errors that repeat another. At most 20. */
export function explainErrors(all: readonly ErrorObject[]): FieldError[] {
  const unknown = all.filter(({ keyword }) => keyword === 'additionalProperties');
  const misspelt = new Set(unknown.map((error) => error.instancePath));
  const found = new Map<string, FieldError>();
  for (const error of all) {
    // The anyOf and oneOf that are left choose between fields, and their own error names all of them.
    if (error.keyword === 'if' || /\/(anyOf|oneOf)\/\d+\//.test(error.schemaPath)) continue;
    // An unknown field is probably the missing one, misspelt.
    if (error.keyword === 'oneOf' && error.params.passingSchemas === null && misspelt.has(error.instancePath)) continue;
    // A name that is not acceptable is reported once, at the name.
    if (error.propertyName !== undefined && error.keyword !== 'propertyNames') continue;
    const field = describeField(error);
    if (!found.has(field.pointer)) found.set(field.pointer, field);
    if (found.size === errorLimit) break;
  }
  return [...found.values()];
}

/** What one error says of its field. */
export function describeField(error: ErrorObject): FieldError {
  const { instancePath: pointer, keyword, params } = error;
  const companion = /\/dependentSchemas\/([^/]+)\//.exec(error.schemaPath)?.[1];
  if (companion) return { pointer: `${pointer}/${companion}`, detail: `is allowed only with ${namesOf(error)}` };
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${escapePointer(params.additionalProperty)}`, detail: unknownField(error) };
    case 'propertyNames':
      return { pointer: `${pointer}/${escapePointer(params.propertyName)}`, detail: 'is not an acceptable name' };
    case 'required':
      return { pointer: `${pointer}/${escapePointer(params.missingProperty)}`, detail: 'is required' };
    case 'anyOf':
    case 'oneOf':
      return { pointer, detail: `must have exactly one of ${namesOf(error)}` };
    case 'type':
      return { pointer, detail: `must be ${nameTypes(params.type)}` };
    case 'enum':
      return { pointer, detail: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer, detail: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'format':
      return { pointer, detail: formatWords[params.format] ?? `must be a ${params.format}` };
    case 'pattern':
      return { pointer, detail: `must be ${error.parentSchema?.['x-pattern-words']}` };
    case 'minimum':
      return { pointer, detail: `must be at least ${params.limit}` };
    case 'maximum':
      return { pointer, detail: `must be at most ${params.limit}` };
    case 'uniqueItems':
      return { pointer, detail: 'must not contain the same value twice' };
    case 'minLength':
    case 'minItems':
      return { pointer, detail: params.limit === 1 ? 'must not be empty' : `must have at least ${sizeOf(error)}` };
    case 'maxLength':
    case 'maxItems':
      return { pointer, detail: `must have at most ${sizeOf(error)}` };
    case 'minProperties':
    case 'maxProperties':
      return { pointer, detail: countOf(error) };
    case 'x-max-bytes':
    case 'x-max-json-bytes':
      return { pointer, detail: `must be at most ${error.schema} bytes` };
    default:
      return { pointer, detail: error.message ?? 'is not valid' };
  }
}

const formatWords: Record<string, string> = {
  'http-address': 'must be an absolute http or https URL',
  'plain-text': 'must not contain control characters',
  'css-length': 'must be a CSS length with a unit, such as "20mm"',
  'overlay-pages': 'must be first, last, odd, even, or page ranges such as "1-3, 5-"',
  'page-ranges': 'must be page ranges such as "1-3, 5"',
  locale: 'must be a BCP 47 language tag such as "de-DE"',
  'time-zone': 'must be an IANA time zone such as "Europe/Berlin"',
  'date-time': 'must be a date and time such as "2026-01-31T12:00:00Z"',
  base64: 'must be base64 with padding and without line breaks (RFC 4648, section 4)',
  uuid: 'must be a UUID',
  slug: 'must be a slug such as "invoice", in lower-case letters, digits, "-", "_" and "."; that of a partial or layout is a path such as "partials/header"',
  'template-folder': 'must be a path of lower-case names such as "invoices/de", without "/" at its start and end',
};

function unknownField(error: ErrorObject): string {
  const known = knownFields(error);
  return known === '' ? 'is not a known field' : `is not a known field; known are ${known}`;
}

function countOf(error: ErrorObject): string {
  const { minProperties, maxProperties } = error.parentSchema as { minProperties?: number; maxProperties?: number };
  if (minProperties === 1 && maxProperties === 1) return `must have exactly one of ${knownFields(error)}`;
  return error.keyword === 'minProperties'
    ? `must have at least one of ${knownFields(error)}`
    : `must have at most ${maxProperties} fields`;
}

function sizeOf({ keyword, params }: ErrorObject): string {
  return `${params.limit} ${keyword.endsWith('Length') ? 'characters' : 'items'}`;
}

function knownFields(error: ErrorObject): string {
  return Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {}).join(', ');
}

/** The fields to choose from, or the field that is required. */
function namesOf(error: ErrorObject): string {
  if (error.keyword === 'required') return error.params.missingProperty;
  return (error.schema as { required?: string[] }[]).flatMap((branch) => branch.required ?? []).join(', ');
}

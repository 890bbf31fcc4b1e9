import Ajv, { type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../contract/index.ts';
import { escapePointer } from './json-body.ts';

/** Fields that are wrong, as they travel in a problem. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/** A request that does not follow its schema. */
export class InvalidRequest extends Error {
  readonly code = 'invalid_request';
  readonly errors: FieldError[];

  constructor(errors: FieldError[]) {
    super(errors.length === 1 ? oneLine(errors[0] as FieldError) : `${errors.length} fields are not valid`);
    this.errors = errors;
  }
}

const mostErrors = 20;

const ajv = new Ajv.default({
  allErrors: true,
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  verbose: true,
  formats: { ...formats, 'date-time': isDateTime },
  keywords: [
    {
      keyword: 'x-max-bytes',
      type: 'string',
      validate: (most: number, text: string) => Buffer.byteLength(text) <= most,
    },
    {
      keyword: 'x-max-json-bytes',
      type: 'object',
      validate: (most: number, value: object) => Buffer.byteLength(JSON.stringify(value)) <= most,
    },
  ],
});

const compiled = new WeakMap<object, ValidateFunction>();

/** Throws InvalidRequest unless `value` follows `schema`. A schema is compiled when it is first needed. */
export function validate(schema: object, value: unknown): void {
  let check = compiled.get(schema);
  if (!check) {
    check = ajv.compile(schema);
    compiled.set(schema, check);
  }
  if (!check(value)) throw new InvalidRequest(explain(check.errors ?? []));
}

/** The errors that help: of several allowed forms only those of the form that was meant. */
export function explain(all: readonly ErrorObject[]): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of all) {
    if (isNoise(error, all)) continue;
    const field = describe(error);
    found.set(`${field.pointer} ${field.detail}`, field);
  }
  return [...found.values()].slice(0, mostErrors);
}

/**
 * `anyOf` reports the errors of every branch, and itself. A branch whose type does not fit at all was not meant; where a
 * branch was meant, its own errors say enough.
 */
function isNoise(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  for (const choice of all) {
    if (choice.keyword !== 'anyOf' && choice.keyword !== 'oneOf') continue;
    const branches = all.filter((other) => other !== choice && other.schemaPath.startsWith(`${choice.schemaPath}/`));
    const misfits = new Set(
      branches.filter((other) => isMisfit(other, choice)).map((other) => branchOf(other, choice)),
    );
    const meant = branches.some((other) => !misfits.has(branchOf(other, choice)));
    if (choice.keyword === 'oneOf') {
      if (branches.includes(error)) return true;
    } else if (
      error === choice ? meant : branches.includes(error) && (!meant || misfits.has(branchOf(error, choice)))
    ) {
      return true;
    }
  }
  return false;
}

function isMisfit(error: ErrorObject, choice: ErrorObject): boolean {
  return error.instancePath === choice.instancePath && (error.keyword === 'type' || error.keyword === 'enum');
}

function branchOf(error: ErrorObject, choice: ErrorObject): string {
  return error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0] ?? '';
}

function describe(error: ErrorObject): FieldError {
  const { instancePath: pointer, keyword, params } = error;
  switch (keyword) {
    case 'additionalProperties':
      return { pointer: `${pointer}/${escapePointer(params.additionalProperty)}`, detail: unknownField(error) };
    case 'propertyNames':
      return { pointer: `${pointer}/${escapePointer(params.propertyName)}`, detail: 'is not an acceptable name' };
    case 'required':
      return { pointer: `${pointer}/${escapePointer(params.missingProperty)}`, detail: 'is required' };
    case 'anyOf':
    case 'oneOf':
      return { pointer, detail: choiceOf(error) };
    case 'enum':
      return { pointer, detail: `must be one of ${params.allowedValues.join(', ')}` };
    case 'const':
      return { pointer, detail: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'format':
      return { pointer, detail: formatWords[params.format] ?? `must be a ${params.format}` };
    case 'x-max-bytes':
    case 'x-max-json-bytes':
      return { pointer, detail: `must be at most ${error.schema} bytes` };
    default:
      return { pointer, detail: error.message ?? 'is not valid' };
  }
}

const formatWords: Record<string, string> = {
  'http-address': 'must be an absolute http or https address',
  'plain-text': 'must not hold control characters',
  'css-length': 'must be a CSS length with a unit, such as "20mm"',
  'page-ranges': 'must be page ranges such as "1-3, 5"',
  'date-time': 'must be a date and time such as "2026-01-31T12:00:00Z"',
  uuid: 'must be a UUID',
};

function unknownField(error: ErrorObject): string {
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  return known.length > 0 ? `is not a known field; known are ${known.join(', ')}` : 'is not a known field';
}

function choiceOf(error: ErrorObject): string {
  const branches = error.schema as { required?: string[]; type?: string }[];
  const keys = branches.flatMap((branch) => branch.required ?? []);
  if (keys.length > 0) return `must have exactly one of ${keys.join(', ')}`;
  return `must be ${branches.map((branch) => `${branch.type === 'string' ? 'a' : 'an'} ${branch.type}`).join(' or ')}`;
}

function oneLine({ pointer, detail }: FieldError): string {
  return `${pointer === '' ? 'the body' : pointer} ${detail}`;
}

/** RFC 3339, section 5.6, with a real date. */
function isDateTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

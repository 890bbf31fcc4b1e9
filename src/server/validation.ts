import Ajv, { type ValidateFunction } from 'ajv/dist/2020.js';
import { formats } from '../contract/index.ts';
import { chooseByType } from './choose-by-type.ts';
import { explainErrors, type FieldError } from './explain-errors.ts';
import { shareParts } from './share-parts.ts';

/** A request that does not follow its schema. */
export class InvalidRequest extends Error {
  readonly code = 'invalid_request';
  readonly errors: FieldError[] | undefined;

  constructor(message: string, errors?: FieldError[]) {
    super(message);
    this.errors = errors;
  }
}

/** Bytes of a body in which every error is looked for. In larger ones it is the first: there may be a million. */
const thoroughBytes = 64 * 1024;

/** Throws InvalidRequest unless a body of so many bytes follows the schema. A schema is compiled when first needed. */
export function validateBody(schema: object, value: unknown, bytes: number): void {
  const errors = findErrors(schema, value, bytes <= thoroughBytes);
  const [first] = errors;
  if (!first) return;
  const field = first.pointer === '' ? 'the body' : first.pointer;
  throw new InvalidRequest(
    errors.length === 1 ? `${field} ${first.detail}` : `${errors.length} fields are not valid`,
    errors,
  );
}

/** Throws InvalidRequest unless a query follows the schema; without one there must be no query. */
export function validateQuery(schema: object | undefined, value: object): void {
  if (schema === undefined && Object.keys(value).length === 0) return;
  const errors = findErrors(schema ?? noQuery, value, false);
  if (errors.length === 0) return;
  throw new InvalidRequest(
    errors.map(({ pointer, detail }) => `the query parameter ${JSON.stringify(pointer.slice(1))} ${detail}`).join('; '),
  );
}

const noQuery = { type: 'object', additionalProperties: false, properties: {} };

function findErrors(schema: object, value: unknown, thorough: boolean): FieldError[] {
  const quick = compile(schema, false);
  if (quick(value)) return [];
  if (!thorough) return explainErrors(quick.errors ?? []);
  const all = compile(schema, true);
  all(value);
  return explainErrors(all.errors ?? []);
}

const compiled = { quick: new WeakMap<object, ValidateFunction>(), all: new WeakMap<object, ValidateFunction>() };

function compile(schema: object, allErrors: boolean): ValidateFunction {
  const known = compiled[allErrors ? 'all' : 'quick'];
  let check = known.get(schema);
  if (!check) {
    check = buildAjv(allErrors).compile(shareParts(chooseByType(schema) as object));
    known.set(schema, check);
  }
  return check;
}

function buildAjv(allErrors: boolean) {
  return new Ajv.default({
    allErrors,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    verbose: true,
    addUsedSchema: false,
    // Optimising the compiled code takes longer than the code then saves.
    code: { optimize: false },
    inlineRefs: false,
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
}

/** RFC 3339, section 5.6, with a real date. */
function isDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.toISOString().slice(0, 10) === text.slice(0, 10);
}

import { type Check, compileSchema } from './compile-schema.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { explainErrors, type FieldError } from './explain-errors.ts';

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
  const quick = compiledSchemas.get(schema) ?? compile(schema, false);
  if (quick(value)) return [];
  // The first error was found without a word about it; now they are looked for in earnest.
  const wordy = compile(schema, thorough);
  wordy(value);
  return explainErrors(wordy.errors ?? []);
}

const compiled = { quick: new WeakMap<object, Check>(), all: new WeakMap<object, Check>() };

function compile(schema: object, allErrors: boolean): Check {
  const known = compiled[allErrors ? 'all' : 'quick'];
  let check = known.get(schema);
  if (!check) {
    check = compileSchema(schema, allErrors);
    known.set(schema, check);
  }
  return check;
}

import { type PartOptions, partOptionsSchema } from '../../contract/index.ts';
import { type FieldError, RequestError } from '../answers/problems.ts';
import { type Check, compileSchema } from './compile-schema.ts';
import { compiledSchemas } from './compiled-schemas.ts';
import { explainErrors } from './explain-errors.ts';

/** The largest body, in bytes, in which all errors are found. A larger one may have a million, so its first is enough. */
const thoroughBytes = 64 * 1024;

/** Throws `invalid_request` unless a body of `bytes` bytes follows the schema. A schema is compiled at its first use. */
export function validateBody(schema: object, value: unknown, bytes: number): void {
  const errors = findErrors(schema, value, bytes <= thoroughBytes);
  const [first] = errors;
  if (!first) return;
  const field = first.pointer === '' ? 'the body' : first.pointer;
  const message = errors.length === 1 ? `${field} ${first.detail}` : `${errors.length} fields are not valid`;
  throw new RequestError('invalid_request', message, { errors });
}

/** Throws `invalid_request` unless a query follows the schema. Without a schema there must be no query. */
export function validateQuery(schema: object | undefined, value: object): void {
  if (schema === undefined && Object.keys(value).length === 0) return;
  const errors = findErrors(schema ?? noQuery, value, false);
  if (errors.length === 0) return;
  const faults = errors.map(
    ({ pointer, detail }) => `the query parameter ${JSON.stringify(pointer.slice(1))} ${detail}`,
  );
  throw new RequestError('invalid_request', faults.join('; '));
}

/** Throws `invalid_request` unless what a path holds besides its id follows the schema. */
export function validateParams(schema: object, value: object): void {
  const [error] = findErrors(schema, value, false);
  if (error === undefined) return;
  throw new RequestError('invalid_request', `${JSON.stringify(error.pointer.slice(1))} in the path ${error.detail}`);
}

const noQuery = { type: 'object', additionalProperties: false, properties: {} };

function findErrors(schema: object, value: unknown, thorough: boolean): FieldError[] {
  const quick = compiledSchemas.get(schema) ?? compile(schema, false);
  if (quick(value)) return [];
  // The quick check keeps no details, so the errors are looked for once more.
  const detailed = compile(schema, thorough);
  detailed(value);
  return explainErrors(detailed.errors ?? []);
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

/** Checks page options of a Markdown document's front matter by the schema of a request's. Throws `invalid_request`. */
export function readPageOptions(options: object): PartOptions {
  validateBody(partOptionsSchema, options, 0);
  return options as PartOptions;
}

import type { ErrorObject } from 'ajv';
import { openAjv } from './compile-schema.ts';
import { describeField } from './explain-errors.ts';

/** What is wrong with a value of a template. */
export interface ValueFault {
  /** Where it is: the names of fields and the indexes of items, from the outermost. */
  path: string[];
  /** The end of a sentence that starts with the name of the field. */
  detail: string;
}

/** Finds what is wrong with values. */
export type ValuesCheck = (values: object) => ValueFault[];

/** The `$schema` of the version that is understood. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Most faults that are listed. */
const faultLimit = 20;

/** Keywords whose errors Ajv words well enough, because they name no field. */
const plainKeywords = [
  ...['if', 'anyOf', 'oneOf', 'not', 'contains', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'items', 'propertyNames'],
];

/**
 * Compiles a schema of values (JSON Schema 2020-12). `format` is an annotation, as the standard has it by default. Throws an Error that says
 * why it is no schema.
 */
export function compileValuesSchema(schema: unknown): ValuesCheck {
  const isSchema = typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null);
  if (!isSchema || Array.isArray(schema)) throw new Error('a schema is a JSON object');
  const { $schema = dialect } = schema as { $schema?: unknown };
  if (String($schema).replace(/#$/, '') !== dialect) {
    throw new Error(`"$schema" must be "${dialect}", or be left out`);
  }
  const ajv = openAjv({ allErrors: true, strict: false, validateFormats: false, logger: false });
  const check = ajv.compile(typeof schema === 'object' ? { ...schema, $schema: dialect } : schema);
  return (values) => {
    if (check(values)) return [];
    const found = new Map<string, ValueFault>();
    for (const error of check.errors ?? []) {
      if (isRepeated(error, check.errors ?? [])) continue;
      const fault = describeFault(error);
      const key = JSON.stringify(fault.path);
      if (!found.has(key)) found.set(key, fault);
      if (found.size === faultLimit) break;
    }
    return [...found.values()];
  };
}

/** Whether an error only says that a branch failed whose errors are listed, or is one of a branch among others. */
function isRepeated({ keyword, schemaPath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (keyword === 'if') return all.length > 1;
  return /\/(anyOf|oneOf)\/\d+\//.test(schemaPath);
}

function describeFault(error: ErrorObject): ValueFault {
  const { keyword, params, message = 'is not valid' } = error;
  const path = readSteps(error.instancePath);
  if (keyword === 'required' || keyword === 'dependentRequired') {
    return { path: [...path, params.missingProperty], detail: 'is required' };
  }
  if (keyword === 'pattern') return { path, detail: `must match the pattern ${params.pattern}` };
  if (plainKeywords.includes(keyword) || error.propertyName !== undefined) return { path, detail: message };
  const { pointer, detail } = describeField(error);
  return { path: readSteps(pointer), detail };
}

/** The steps of a JSON pointer (RFC 6901). */
function readSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

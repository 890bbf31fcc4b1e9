import { createRequire } from 'node:module';
import type { ErrorObject } from 'ajv';
import { describeFault, type ValueFault } from './describe-fault.ts';

/** Finds what is wrong with values. */
export type ValuesCheck = (values: object) => ValueFault[];

/** The `$schema` of the version that is understood. */
const dialect = 'https://json-schema.org/draft/2020-12/schema';

/** Most faults that are listed. */
const faultLimit = 20;

/**
 * Compiles a schema of values (JSON Schema 2020-12). `format` is an annotation, as the standard has it by default, and references are
 * followed within the schema alone. Throws an Error that says why it is no schema; so does the check, for references without an end.
 */
export function compileValuesSchema(schema: unknown): ValuesCheck {
  const isSchema = typeof schema === 'boolean' || (typeof schema === 'object' && schema !== null);
  if (!isSchema || Array.isArray(schema)) throw new Error('a schema is a JSON object');
  const { $schema = dialect } = schema as { $schema?: unknown };
  if (String($schema).replace(/#$/, '') !== dialect) {
    throw new Error(`"$schema" must be "${dialect}", or be left out`);
  }
  const check = compile(typeof schema === 'object' ? { ...schema, $schema: dialect } : schema);
  return (values) => {
    if (endless(() => check(values))) return [];
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

/** Ajv is loaded only now: most renders have no schema. */
function compile(schema: object | boolean) {
  const require = createRequire(import.meta.url);
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    ...{ allErrors: true, strict: false, validateFormats: false, logger: false, verbose: true },
    // Optimising takes longer than the optimised code saves.
    code: { optimize: false },
  });
  const check = endless(() => ajv.compile(schema));
  // Such a check answers later, whatever the values are.
  if ('$async' in check) throw new Error('"$async" is not supported');
  return check;
}

function endless<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new Error('its references to itself have no end');
    throw error;
  }
}

/** Whether an error only says that a branch failed whose errors are listed, or is one of a branch among others. */
function isRepeated({ keyword, schemaPath }: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (keyword === 'if') return all.length > 1;
  return /\/(anyOf|oneOf)\/\d+\//.test(schemaPath);
}

import { createRequire } from 'node:module';
import type { Ajv2020, Code, ErrorObject, KeywordCxt, Options } from 'ajv/dist/2020.js';
import { chooseByType, schemaFormats } from './schema-rules.ts';

/** A compiled schema: whether a value follows it. `errors` are those of the last value that did not. */
export interface Check {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Compiles a schema (JSON Schema 2020-12) into a check that stops at the first error, or finds all of them. */
export function compileSchema(schema: object, allErrors: boolean): Check {
  return openAjv({ allErrors, formats: schemaFormats }).compile(chooseByType(schema)) as Check;
}

/** Opens an Ajv with platen's own keywords. Ajv is loaded only now, because most requests follow their schema. */
export function openAjv(options: Options): Ajv2020 {
  const require = createRequire(import.meta.url);
  const { Ajv2020, _ } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const limitBytes = (keyword: string, type: 'string' | 'object', length: (data: KeywordCxt['data']) => Code) => ({
    keyword,
    type,
    schemaType: 'number' as const,
    code: (cxt: KeywordCxt) => cxt.fail(_`${length(cxt.data)} > ${cxt.schema}`),
  });
  return new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
    verbose: true,
    addUsedSchema: false,
    inlineRefs: false,
    ...options,
    // Optimising takes longer than the optimised code saves.
    code: { optimize: false, ...options.code },
    keywords: [
      limitBytes('x-max-bytes', 'string', (data) => _`Buffer.byteLength(${data})`),
      limitBytes('x-max-json-bytes', 'object', (data) => _`Buffer.byteLength(JSON.stringify(${data}))`),
      // What explainErrors says of a pattern.
      'x-pattern-words',
      // What the OpenAPI document says of a value that arrives as text.
      'x-sent-as',
    ],
  });
}

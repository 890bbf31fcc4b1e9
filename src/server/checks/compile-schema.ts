import { createRequire } from 'node:module';
import type { Ajv2020, Code, ErrorObject, KeywordCxt, Options } from 'ajv/dist/2020.js';
import { chooseByType } from './choose-by-type.ts';
import { schemaFormats } from './schema-formats.ts';
import { shareParts } from './share-parts.ts';

/** Whether a value follows a schema; the errors of the last value that did not. */
export interface Check {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null;
}

/** Compiles a schema (JSON Schema 2020-12) into a check: of the first error alone, or of all of them. */
export function compileSchema(schema: object, allErrors: boolean): Check {
  return openAjv({ allErrors, formats: schemaFormats }).compile(prepareSchema(schema)) as Check;
}

/** A schema in the form that is compiled: the same meaning, better errors and no part twice. */
export function prepareSchema(schema: object): object {
  return shareParts(chooseByType(schema) as object);
}

/** An Ajv with platen's own keywords. It is loaded when it is first needed: most requests follow their schema. */
export function openAjv(options: Options): Ajv2020 {
  const require = createRequire(import.meta.url);
  const { Ajv2020, _ } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const most = (keyword: string, type: 'string' | 'object', length: (data: KeywordCxt['data']) => Code) => ({
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
    // Optimising the compiled code takes longer than the code then saves.
    code: { optimize: false, ...options.code },
    keywords: [
      most('x-max-bytes', 'string', (data) => _`Buffer.byteLength(${data})`),
      most('x-max-json-bytes', 'object', (data) => _`Buffer.byteLength(JSON.stringify(${data}))`),
    ],
  });
}

// Puts compiled checks in place of src/server/checks/compiled-schemas.ts, so that no command compiles a schema to send one request.
import { join } from 'node:path';
import { _ } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { partOptionsSchema, type Route, routes } from '../../src/contract/index.ts';
import { openAjv } from '../../src/server/checks/compile-schema.ts';
import { chooseByType, schemaFormats } from '../../src/server/checks/schema-rules.ts';
import { shareParts } from './share-parts.ts';

const file = join(import.meta.dirname, '../../src/server/checks/compiled-schemas.ts');

/** The plugin for the bundler. */
export const compileSchemas: Plugin = {
  name: 'compile-schemas',
  load: (id) => (id === file ? buildModule() : null),
};

function buildModule() {
  const ajv = openAjv({
    allErrors: false,
    formats: schemaFormats,
    code: { source: true, esm: true, formats: _`schemaFormats` },
  });
  const places: Record<string, object> = { partOptionsSchema };
  for (const [name, route] of Object.entries<Route>(routes)) {
    if (route.body) places[`routes.${name}.body`] = route.body;
    if (route.query) places[`routes.${name}.query`] = route.query;
  }
  const checks = Object.entries(places).map(([place, schema], index) => ({ name: `check${index}`, place, schema }));
  const whole = shareParts(Object.fromEntries(checks.map(({ name, schema }) => [name, chooseByType(schema)])));
  ajv.addSchema(whole, 'contract');
  const names = Object.fromEntries(checks.map(({ name }) => [name, `contract#/$defs/${name}`]));
  const rows = checks.map(({ name, place }) => `[${place}, ${name}]`);
  return `import { partOptionsSchema, routes } from '../../contract/index.ts';
import { schemaFormats } from './schema-rules.ts';
${standaloneCode.default(ajv, names).replaceAll('"use strict";', '')}
export const compiledSchemas = new Map([${rows.join(', ')}]);`;
}

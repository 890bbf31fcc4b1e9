import { expect, it } from 'vitest';
import { findRequestFields } from '../../scripts/reference/request.ts';
import { requestExamples } from '../../scripts/reference/request-examples.ts';
import { compileSchema } from '../../src/server/checks/compile-schema.ts';

const fields = findRequestFields();

it('an example is there for each field of a request, and for nothing else', () => {
  expect(Object.keys(requestExamples).sort()).toEqual(fields.map(({ path }) => path).sort());
});

it.each(fields.map(({ path, schema }) => [path, schema] as const))('the example of %s is valid', (path, schema) => {
  const check = compileSchema(schema, true);
  expect([check(requestExamples[path]), check.errors]).toEqual([true, null]);
});

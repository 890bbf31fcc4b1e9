import { describe, expect, it } from 'vitest';
import { dashboardRoutes, routes } from '../../../src/contract/index.ts';
import { compileSchema } from '../../../src/server/checks/compile-schema.ts';
import { explainErrors } from '../../../src/server/checks/explain-errors.ts';

function explain(schema: object, value: unknown): string[] {
  const check = compileSchema(schema, true);
  expect(check(value)).toBe(false);
  return explainErrors(check.errors ?? []).map(({ detail }) => detail);
}

/** Every schema inside a value that has a pattern; names of fields are explained without it. */
function findPatterned(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const { propertyNames: _, ...rest } = value as Record<string, unknown>;
  const inner = Object.values(rest).flatMap(findPatterned);
  return typeof rest.pattern === 'string' ? [rest, ...inner] : inner;
}

const fields = { type: 'object', properties: { a: {}, b: {} } };
const one = { minProperties: 1, maxProperties: 1 };

describe('an error of a field', () => {
  it.each([
    ['too small', { type: 'integer', minimum: 60 }, 5, 'must be at least 60'],
    ['too large', { type: 'integer', maximum: 60 }, 61, 'must be at most 60'],
    ['the same value twice', { type: 'array', uniqueItems: true }, ['a', 'a'], 'must not contain the same value twice'],
    ['of another form', { type: 'string', pattern: '^x$', 'x-pattern-words': 'an x' }, 'y', 'must be an x'],
    ['empty', { type: 'array', minItems: 1 }, [], 'must not be empty'],
    ['an empty text', { type: 'string', minLength: 1 }, '', 'must not be empty'],
    ['too few', { type: 'array', minItems: 2 }, ['a'], 'must have at least 2 items'],
    ['too many', { type: 'array', maxItems: 2 }, ['a', 'b', 'c'], 'must have at most 2 items'],
    ['too short', { type: 'string', minLength: 3 }, 'ab', 'must have at least 3 characters'],
    ['too long', { type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters'],
    ['without a field', { ...fields, minProperties: 1 }, {}, 'must have at least one of a, b'],
    ['with two of which one is allowed', { ...fields, ...one }, { a: 1, b: 1 }, 'must have exactly one of a, b'],
    ['with none of which one is needed', { ...fields, ...one }, {}, 'must have exactly one of a, b'],
    ['with too many fields', { type: 'object', maxProperties: 2 }, { a: 1, b: 1, c: 1 }, 'must have at most 2 fields'],
    ['another value', { const: 'x' }, 'y', 'must be "x"'],
    ['none of a list', { enum: ['x', 'y'] }, 'z', 'must be one of x, y'],
    ['unknown', { ...fields, additionalProperties: false }, { c: 1 }, 'is not a known field; known are a, b'],
    ['unknown beside none', { type: 'object', additionalProperties: false }, { c: 1 }, 'is not a known field'],
    ['missing', { type: 'object', required: ['a'] }, {}, 'is required'],
  ])('says in words what is %s', (_what, schema, value, detail) => {
    expect(explain(schema, value)).toEqual([detail]);
  });

  it('is one of at most 20, in the order of the fields', () => {
    const schema = { type: 'array', items: { type: 'integer' } };
    const values = Array.from({ length: 21 }, () => 'x');
    expect(explain(schema, values)).toHaveLength(20);
    expect(explain(schema, values.slice(0, 20))).toHaveLength(20);
  });

  it.each([
    [
      'an unknown field, which may be the one that is missing',
      { parts: 1 },
      [['/parts', 'is not a known field; known are a, b']],
    ],
    ['a field without its companion', { b: 1 }, [['/b', 'is allowed only with a']]],
    ['a value inside', { a: { 'x/y': 1 } }, [['/a/x~1y', 'is not an acceptable name']]],
  ])('is at the place of %s', (_what, value, places) => {
    const schema = {
      ...fields,
      properties: { a: { type: 'object', propertyNames: { pattern: '^x$' } }, b: {} },
      additionalProperties: false,
      dependentSchemas: { b: { required: ['a'] } },
    };
    const check = compileSchema(schema, true);
    expect(check(value)).toBe(false);
    expect(explainErrors(check.errors ?? []).map(({ pointer, detail }) => [pointer, detail])).toEqual(places);
  });

  it('never shows a regular expression: every pattern of the contract has words', () => {
    const patterned = findPatterned([Object.values(routes), Object.values(dashboardRoutes)]);
    expect(patterned.length).toBeGreaterThan(5);
    for (const schema of patterned) expect(schema).toHaveProperty('x-pattern-words', expect.stringMatching(/^\w/));
  });
});

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

describe('an error of a field', () => {
  it.each([
    ['too small', { type: 'integer', minimum: 60 }, 5, 'must be at least 60'],
    ['too large', { type: 'integer', maximum: 60 }, 61, 'must be at most 60'],
    ['the same value twice', { type: 'array', uniqueItems: true }, ['a', 'a'], 'must not contain the same value twice'],
    ['of another form', { type: 'string', pattern: '^x$', 'x-pattern-words': 'an x' }, 'y', 'must be an x'],
  ])('says in words what is %s', (_what, schema, value, detail) => {
    expect(explain(schema, value)).toEqual([detail]);
  });

  it('never shows a regular expression: every pattern of the contract has words', () => {
    const patterned = findPatterned([Object.values(routes), Object.values(dashboardRoutes)]);
    expect(patterned.length).toBeGreaterThan(5);
    for (const schema of patterned) expect(schema).toHaveProperty('x-pattern-words', expect.stringMatching(/^\w/));
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { openSchemaChecker } from '../../../src/markup/values/schema-checker.ts';

const checker = openSchemaChecker();
afterAll(() => checker.close());
const check = (schema: unknown, values: object = {}) =>
  checker.check(JSON.stringify(schema), values, { account: 'a', signal: new AbortController().signal });

/** Branches that double with each level. */
const doubling = {
  $ref: '#/$defs/n0',
  $defs: Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `n${n}`,
      n === 59 ? false : { anyOf: [{ $ref: `#/$defs/n${n + 1}` }, { $ref: `#/$defs/n${n + 1}` }] },
    ]),
  ),
};

describe('values in a separate process', () => {
  it('are checked by a schema, which names the fields that are wrong', async () => {
    const schema = { properties: { lines: { items: { required: ['price'] } } }, required: ['number'] };
    expect(await check(schema, { number: 1, lines: [{ price: 1 }] })).toEqual({ faults: [] });
    expect(await check(schema, { lines: [{ price: 1 }, {}] })).toEqual({
      faults: [
        { path: ['number'], field: 'number', detail: 'is required' },
        { path: ['lines', '1', 'price'], field: 'lines[1].price', detail: 'is required' },
      ],
    });
  });

  it.each<[string, unknown, object, string]>([
    [
      'a pattern that never ends',
      { properties: { a: { pattern: '^(a+)+$' } } },
      { a: `${'a'.repeat(60)}!` },
      'too much time',
    ],
    ['branches that double', doubling, {}, 'too much'],
    ['a circle of references', { $ref: '#/$defs/a', $defs: { a: { $ref: '#' } } }, {}, 'have no end'],
    ['a schema of another server', { $ref: 'http://169.254.169.254/x.json' }, {}, "can't resolve reference"],
    ['a schema that answers later', { $async: true }, {}, '"$async" is not supported'],
    ['what is no schema', { type: 'text' }, {}, 'schema is invalid'],
    ['names that are code', { properties: { '");process.exit(1);//': { type: 3 } } }, {}, 'schema is invalid'],
  ])('end with a problem for %s, and others are checked afterwards', async (_what, schema, values, problem) => {
    expect((await check(schema, values)).problem).toContain(problem);
    expect(await check({ required: ['a'] }, { a: 1 })).toEqual({ faults: [] });
  });
});

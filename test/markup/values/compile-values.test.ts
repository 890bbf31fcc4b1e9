import { describe, expect, it } from 'vitest';
import { compileValuesSchema } from '../../../src/markup/values/compile-values.ts';

const faults = (schema: unknown, values: object) =>
  compileValuesSchema(schema)(values).map(({ path, detail }) => [path.join('.'), detail]);

describe('values that do not follow a schema', () => {
  it.each<[string, object, object, unknown[]]>([
    ['are right', { properties: { a: { type: 'string' } } }, { a: 'x', b: 1 }, []],
    [
      'have another type',
      { properties: { a: { type: ['string', 'null'] } } },
      { a: 5 },
      [['a', 'must be a string or null']],
    ],
    ['lack a field', { properties: { c: { required: ['name'] } } }, { c: {} }, [['c.name', 'is required']]],
    [
      'have an unknown field',
      { properties: { name: {} }, additionalProperties: false },
      { nmae: 1 },
      [['nmae', 'is not a known field; known are name']],
    ],
    [
      'are wrong in a list',
      { properties: { l: { items: { type: 'number' } } } },
      { l: [1, 'x'] },
      [['l.1', 'must be a number']],
    ],
    ['have slashes', { properties: { 'a/b~': { const: 1 } } }, { 'a/b~': 2 }, [['a/b~', 'must be 1']]],
    ['do not match', { properties: { a: { pattern: '^x' } } }, { a: 'y' }, [['a', 'must match the pattern ^x']]],
    ['are too small', { properties: { a: { minimum: 1 } } }, { a: 0 }, [['a', 'must be at least 1']]],
    [
      'fit no branch',
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      { a: 1 },
      [['a', 'must match a schema in anyOf']],
    ],
    [
      'fail a condition',
      { if: { not: { required: ['a'] } }, else: { required: ['b'] } },
      { a: 1 },
      [['b', 'is required']],
    ],
    ['need another field', { dependentRequired: { a: ['b'] } }, { a: 1 }, [['b', 'is required']]],
    [
      'follow definitions',
      { $defs: { t: { type: 'string' } }, properties: { a: { $ref: '#/$defs/t' } } },
      { a: 1 },
      [['a', 'must be a string']],
    ],
    ['have a format, which is a note', { properties: { a: { format: 'email' } } }, { a: 'x' }, []],
  ])('%s', (_what, schema, values, expected) => {
    expect(faults(schema, values)).toEqual(expected);
  });

  it('are listed up to a number', () => {
    const values = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, 'x']));
    expect(faults({ additionalProperties: { type: 'number' } }, values)).toHaveLength(20);
  });
});

describe('a schema', () => {
  it.each([
    [[], 'a schema is a JSON object'],
    ['string', 'a schema is a JSON object'],
    [{ type: 'text' }, 'type'],
    [
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      '"$schema" must be "https://json-schema.org/draft/2020-12/schema"',
    ],
    [{ $ref: 'https://example.com/other.json' }, "can't resolve reference https://example.com/other.json"],
    [{ properties: { a: { pattern: '(' } } }, 'Invalid regular expression'],
    [{ $async: true }, '"$async" is not supported'],
  ])('that cannot be used says why: %j', (schema, message) => {
    expect(() => compileValuesSchema(schema)).toThrow(message);
  });

  it('may refer to itself, but not without an end', () => {
    const tree = { properties: { inner: { $ref: '#' } }, required: ['name'] };
    expect(faults(tree, { name: 'a', inner: { name: 'b', inner: {} } })).toEqual([['inner.inner.name', 'is required']]);
    expect(() => faults({ $ref: '#' }, {})).toThrow('its references to itself have no end');
  });

  it('may name its version', () => {
    expect(faults({ $schema: 'https://json-schema.org/draft/2020-12/schema#', required: ['a'] }, {})).toHaveLength(1);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatPatterns } from '../../scripts/docs/format-patterns.ts';
import { openSchemaNames } from '../../scripts/docs/name-schemas.ts';
import { formats } from '../../src/contract/index.ts';
import { anyText } from '../helpers/any-text.ts';

/** Formats of which the pattern says all. */
const exact = ['plain-text', 'css-length', 'page-ranges'];
const pieces = ['http', 'HTTPS', '://', 'a.b', '/', '\\', '..', '.', '1', '12', '-', ',', ' ', 'mm', 'px', '=', 'QUJD'];
const text = fc.oneof(
  anyText(),
  fc.array(fc.constantFrom(...pieces, '\u0000', '\u0085', 'ü', '😀'), { maxLength: 6 }).map((list) => list.join('')),
);

describe('the pattern of a format', () => {
  it('stands beside every format of the contract but UUID, which all tools know', () => {
    expect(Object.keys(formatPatterns).sort()).toEqual(
      Object.keys(formats)
        .filter((name) => name !== 'uuid')
        .sort(),
    );
  });

  it.each(Object.entries(formatPatterns))('%s matches every text of the format', (name, source) => {
    const [pattern, isValid] = [new RegExp(source, 'u'), formats[name] as (text: string) => boolean];
    fc.assert(
      fc.property(text, (value) => {
        if (isValid(value)) expect(value).toMatch(pattern);
        else if (exact.includes(name)) expect(value).not.toMatch(pattern);
      }),
      { numRuns: 2000 },
    );
  });

  it('is left alone where a schema has its own', () => {
    const schema = { type: 'string', format: 'plain-text', pattern: '^x$' };
    expect(openSchemaNames().refer(schema)).toEqual(schema);
  });
});

it('two schemas of one name are refused', () => {
  const names = openSchemaNames();
  expect(names.refer({ title: 'A', type: 'string' })).toEqual({ $ref: '#/components/schemas/A' });
  expect(() => names.refer({ items: { title: 'A', type: 'number' } })).toThrow('two schemas have the title A');
});

import { describe, expect, it } from 'vitest';
import { draftSchema } from '../../../src/cli/templates/draft-schema.ts';
import { compileValuesSchema } from '../../../src/markup/values/compile-values.ts';

const samples = [
  { number: 'A-1', total: 100, paid: null, lines: [{ title: 'x', price: 1 }, { title: 'y' }], note: 'n', empty: [] },
  { number: 'A-2', total: 9.5, paid: '2026-01-01', lines: [], customer: { name: 'Ada' }, empty: [] },
];

describe('a drafted schema', () => {
  it('has the types of all values, and requires what all of them have', () => {
    expect(draftSchema(samples)).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        number: { type: 'string' },
        total: { type: 'number' },
        paid: { type: ['string', 'null'] },
        lines: {
          type: 'array',
          items: {
            type: 'object',
            properties: { title: { type: 'string' }, price: { type: 'number' } },
            required: ['title'],
          },
        },
        note: { type: 'string' },
        empty: { type: 'array' },
        customer: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      },
      required: ['number', 'total', 'paid', 'lines', 'empty'],
    });
  });

  it('is followed by the values that it is made of', () => {
    const check = compileValuesSchema(draftSchema(samples));
    expect(samples.flatMap(check)).toEqual([]);
    expect(check({ ...samples[0], total: '100' })).toEqual([
      { path: ['total'], field: 'total', detail: 'must be a number' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { convertTexts } from '../../../../src/cli/render/jobs/convert-texts.ts';

const number = { type: 'number' };

describe('the texts of a row', () => {
  it.each<[string, object | undefined, object, object]>([
    ['stay without a schema', undefined, { a: '1' }, { a: '1' }],
    ['stay if the schema says nothing of them', { properties: { b: number } }, { a: '1' }, { a: '1' }],
    ['stay if they may be texts', { properties: { a: { type: ['string', 'number'] } } }, { a: '01' }, { a: '01' }],
    ['become numbers', { properties: { a: number, b: number } }, { a: '1.50', b: ' -2e3 ' }, { a: 1.5, b: -2000 }],
    ['become whole numbers', { properties: { a: { type: 'integer' } } }, { a: '7' }, { a: 7 }],
    ['become true or false', { properties: { a: { type: 'boolean' } } }, { a: 'true' }, { a: true }],
    [
      'stay if they are no such value, which the schema refuses',
      { properties: { a: number, b: number, c: number, d: { type: 'boolean' } } },
      ...([
        { a: '1,50', b: '007', c: '90071992547409931', d: 'yes' },
        { a: '1,50', b: '007', c: '90071992547409931', d: 'yes' },
      ] as const),
    ],
    ['are left out if they are empty', { properties: { a: number } }, { a: '', b: '' }, { b: '' }],
    ['become null if they are empty', { properties: { a: { type: ['number', 'null'] } } }, { a: ' ' }, { a: null }],
    [
      'are found inside objects, by references and in branches',
      {
        properties: { customer: { $ref: '#/$defs/customer' } },
        $defs: { customer: { allOf: [{ properties: { id: { anyOf: [number, { type: 'null' }] } } }] } },
      },
      { customer: { id: '5', name: '5' } },
      { customer: { id: 5, name: '5' } },
    ],
    ['are found by a rule for all other fields', { additionalProperties: number }, { a: '1' }, { a: 1 }],
    [
      'are found by a reference to the whole',
      { properties: { x: { $ref: '#' }, n: number } },
      { x: { n: '1' } },
      { x: { n: 1 } },
    ],
  ])('%s', (_what, schema, values, expected) => {
    expect(convertTexts(values as Record<string, unknown>, schema)).toEqual(expected);
  });

  it('follow 20 references, one after the other, and no more', () => {
    const nest = (levels: number): object => (levels === 0 ? { type: 'integer' } : { allOf: [nest(levels - 1)] });
    const convert = (levels: number) => convertTexts({ a: '1' }, { properties: { a: nest(levels) } });
    expect([convert(20), convert(21)]).toEqual([{ a: 1 }, { a: '1' }]);
  });

  it('end with a schema that refers to itself', () => {
    expect(convertTexts({ a: '1' }, { $ref: '#' })).toEqual({ a: '1' });
  });
});

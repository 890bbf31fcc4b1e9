import { expect, test } from 'vitest';
import { describeFields } from '../../../src/engine/render/describe-fields.ts';
import type { FieldFault } from '../../../src/pdf/index.ts';
import { MergeError } from '../../../src/pdf/index.ts';

function describe(fields: FieldFault[], knownFields: string[] = [], parts: object = {}, index = 0) {
  const error = new MergeError('invalid_request', 0, 'x', { fields, knownFields });
  return describeFields({ parts } as never, index, error);
}

const unknown = (name: string): FieldFault => ({ name, detail: 'is unknown', isUnknown: true });

test('faults of fields name their place in the request', () => {
  expect(describe([{ name: 'a/b~c', detail: 'is read-only' }])).toEqual([
    { pointer: '/parts/fields/a~1b~0c', detail: 'is read-only' },
  ]);
  expect(describe([{ name: '', detail: 'has no fields' }], [], [{}, {}], 1)).toEqual([
    { pointer: '/parts/1/fields', detail: 'has no fields' },
  ]);
});

test('an unknown field is compared with those of the form, which are listed', () => {
  expect(describe([unknown('nmae'), { name: 'nam', detail: 'is read-only' }], ['name', 'b'])).toEqual([
    { pointer: '/parts/fields/nmae', detail: 'is unknown; did you mean "name"?' },
    { pointer: '/parts/fields/nam', detail: 'is read-only' },
    { pointer: '/parts/fields', detail: 'the form has "name", "b"' },
  ]);
  expect(describe([unknown('nmae')])).toEqual([{ pointer: '/parts/fields/nmae', detail: 'is unknown' }]);
});

test.each([
  [30, /"field29"$/],
  [31, /"field29" and 1 more$/],
])('of %i fields of a form, 30 are listed', (count, end) => {
  const names = Array.from({ length: count }, (_, at) => `field${at}`);
  expect(describe([], names)[0]?.detail).toMatch(end);
});

test('100 faults are named', () => {
  const faults = Array.from({ length: 101 }, (_, at) => ({ name: `f${at}`, detail: 'x' }));
  expect(describe(faults)).toHaveLength(100);
});

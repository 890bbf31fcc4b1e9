import { expect, test } from 'vitest';
import { EngineError } from '../../../src/children/index.ts';
import { requireValidValues } from '../../../src/engine/render/check-values.ts';
import type { CheckedValues } from '../../../src/markup/index.ts';

const fault = (field: string, path: string[]) => ({ path, field, detail: 'is missing' });

/** How a check of values ends. `preview` are the values of the template, which count if the request has none. */
async function check(checked: Partial<CheckedValues>, part: object, schema: string | undefined = '{}') {
  const asked: unknown[] = [];
  const error = await requireValidValues(
    { schema, preview_context: { is: 'preview' } } as never,
    { part: part as never, pointer: '/parts/2' },
    async (given, values) => {
      asked.push([given, values]);
      return { faults: [], problem: undefined, ...checked } as CheckedValues;
    },
  ).catch((thrown: EngineError) => thrown);
  return { asked, error: error as EngineError | undefined };
}

test('values are checked by the schema, those of the request or those of the template', async () => {
  expect(await check({}, { context: { is: 'own' } })).toEqual({ asked: [['{}', { is: 'own' }]], error: undefined });
  expect((await check({}, {})).asked).toEqual([['{}', { is: 'preview' }]]);
});

test('a template without a schema takes all values', async () => {
  const asked: unknown[] = [];
  await requireValidValues({ preview_context: {} } as never, { part: {} as never, pointer: '' }, async (...given) => {
    asked.push(given);
    return { faults: [] } as never;
  });
  expect(asked).toEqual([]);
});

test('a schema that cannot be used is an error of the template', async () => {
  const { error } = await check({ problem: 'line 1', faults: [fault('a', ['a'])] }, {});
  expect([error?.code, error?.message]).toEqual([
    'template_error',
    "the schema of the template's values cannot be used: line 1",
  ]);
});

test('values that are refused name their fields', async () => {
  const one = await check({ faults: [fault('a', ['x/y', '~z'])] }, { context: {} });
  expect(one.error).toBeInstanceOf(EngineError);
  expect(one.error?.code).toBe('invalid_request');
  expect(one.error?.message).toBe('the values do not follow the schema of the template: a is missing');
  expect(one.error?.errors).toEqual([{ pointer: '/parts/2/context/x~1y/~0z', detail: 'is missing' }]);
  const two = await check({ faults: [fault('a', []), fault('b', ['b'])] }, { context: {} });
  expect(two.error?.message).toMatch(/: a is missing \(the first of 2 faults\)$/);
  expect(two.error?.errors?.map(({ pointer }) => pointer)).toEqual(['/parts/2/context', '/parts/2/context/b']);
});

test('values of the template that are refused name the template', async () => {
  const { error } = await check({ faults: [fault('a', ['a'])] }, {});
  expect(error?.errors).toEqual([{ pointer: '/parts/2/template', detail: 'has values of which a is missing' }]);
});

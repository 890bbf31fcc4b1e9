import { describe, expect, it } from 'vitest';
import { openValuesChecker, readValuesSchema } from '../../../src/cli/documents/check-values.ts';
import { makeFolder } from './folder.ts';

const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['c'] };
const folderWith = (json: object | string) =>
  makeFolder({ 'values.schema.json': typeof json === 'string' ? json : JSON.stringify(json) });
const read = (json: string, file = 'shop/values/full.json') => ({ file, json });

describe('values of a template folder', () => {
  it('have a fault with its place for each that the schema refuses, in the order of the file', async () => {
    const json = '{\n  "b": "x",\n  "a": 1,\n  "c": true\n}';
    expect(await openValuesChecker().find(await folderWith(schema), 'shop', JSON.parse(json), read(json))).toEqual([
      { message: 'b must be a number', file: 'shop/values/full.json', line: 2, column: 8 },
      { message: 'a must be a string', file: 'shop/values/full.json', line: 3, column: 8 },
    ]);
  });

  it('have faults without a place if they come from no file', async () => {
    const found = await openValuesChecker().find(await folderWith(schema), 'shop', { a: 1 }, undefined);
    expect(found).toEqual([{ message: 'c is required' }, { message: 'a must be a string' }]);
  });

  it.each<[string, object, object]>([
    ['they follow the schema', schema, { a: 'x', c: 1 }],
    ['the schema allows all', {}, { a: 1 }],
  ])('have no fault if %s', async (_what, given, values) => {
    expect(await openValuesChecker().find(await folderWith(given), 'shop', values, undefined)).toEqual([]);
  });

  it('have no fault without a schema', async () => {
    const checker = openValuesChecker();
    const folder = await makeFolder({ 'content.html': 'x' });
    expect(await checker.find(folder, 'shop', { a: 1 }, undefined)).toEqual([]);
    expect(await checker.require(folder, 'shop', { a: 1 }, undefined)).toBeUndefined();
  });

  it('are checked by the schema of their folder', async () => {
    const checker = openValuesChecker();
    const [one, other] = [await folderWith(schema), await folderWith({ required: ['d'] })];
    for (const _time of [1, 2]) {
      expect(await checker.find(one, 'one', {}, undefined)).toEqual([{ message: 'c is required' }]);
      expect(await checker.find(other, 'other', {}, undefined)).toEqual([{ message: 'd is required' }]);
    }
  });
});

describe('values that do not follow their schema', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at}`);
  const missing = (from: number, to: number) => names(to).slice(from);
  const say = (name: string) => `${name} is required`;

  it.each([
    [1, []],
    [2, missing(1, 2).map(say)],
    [6, missing(1, 6).map(say)],
    [7, [...missing(1, 5).map(say), 'and 2 more']],
    [9, [...missing(1, 5).map(say), 'and 4 more']],
  ])('are refused with all of %d faults, or the first five and the number of others', async (count, rest) => {
    const folder = await folderWith({ required: names(count) });
    await expect(openValuesChecker().require(folder, 'shop', {}, undefined)).rejects.toMatchObject({
      code: 'input_invalid',
      message: 'f0 is required',
      why: ['the values do not follow shop/values.schema.json', ...rest].join('; '),
    });
  });

  it('are refused with the place of each fault', async () => {
    const json = '{"b": "x",\n"a": 1, "c": 1}';
    const done = openValuesChecker().require(await folderWith(schema), 'shop', JSON.parse(json), read(json, 'v.json'));
    await expect(done).rejects.toMatchObject({
      message: 'v.json:1:7: b must be a number',
      why: 'the values do not follow shop/values.schema.json; v.json:2:6: a must be a string',
    });
  });

  it('are refused by a schema that is in no folder', async () => {
    const checker = openValuesChecker();
    expect(await checker.requireSchema(schema, 'the schema', { c: 1 })).toBeUndefined();
    await expect(checker.requireSchema(schema, 'the schema', { a: 1, c: 1 })).rejects.toMatchObject({
      ...{ code: 'input_invalid', message: 'a must be a string', why: 'the values do not follow the schema' },
    });
  });

  it('are shown without characters that a terminal would obey', async () => {
    const given = { properties: { '\u001b[2J': { type: 'string' } } };
    const message = expect.not.stringContaining('\u001b');
    const values = { '\u001b[2J': 1 };
    const checker = openValuesChecker();
    expect(await checker.find(await folderWith(given), 'shop', values, undefined)).toEqual([{ message }]);
    await expect(checker.requireSchema(given, 'x', values)).rejects.toMatchObject({ message });
  });
});

describe('a schema', () => {
  it.each<[string, string, object]>([
    [
      'is no JSON',
      '{"type": }',
      { code: 'input_invalid', message: expect.stringContaining('shop/values.schema.json'), why: expect.anything() },
    ],
    [
      'names a type that does not exist',
      '{"type": "text"}',
      {
        code: 'input_invalid',
        message: 'shop/values.schema.json cannot be used',
        why: expect.stringContaining('type'),
      },
    ],
  ])('that %s is refused', async (_what, json, error) => {
    await expect(openValuesChecker().find(await folderWith(json), 'shop', {}, undefined)).rejects.toMatchObject(error);
  });

  it('that is no JSON is refused for its text, not for its meaning', async () => {
    await expect(
      openValuesChecker().find(await folderWith('{"type": }'), 'shop', {}, undefined),
    ).rejects.not.toMatchObject({ message: 'shop/values.schema.json cannot be used' });
  });

  it('is read as it is written, and missing without a file', async () => {
    expect(await readValuesSchema(await folderWith('{ "a":1}\n'), 'shop')).toBe('{ "a":1}\n');
    expect(await readValuesSchema(await makeFolder({}), 'shop')).toBeUndefined();
    await expect(readValuesSchema(await folderWith(''), 'shop')).rejects.toMatchObject({
      message: 'shop/values.schema.json is empty',
    });
  });
});

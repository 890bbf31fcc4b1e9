import { describe, expect, it } from 'vitest';
import { readPageOptions, validateBody, validateParams, validateQuery } from '../../../src/server/checks/validation.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['a'],
  properties: { a: { type: 'integer' }, b: { type: 'integer' } },
};

/** The message and the errors of what is thrown; undefined if nothing is. */
function refusal(check: () => unknown) {
  try {
    check();
    return undefined;
  } catch (error) {
    const { code, message, errors } = error as { code: string; message: string; errors?: unknown };
    return errors === undefined ? [code, message] : [code, message, errors];
  }
}

const wrong = (field: string) => ({ pointer: field, detail: 'must be a whole number' });

describe('a body', () => {
  it('that follows its schema is accepted', () => {
    expect(refusal(() => validateBody(schema, { a: 1 }, 10))).toBeUndefined();
  });

  it('that is wrong itself is named so', () => {
    expect(refusal(() => validateBody(schema, [], 10))).toEqual([
      'invalid_request',
      'the body must be an object',
      [{ pointer: '', detail: 'must be an object' }],
    ]);
  });

  it('is refused with its only wrong field', () => {
    expect(refusal(() => validateBody(schema, { a: '1' }, 10))).toEqual([
      'invalid_request',
      '/a must be a whole number',
      [wrong('/a')],
    ]);
  });

  it.each([
    [65_536, '2 fields are not valid', [wrong('/a'), wrong('/b')]],
    [65_537, '/a must be a whole number', [wrong('/a')]],
  ])('of %i bytes is refused with: %s', (bytes, message, errors) => {
    for (const _ of [1, 2])
      expect(refusal(() => validateBody(schema, { a: 'x', b: 'y' }, bytes))).toEqual([
        'invalid_request',
        message,
        errors,
      ]);
  });
});

describe('a query', () => {
  it('must be empty without a schema', () => {
    expect(refusal(() => validateQuery(undefined, {}))).toBeUndefined();
    expect(refusal(() => validateQuery(undefined, { a: '1' }))).toEqual([
      'invalid_request',
      'the query parameter "a" is not a known field',
    ]);
  });

  it('must follow its schema', () => {
    expect(refusal(() => validateQuery(schema, { a: 1 }))).toBeUndefined();
    expect(refusal(() => validateQuery(schema, {}))).toEqual([
      'invalid_request',
      'the query parameter "a" is required',
    ]);
    expect(refusal(() => validateQuery(schema, { a: 1, c: 1 }))).toEqual([
      'invalid_request',
      'the query parameter "c" is not a known field; known are a, b',
    ]);
  });
});

it('a path must follow its schema', () => {
  expect(refusal(() => validateParams(schema, { a: 1 }))).toBeUndefined();
  expect(refusal(() => validateParams(schema, { a: 'x' }))).toEqual([
    'invalid_request',
    '"a" in the path must be a whole number',
  ]);
});

it('page options of a front matter are those of a request', () => {
  const options = { landscape: true };
  expect(readPageOptions(options)).toBe(options);
  expect(refusal(() => readPageOptions({ none: 1 }))?.[1]).toMatch(/^\/none is not a known field; known are /);
  expect(refusal(() => readPageOptions({ none: 1, other: 2 }))?.[1]).toBe('2 fields are not valid');
});

import { describe, expect, test } from 'vitest';
import { EngineError, placeError, refuseField } from '../../src/children/engine-error.ts';

const place = { part: 1, stage: 'load', line: 2, column: 3 } as const;

describe('an error of the engine', () => {
  test('says what failed, and where', () => {
    const cause = new Error('x');
    expect(new EngineError('page_failed', 'words', place, { cause })).toMatchObject({
      name: 'EngineError',
      code: 'page_failed',
      detail: 'words',
      message: 'words',
      cause,
      ...place,
    });
  });

  test('says no more than is known', () => {
    expect(Object.keys(placeError(new EngineError('page_failed', 'words'), {}) as object).sort()).toEqual(
      [...Object.keys(new EngineError('page_failed', 'words'))].sort(),
    );
    expect(new EngineError('page_failed', 'words').part).toBeUndefined();
  });

  test('is placed once', () => {
    const error = new EngineError('page_failed', 'words');
    expect(placeError(error, place)).toBe(error);
    placeError(error, { part: 9, stage: 'print', line: 9, column: 9 });
    expect(error).toMatchObject(place);
    expect(placeError(new EngineError('page_failed', 'words', { part: 0 }), { part: 1 })).toMatchObject({ part: 0 });
  });

  test('alone is placed', () => {
    const error = new Error('x');
    expect(placeError(error, place)).toBe(error);
    expect(error).not.toHaveProperty('part');
    expect(placeError('text', place)).toBe('text');
  });
});

test('a field that is refused is named with what is wrong', () => {
  expect(refuseField('/a', 'is wrong')).toMatchObject({
    code: 'invalid_request',
    message: '/a is wrong',
    errors: [{ pointer: '/a', detail: 'is wrong' }],
  });
});

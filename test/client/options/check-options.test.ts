import { describe, expect, it } from 'vitest';
import {
  abortSignal,
  anyObject,
  anyText,
  callback,
  checkOptions,
  milliseconds,
  type OptionRule,
  oneOf,
  readGiven,
  textLike,
  textList,
  wholeNumber,
  yesOrNo,
} from '../../../src/client/options/check-options.ts';

describe('a rule', () => {
  it.each<[string, OptionRule, unknown[], unknown[]]>([
    ['a whole number of pages from 2 to 4', wholeNumber(2, 4, 'pages'), [2, 3, 4], [1, 5, 2.5, '3', Number.NaN, null]],
    ['a whole number from 0 to 1', wholeNumber(0, 1), [0, 1], [-1, 2, true]],
    ['a whole number of milliseconds from 1 to 2147483647', milliseconds, [1, 2_147_483_647], [0, 2_147_483_648]],
    ['red, green or blue', oneOf('red', 'green', 'blue'), ['red', 'blue'], ['Red', '', 0]],
    ['yes or no', oneOf('yes', 'no'), ['yes', 'no'], ['yes or no']],
    ['digits', textLike(/^\d+$/, 'digits'), ['12'], ['a', 12, null]],
    ['a text that is not empty', anyText, ['a', '\n'], ['', 1]],
    ['a list of texts', textList, [[], ['a']], ['a', ['a', 1], null]],
    ['a function', callback, [() => {}], [{}, 'a']],
    ['true or false', yesOrNo, [true, false], [0, 'true', null]],
    ['an object', anyObject, [{}, []], [null, 'a', 1]],
    ['an AbortSignal', abortSignal, [new AbortController().signal], [{ aborted: false }, null]],
  ])('%s', (words, rule, taken, refused) => {
    expect(rule.words).toBe(words);
    expect(taken.map((value) => rule.takes(value))).toEqual(taken.map(() => true));
    expect(refused.map((value) => rule.takes(value))).toEqual(refused.map(() => false));
  });
});

describe('options', () => {
  const rules = { name: anyText, retries: wholeNumber(0, 10) };
  const check = (options: unknown) =>
    checkOptions(options, rules, { what: 'the options of call', code: 'config_invalid' });

  it.each([[{}], [{ name: 'a' }], [{ name: undefined, retries: 0 }]])('may be %j', (options) => {
    expect(() => check(options)).not.toThrow();
  });

  it.each<[unknown, string]>([
    [null, 'the options of call must be an object'],
    ['a', 'the options of call must be an object'],
    [[], 'the options of call must be an object'],
    [{ nam: 'a' }, 'the options of call have no nam; known are name, retries'],
    [{ toString: undefined }, 'the options of call have no toString; known are name, retries'],
    [{ name: 'a', retries: 11 }, 'retries must be a whole number from 0 to 10'],
    [{ name: null }, 'name must be a text that is not empty'],
  ])('are not %j', (options, message) => {
    expect(() => check(options)).toThrow(expect.objectContaining({ code: 'config_invalid', message }));
  });

  it.each([
    [new Error('no'), 'no'],
    ['lost', 'lost'],
  ])('of a getter that throws %s are named', (cause, reason) => {
    const read = () => {
      throw cause;
    };
    const message = `the options of call cannot be read: ${reason}`;
    expect(() => readGiven('the options of call', 'usage', read)).toThrow(
      expect.objectContaining({ code: 'usage', message, cause }),
    );
    expect(() => check(Object.defineProperty({}, 'name', { get: read, enumerable: true }))).toThrow(message);
  });
});

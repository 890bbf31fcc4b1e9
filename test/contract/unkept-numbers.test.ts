import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findUnkeptNumber } from '../../src/contract/index.ts';

describe('a number that JSON.parse does not keep', () => {
  it.each([
    ['12345678901234567890', ''],
    ['-9007199254740992', ''],
    ['{"a":{"b":9007199254740993}}', '/a/b'],
    ['[1, [2, 3], {"a": "x"}, 12345678901234567]', '/3'],
    ['{"a":[{},{"b":1,"\\u0063/~":10000000000000000000}]}', '/a/1/c~1~0'],
    ['{"\\"a":"\\\\","b":12345678901234567890}', '/b'],
  ])('in %s is found at %j', (json, pointer) => {
    expect(() => JSON.parse(json)).not.toThrow();
    expect(findUnkeptNumber(json)).toEqual({
      pointer,
      offset: json.search(/-?\d{16}/),
      problem: expect.stringContaining('would be rounded'),
    });
  });

  it.each([
    '9007199254740991',
    '-9007199254740991',
    '{"a":"12345678901234567890","12345678901234567890":1}',
    '[0.12345678901234567890,1.0e20,12345678901234567890.0,1E308,1e-400]',
  ])('is none of %s', (json) => {
    expect(findUnkeptNumber(json)).toBeUndefined();
  });

  it.each([
    ['1e400', ''],
    ['{"a":[1,-1E+999]}', '/a/1'],
    ['[12345e305]', '/0'],
    [`{"n":1${'0'.repeat(309)}.5}`, '/n'],
  ])('has a sibling, a number beyond the range: in %s it is at %j', (json, pointer) => {
    expect(findUnkeptNumber(json)).toMatchObject({
      pointer,
      problem: 'is a number beyond the range of JSON numbers: write it as a text, in double quotes',
    });
  });

  it('is found wherever it stands, and nothing else is', () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const digits = fc.bigInt({ min: 2n ** 53n, max: 2n ** 90n });
    fc.assert(
      fc.property(
        value,
        fc.array(fc.oneof(fc.nat(9), fc.string()), { maxLength: 5 }),
        digits,
        (around, path, large) => {
          // A mark in the place of the number, which no other text can be.
          const mark = '\u0001mark';
          const nested = path.reduceRight<unknown>(
            (inner, step) => (typeof step === 'number' ? [...Array(step).fill(''), inner] : { x: '', [step]: inner }),
            mark,
          );
          const json = JSON.stringify([String(large), JSON.stringify(around), nested]).replace(
            '"\\u0001mark"',
            String(large),
          );
          const pointer = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
          expect(findUnkeptNumber(json)?.pointer).toBe(`/2${pointer}`);
        },
      ),
    );
  });
});

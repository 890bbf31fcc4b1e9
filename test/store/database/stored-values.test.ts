import { expect, it } from 'vitest';
import {
  digestSecret,
  formatStoredJson,
  isStorable,
  readTime,
  refuseUnnamed,
  refuseUnstorable,
} from '../../../src/store/database/stored-values.ts';

it.each([
  ['', true],
  ['a\nb\u0001', true],
  ['🙂', true],
  ['a\0b', false],
  ['\ud83d', false],
])('whether %j can be stored is %s', (text, is) => {
  expect(isStorable(text)).toBe(is);
  const store = () => refuseUnstorable('name', text);
  if (is) expect(store).not.toThrow();
  else expect(store).toThrow('the name must not contain U+0000 or half of a surrogate pair');
});

it('a text that is not given needs no check', () => {
  expect(() => refuseUnstorable('name', undefined)).not.toThrow();
});

it.each([
  ['a', true],
  ['a b ü 🙂', true],
  ['x'.repeat(255), true],
  ['x'.repeat(256), false],
  ['', false],
  ['a\nb', false],
  ['a\u0085', false],
  ['a\0', false],
  ['\ud83d', false],
])('whether %j can be a name is %s', (text, is) => {
  const name = () => refuseUnnamed('account', text);
  if (is) expect(name).not.toThrow();
  else
    expect(name).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'the account must be 1 to 255 characters, none of them a control character',
        fix: 'write another one',
      }),
    );
});

it('values are stored as JSON, without numbers that it does not have', () => {
  expect(formatStoredJson('values', { a: [1, -1e300, 'x', null], b: { c: true } })).toBe(
    '{"a":[1,-1e+300,"x",null],"b":{"c":true}}',
  );
  for (const c of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(() => formatStoredJson('values', { a: { c } })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: '"values" contains a number beyond the range of JSON numbers at "c"',
      }),
    );
});

it('a time is read as ISO 8601, and none as null', () => {
  expect([readTime(0), readTime(1_000), readTime(null)]).toEqual([
    '1970-01-01T00:00:00.000Z',
    '1970-01-01T00:00:01.000Z',
    null,
  ]);
});

it('the digest of a secret is its SHA-256', () => {
  expect(digestSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

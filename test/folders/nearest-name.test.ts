import { describe, expect, it } from 'vitest';
import { nearestName } from '../../src/folders/index.ts';

const known = ['base_url', 'retries', 'timeout', 'fonts', 'money', 'x'];

describe('the name that was probably meant', () => {
  it.each([
    ['base-url', 'base_url'],
    ['BASEURL', 'base_url'],
    ['retires', 'retries'],
    ['monye', 'money'],
    ['font', 'fonts'],
    ['timout', 'timeout'],
  ])('%s is %s', (wrong, meant) => {
    expect(nearestName(wrong, known)).toBe(meant);
  });

  it.each([
    ['an empty name', ''],
    ['separators alone', '-_'],
    ['another letter', 'y'],
    ['two other letters in a short name', 'funds'],
    ['an unlike name', 'colour'],
    ['a long name', 'fonts'.repeat(100)],
  ])('%s resembles none', (_what, wrong) => {
    expect(nearestName(wrong, known)).toBeUndefined();
  });

  it.each([
    ['one of five letters', 'abcdx', 'abcde'],
    ['two of six', 'abcdxx', 'abcdef'],
    ['two of eight', 'abcdefxx', 'abcdefgh'],
    ['three of nine', 'abcdefxxx', 'abcdefghi'],
    ['all but 100 letters of a long name', 'ab'.repeat(60), 'ab'.repeat(50)],
  ])('may differ in %s', (_what, wrong, name) => {
    expect(nearestName(wrong, [name])).toBe(name);
  });

  it.each([
    ['two of five letters', 'abcxx', 'abcde'],
    ['three of eight', 'abcdexxx', 'abcdefgh'],
    ['four of nine', 'abcdexxxx', 'abcdefghi'],
    ['one of one', 'x', 'a'],
    ['places of two letters in a name of two', 'ab', 'cd'],
  ])('may not differ in %s', (_what, wrong, name) => {
    expect(nearestName(wrong, [name])).toBeUndefined();
  });

  it('is the nearest of several, and the first of equals', () => {
    expect(nearestName('acme-1', ['acme-22', 'acme-2', 'acme-3'])).toBe('acme-2');
  });

  it('is found among names of a megabyte', () => {
    expect(nearestName('nmae', ['a'.repeat(1_000_000), 'name'])).toBe('name');
  });
});

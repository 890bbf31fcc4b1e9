import { expect, it } from 'vitest';
import { nameOfCharacter, standardName } from '../../../src/pdf/conformance/standard-names.ts';

// The codes of ISO 32000-2, annex D.2, in octal digits as there: the first and the last of each run of codes, and what is between runs.
it.each([
  ['40', 'space'],
  ['41', 'exclam'],
  ['47', 'quoteright'],
  ['60', 'zero'],
  ['101', 'A'],
  ['140', 'quoteleft'],
  ['172', 'z'],
  ['176', 'asciitilde'],
  ['241', 'exclamdown'],
  ['247', 'section'],
  ['257', 'fl'],
  ['261', 'endash'],
  ['264', 'periodcentered'],
  ['266', 'paragraph'],
  ['275', 'perthousand'],
  ['277', 'questiondown'],
  ['301', 'grave'],
  ['310', 'dieresis'],
  ['312', 'ring'],
  ['313', 'cedilla'],
  ['315', 'hungarumlaut'],
  ['320', 'emdash'],
  ['341', 'AE'],
  ['343', 'ordfeminine'],
  ['350', 'Lslash'],
  ['353', 'ordmasculine'],
  ['361', 'ae'],
  ['365', 'dotlessi'],
  ['370', 'lslash'],
  ['373', 'germandbls'],
  ...['0', '37', '177', '240', '260', '265', '276', '300', '311', '314', '321', '340', '342', '344', '347', '354'].map(
    (code) => [code, '.notdef'],
  ),
  ...['360', '362', '364', '366', '367', '374', '377'].map((code) => [code, '.notdef']),
])('StandardEncoding gives code %s the name %s', (octal = '', name = '') => {
  expect(standardName(Number.parseInt(octal, 8))).toBe(name);
});

it.each([
  ['A', 'A'],
  [' ', 'space'],
  ['\u00a0', 'space'],
  ['\u00ad', 'hyphen'],
  ['’', 'quoteright'],
  ["'", 'quotesingle'],
  ['€', undefined],
  ['ž', 'zcaron'],
  ['\x1f', '.notdef'],
  ['\x7f', '.notdef'],
])('the character %j is called %s', (character, name) => {
  expect(nameOfCharacter(character)).toBe(name);
});

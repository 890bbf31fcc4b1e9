import { expect, it } from 'vitest';
import { findExcess, findOperandExcess, isUtf8Name } from '../../../src/pdf/conformance/check-limits.ts';
import { buildDict, type PdfObject, PdfString } from '../../../src/pdf/objects/objects.ts';

const tooLong = 'a name that is too long';
const longString = 'a string that is too long';
const text = (length: number) => new PdfString('x'.repeat(length));

it.each<[string, Record<string, PdfObject>, string | undefined]>([
  ['ordinary entries', { A: 1, B: 'name', C: text(5), D: [1, 'x'], E: true, F: null, G: 0.5 }, undefined],
  ['the filter LZW', { Filter: 'LZWDecode' }, '6.1.7.2 the filter LZWDecode'],
  ['its short name', { Filter: ['FlateDecode', 'LZW'] }, '6.1.7.2 the filter LZW'],
  ['encryption', { Filter: ['Crypt'] }, '6.1.7.2 the filter Crypt'],
  ['the longest key', { ['k'.repeat(127)]: 1 }, undefined],
  ['a longer key', { ['k'.repeat(128)]: 1 }, `6.1.13 ${tooLong}`],
  ['the longest name', { A: 'n'.repeat(127) }, undefined],
  ['a longer name', { A: 'n'.repeat(128) }, `6.1.13 ${tooLong}`],
  ['the longest string', { A: text(32_767) }, undefined],
  ['a longer string', { A: text(32_768) }, `6.1.13 ${longString}`],
  ['the largest integers', { A: 2 ** 31 - 1, B: -(2 ** 31 - 1) }, undefined],
  ['a larger integer', { A: 2 ** 31 }, '6.1.13 the number 2147483648'],
  ['a lower integer', { A: -(2 ** 31) }, '6.1.13 the number -2147483648'],
  ['the least real', { A: 1.175e-38 }, undefined],
  ['a real nearer to zero', { A: -1.174e-38 }, '6.1.13 the number -1.174e-38'],
  ['a list with one that is too long', { A: [1, [2, text(32_768)]] }, `6.1.13 ${longString}`],
  ['a dictionary in a list', { A: [buildDict({ B: 'n'.repeat(128) })] }, undefined],
])('a dictionary with %s', (_what, entries, expected) => {
  const excess = findExcess(buildDict(entries));
  expect(excess && `${excess.clause} ${excess.what}`).toBe(expected);
});

it.each<[string, string, string | undefined]>([
  ['numbers', '1 2.5 -3', undefined],
  ['a hexadecimal string', '<0aF1>', undefined],
  ['one with spaces', '<0a F\n1>', undefined],
  ['an odd one', '<0aF>', '6.1.6 a hexadecimal string with an odd number of digits'],
  ['an odd one behind another', '(a) <00> <0>', '6.1.6 a hexadecimal string with an odd number of digits'],
  ['an odd one that is text', '(<0>)', undefined],
  ['an odd one in nested brackets', '(a(<0>)\\)<0>)', undefined],
  ['an odd one behind brackets', '(a\\))<0>', '6.1.6 a hexadecimal string with an odd number of digits'],
  ['a dictionary', '/A << /B <00> >>', undefined],
  ['an odd one in a dictionary', '/A <</B <000> >>', '6.1.6 a hexadecimal string with an odd number of digits'],
  ['the largest integer', '2147483647', undefined],
  ['a larger integer', '1 2147483648', '6.1.13 the number 2147483648'],
  ['a larger integer with zeros', '1000000000000', '6.1.13 the number 1000000000000'],
  ['a larger integer of nines', '9999999999', '6.1.13 the number 9999999999'],
  ['ten digits apart', '12345 67890', undefined],
  ['a longer name', `/${'n'.repeat(128)}`, `6.1.13 ${tooLong}`],
  ['the longest name', `/${'n'.repeat(127)}`, undefined],
  ['a longer name in a dictionary', `/A <</B [/${'n'.repeat(128)}]>>`, `6.1.13 ${tooLong}`],
  ['a longer key in a dictionary', `/A <</${'n'.repeat(128)} 1>>`, `6.1.13 ${tooLong}`],
  ['a longer name in a dictionary in a list', `[<</B /${'n'.repeat(128)}>>]`, `6.1.13 ${tooLong}`],
  ['a longer string', `(${'x'.repeat(32_768)})`, `6.1.13 ${longString}`],
])('operands with %s', (_what, operands, expected) => {
  const content = Buffer.from(`Q ${operands} Tj <0>`, 'latin1');
  const excess = findOperandExcess(content, 2, 2 + operands.length);
  expect(excess && `${excess.clause} ${excess.what}`).toBe(expected);
});

it('looks at no byte behind the operands', () => {
  expect(findOperandExcess(Buffer.from('1 <0>'), 0, 2)).toBeUndefined();
});

it('knows names in UTF-8', () => {
  expect([isUtf8Name('Ink'), isUtf8Name('\xc3\xa9'), isUtf8Name('\xe9')]).toEqual([true, true, false]);
});

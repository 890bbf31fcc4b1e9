import { describe, expect, it } from 'vitest';
import { PdfString } from '../../../src/pdf/objects/objects.ts';
import {
  decodeTextString,
  encodeTextString,
  findOddLanguage,
  readLanguage,
} from '../../../src/pdf/objects/text-string.ts';

const utf16 = (text: string) => `\xfe\xff${Buffer.from(text, 'utf16le').swap16().toString('latin1')}`;

describe('decodeTextString', () => {
  it.each([
    ['PDFDocEncoding', 'Caf\xe9 \x80'],
    ['UTF-16BE', utf16('Café •')],
    ['UTF-16LE', `\xff\xfe${Buffer.from('Café •', 'utf16le').toString('latin1')}`],
    ['UTF-8', `\xef\xbb\xbf${Buffer.from('Café •').toString('latin1')}`],
    ['a NUL at the end', 'Caf\xe9 \x80\0'],
    ['a NUL at the end of UTF-16', utf16('Café •\0')],
    ['the language of the text', utf16('\x1bfrFR\x1bCafé •')],
  ])('reads %s', (_what, bytes) => {
    expect(decodeTextString(bytes)).toBe('Café •');
  });
});

describe('PDFDocEncoding', () => {
  it.each([
    ['\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f', '˘ˇˆ˙˝˛˚˜'],
    ['\x80\x81\x8a\x8d\x8e\x92\x9d\x9e', '•†−“”™šž'],
    ['\x9f\xa0\xa1', '\x9f€¡'],
    ['\x17 ~\x7f', '\x17 ~\x7f'],
    ['\xfe\xff\0A\0', 'A'],
  ])('of %j is read as %j', (bytes, text) => {
    expect(decodeTextString(bytes)).toBe(text);
  });
});

describe('encodeTextString', () => {
  it.each([
    ['', ''],
    ['A ~', 'A ~'],
    ['\x7f', '\xfe\xff\0\x7f'],
    ['é', '\xfe\xff\0\xe9'],
    ['a\n', '\xfe\xff\0a\0\n'],
    ['\ud800', '\xfe\xff\xff\xfd'],
  ])('writes %j as %j', (text, bytes) => {
    expect(encodeTextString(text)).toEqual(new PdfString(bytes));
  });
});

describe('findOddLanguage', () => {
  it.each([
    ['de-DE', undefined],
    ['', undefined],
    ['de_DE', 'de_DE'],
    [' de', ' de'],
    ['German, mostly', 'German, mostly'],
  ])('of %j is %j', (written, odd) => {
    expect(findOddLanguage(new Map([['Lang', new PdfString(written)]]))).toBe(odd);
  });

  it('is nothing without a language', () => {
    expect(findOddLanguage(new Map())).toBeUndefined();
  });
});

describe('readLanguage', () => {
  it.each([
    ['as ASCII', 'de-DE'],
    ['with an underscore', 'de_DE'],
    ['in UTF-16', utf16('de-DE')],
    ['in UTF-8', '\xef\xbb\xbfde-DE'],
    ['with a NUL at the end', 'de-DE\0'],
    ['in UTF-16 with a NUL at the end', utf16('de-DE\0')],
  ])('reads a language %s', (_how, bytes) => {
    expect(readLanguage(new Map([['Lang', new PdfString(bytes)]]))).toBe('de-DE');
  });

  it('reads no language from other text', () => {
    expect(readLanguage(new Map([['Lang', new PdfString(utf16('German, mostly'))]]))).toBeUndefined();
    expect(readLanguage(new Map())).toBeUndefined();
  });
});

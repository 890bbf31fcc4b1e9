import { expect, test } from 'vitest';
import type { FontText } from '../../../../src/pdf/merge/text/font-text.ts';
import { rewriteMarks } from '../../../../src/pdf/merge/text/rewrite-marks.ts';
import type { PdfDict } from '../../../../src/pdf/objects/objects.ts';

/** A font whose codes 1 to 5 stand for these texts. */
const texts = new Map([...['ក', 'ិ', 'ខ', ' ', 'لا'].entries()].map(([index, text]) => [index + 1, text]));
const dict: PdfDict = new Map();
const fonts = new Map<PdfDict, FontText>([[dict, { dict, family: 'F', digits: 4, texts }]]);
const resources: PdfDict = new Map([['Font', new Map([['F1', dict]])]]);

const start = '/F1 10 Tf\n1 0 0 -1 8 39 Tm\n';
const rewrite = (inside: string) => rewriteMarks(`q\nBT\n${start}${inside}ET\nQ`, resources, fonts);
const wrap = (inside: string) => `q\nBT\n${inside}ET\nQ`;
const mark = (text: string, inside: string) => {
  const digits = Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  return `/Span<</ActualText <FEFF${digits}> >> BDC\n${inside}EMC\n`;
};

test('a word with a raised glyph has one mark, its neighbours none', () => {
  const word = '<0001> Tj\n3 -2 Td <0002> Tj\n4 2 Td <0003> Tj\n';
  expect(rewrite(`<00010003> Tj\n9 0 Td <0004> Tj\n9 0 Td ${word}`)).toBe(
    wrap(`${start}<00010003> Tj\n9 0 Td <0004> Tj\n${mark('កិខ', `9 0 Td ${word}`)}`),
  );
});

test('a word with a cluster has one mark instead of that of the cluster', () => {
  const shown = '9 0 Td <0003> Tj\n';
  expect(rewrite(`${mark('ិក', '<0001> Tj\n1 0 Td <0002> Tj\n')}${shown}`)).toBe(
    wrap(mark('ិកខ', `${start}<0001> Tj\n1 0 Td <0002> Tj\n${shown}`)),
  );
});

test('a mark goes where its glyph says the same', () => {
  expect(rewrite(mark('ក', '<0001> Tj\n'))).toBe(wrap(`${start}<0001> Tj\n`));
});

test('a ligature from right to left is written in the order of the page', () => {
  expect(rewrite('<0005> Tj\n')).toBe(wrap(`/ReversedChars BMC\n${mark('ال', `${start}<0005> Tj\n`)}EMC\n`));
  expect(rewrite('/ReversedChars BMC\n<0005> Tj\nEMC\n')).toBe(
    wrap(`/ReversedChars BMC\n${mark('ال', `${start}<0005> Tj\n`)}EMC\n`),
  );
});

test('an empty text beside others is left out of the mark', () => {
  texts.set(6, '\u2060');
  const shown = '<0001> Tj\n1 -2 Td <0006> Tj\n8 2 Td <0003> Tj\n';
  expect(rewrite(shown)).toBe(wrap(mark('កខ', `${start}${shown}`)));
});

test('a word set from top to bottom has no mark', () => {
  expect(rewrite('<0001> Tj\n0 10 Td <0003> Tj\n0 10 Td <0001> Tj\n')).toBeUndefined();
});

test.each([
  ['an array of strings', '[<0001> 20 <0002>] TJ\n'],
  ['a mark of something else', '/P <</MCID 1>> BDC\n<0001> Tj\n3 -2 Td <0002> Tj\nEMC\n'],
  ['a font that is not known', '/F9 10 Tf\n<0001> Tj\n3 -2 Td <0002> Tj\n'],
  ['an open mark', '/ReversedChars BMC\n<0001> Tj\n3 -2 Td <0002> Tj\n'],
])('text with %s stays as it is', (_, inside) => {
  expect(rewrite(inside)).toBeUndefined();
});

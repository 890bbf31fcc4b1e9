import { describe, expect, it } from 'vitest';
import { cleanEnd, findContentEnd } from '../../../src/pdf/content/content-end.ts';
import { PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const find = (...contents: string[]) =>
  findContentEnd(
    new Map([['Contents', contents.map((text) => new PdfRef(new PdfStream(new Map(), Buffer.from(text, 'latin1'))))]]),
  );

describe('what content leaves to what is drawn after it', () => {
  it.each([
    '',
    'q 1 0 0 1 0 0 cm Q',
    '/Span BMC BT (text) Tj ET EMC',
    '0 0 m 9 9 l S',
    '% (a comment (of [brackets',
    '% one\n% (two',
    '(a (b) c)',
    '(a \\( b)',
    '<41>',
    '[(a) <41> /Name] << /A [1] >>',
    '/Name',
    '/BI',
    '% one\r[(a)] % [',
    '1 2 3',
  ])('is nothing for %j', (text) => {
    expect(find(text)).toBe(cleanEnd);
  });

  it.each([
    ['saved states', 'q q Q', '\nQ'],
    ['marks', '/A BMC /B <<>> BDC EMC', '\nEMC'],
    ['text', 'BT (a) Tj', '\nET'],
    ['a path', '0 0 9 9 re', '\nn'],
    ['all of them', 'q /A BMC BT 0 0 m', '\nn\nET\nEMC\nQ'],
    ['a string', '(abc', '\n)'],
    ['a string in a string', '(a (b', '\n))'],
    ['a string after an escaped bracket', '(a \\) b', '\n)'],
    ['a string behind a whole one', '(a) (b', '\n)'],
    ['a string in hexadecimal', '<41', '\n>'],
    ['an array', '[(a) <41>', '\n]'],
    ['a dictionary in an array', '[<< /A', '\n>>]'],
    ['an array in a dictionary', '<< /A [ 1 ', '\n]>>'],
    ['an array behind a dictionary', '<< /A 1 >> [', '\n]'],
    ['an array after a comment', '% (\n[', '\n]'],
    ['an array after a comment that ends otherwise', '% (\r[', '\n]'],
    ['an inline image without data', 'BI /W 1 /H 1', '\nID \nEI'],
    ['an inline image with data', 'BI /W 1 /H 1 ID abc', '\nEI'],
  ])('ends %s', (_what, text, closing) => {
    expect(find(text)).toEqual({ saves: 0, closing });
  });

  it('saves before it what it restores too often', () => {
    expect(find('Q Q q')).toEqual({ saves: 2, closing: '\nQ' });
    expect(find('Q'.concat(' Q'.repeat(600)))).toEqual({ saves: 500, closing: '' });
  });

  it('goes on from one stream of a page to the next', () => {
    expect(find('q BT', 'ET Q')).toBe(cleanEnd);
    expect(find('q', 'q (a')).toEqual({ saves: 0, closing: '\n)\nQ\nQ' });
  });

  it('has no more levels than a page may have', () => {
    expect(find('q '.repeat(600))?.closing).toBe('\nQ'.repeat(500));
    expect(find('('.repeat(600))?.closing).toBe(`\n${')'.repeat(500)}`);
  });

  it('is not known for content that cannot be read', () => {
    const stream = new PdfStream(new Map([['Filter', 'FlateDecode']]), Buffer.from('no zlib'));
    expect(findContentEnd(new Map([['Contents', new PdfRef(stream)]]))).toBeUndefined();
  });
});

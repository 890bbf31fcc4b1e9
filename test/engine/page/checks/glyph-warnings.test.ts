import { describe, expect, test } from 'vitest';
import { describeMissingGlyphs } from '../../../../src/engine/page/checks/glyph-warnings.ts';

/** Characters from one on. */
const range = (first: string, count: number) =>
  Array.from({ length: count }, (_, at) => String.fromCodePoint((first.codePointAt(0) ?? 0) + at));

/** The warnings without their advice. */
function detailsOf(characters: string[], unnamed = 0): string[] {
  return describeMissingGlyphs({ characters, unnamed }).map(({ detail }) => detail.replace(/\. [A-Z][^.]*\.$/, '.'));
}

describe('warnings of missing glyphs', () => {
  test.each([
    ['a letter', ['\u0915'], 'Devanagari: \u0915 U+0915'],
    ['a mark, on a circle', ['\u093e'], 'Devanagari: \u25cc\u093e U+093E'],
    ['a character beyond the basic plane', ['\u{1f600}'], 'Emoji: \u{1f600} U+1F600'],
    ['a character without a shape', ['\ue000'], 'Private use: U+E000'],
    ['a separator of lines', ['\u2028'], 'Common: U+2028'],
    ['a currency', ['\u20bf'], 'Currency: \u20bf U+20BF'],
    ['a sign of mathematics', ['\u2202'], 'Mathematics: \u2202 U+2202'],
    ['a symbol', ['\u2600'], 'Symbols: \u2600 U+2600'],
    ['a punctuation mark', ['\u2e40'], 'Punctuation: \u2e40 U+2E40'],
    ['an unassigned code point', ['\u{2fffd}'], 'Unassigned: U+2FFFD'],
    ['a script with a name of two words', ['\u1401'], 'Canadian Aboriginal: \u1401 U+1401'],
  ])('name %s', (_, characters, named) => {
    expect(detailsOf(characters)).toEqual([`No font has a glyph for ${named}.`]);
  });

  test('have their characters and the script as values', () => {
    const [warning] = describeMissingGlyphs({ characters: ['a', '\u00e9'], unnamed: 0 });
    expect(warning).toMatchObject({
      code: 'glyph_missing',
      script: 'Latin',
      characters: [
        { character: 'a', code_point: 'U+0061' },
        { character: '\u00e9', code_point: 'U+00E9' },
      ],
    });
    expect(warning?.detail).toMatch(/^No font has a glyph for Latin: a U\+0061, \u00e9 U\+00E9\. [A-Z][a-z].*\.$/);
  });

  test('name ten characters of a script, and count the others', () => {
    const letters = range('\u0915', 11);
    expect(detailsOf(letters.slice(0, 10))[0]).toMatch(/U\+091E\.$/);
    expect(detailsOf(letters)[0]).toMatch(/U\+091E and 1 more\.$/);
    expect(describeMissingGlyphs({ characters: letters, unnamed: 0 })[0]?.characters).toHaveLength(10);
  });

  test.each([
    [1, [], 'No font has a glyph for 1 character.'],
    [2, [], 'No font has a glyph for 2 characters.'],
    [1, ['a'], 'Nor does any font have a glyph for 1 more character.'],
    [3, ['a'], 'Nor does any font have a glyph for 3 more characters.'],
  ])('count %i characters without a name after %j', (unnamed, characters, detail) => {
    expect(detailsOf(characters, unnamed).at(-1)).toBe(detail);
    expect(detailsOf(characters, unnamed)).toHaveLength(characters.length + 1);
  });

  test('sort 2,000 characters by script, and count the others', () => {
    const han = range('\u4e00', 2001);
    expect(detailsOf(han.slice(1))).toHaveLength(1);
    expect(detailsOf(han)).toEqual([
      expect.stringMatching(/ and 1990 more\.$/),
      expect.stringMatching(/ 1 more character\.$/),
    ]);
  });

  test('name 20 scripts, and count the characters of others', () => {
    const scripts = [...'aαбعאकবกบ漢ひカ한ㄅաაગਗಗഗଗ'].filter((character) => character !== 'บ');
    expect(scripts).toHaveLength(20);
    expect(detailsOf(scripts)).toHaveLength(20);
    const more = detailsOf([...scripts, '\u0b95', '\u0b99']);
    expect(more).toHaveLength(21);
    expect(more.at(-1)).toBe('Nor does any font have a glyph for 2 more characters.');
  });
});

import { describe, expect, test } from 'vitest';
import { findLanguagePatterns } from '../../../src/engine/page/prepare/find-patterns.ts';
import { readPatterns } from '../../../src/engine/page/prepare/read-patterns.ts';
import type { HyphenPatterns } from '../../../src/injected/calls.ts';
import { buildSplitter, type WordLimits } from '../../../src/injected/hyphenation/split.ts';

const usual = { word: 5, left: 2, right: 2 };

async function openSplitter(tag: string) {
  const found = findLanguagePatterns(tag);
  const patterns = await readPatterns(found?.name ?? '');
  if (found === undefined || patterns === undefined) throw new Error(`no patterns of ${tag}`);
  return showBreaks({ ...patterns, ...found, language: tag.slice(0, 2) });
}

/** Splits words, and shows their breaks as hyphens. */
function showBreaks(patterns: HyphenPatterns) {
  const split = buildSplitter(patterns);
  return (word: string, limits: WordLimits = usual) => {
    const breaks = split(word, limits);
    return word
      .split('')
      .map((letter, at) => (breaks.includes(at) ? `-${letter}` : letter))
      .join('');
  };
}

describe('a word', () => {
  test.each([
    ['de', 'Do-nau-dampf-schiff-fahrts-ge-sell-schaft'],
    ['de', 'Über-schrift'],
    ['de', 'Ur-instinkt'],
    ['de', 'Stra-ßen-bahn'],
    ['en', 'rep-re-sen-ta-tive'],
    ['en-GB', 'hy-phen-a-tion'],
    ['fr', 'consti-tu-tion'],
    ['fr', "l'ex-pli-ca-tion"],
    ['fr', 'l’ex-pli-ca-tion'],
    ['es', 'cons-ti-tu-ción'],
    ['it', 'co-sti-tu-zio-ne'],
    ['pt', 'de-sen-vol-vi-mento'],
    ['nl', 'ver-ant-woor-de-lijk-heid'],
    ['sv', 'an-svars-full'],
    ['da', 'an-svar-lig-hed'],
    ['nb', 'an-svar-lig-het'],
    ['fi', 'vas-tuul-li-suus'],
    ['pl', 'od-po-wie-dzial-ność'],
    ['ru', 'от-вет-ствен-ность'],
    ['uk', 'укра-їн-ський'],
    ['el', 'υπευ-θυ-νό-τη-τα'],
    ['tr', 'so-rum-lu-luk'],
    ['hu', 'fe-le-lős-ség'],
  ])('is broken by the patterns of its language: %s %s', async (tag, broken) => {
    const split = await openSplitter(tag);
    expect(split(broken.replaceAll('-', ''))).toBe(broken);
  });

  test('that the patterns break wrongly is broken as their authors say', async () => {
    const split = await openSplitter('en');
    expect(['associate', 'present'].map((word) => split(word))).toEqual(['as-so-ciate', 'present']);
  });

  test('keeps as many letters as the limits ask for, but no fewer than its language needs', async () => {
    const split = await openSplitter('de');
    expect(split('Geschwindigkeit', { word: 5, left: 4, right: 5 })).toBe('Geschwin-digkeit');
    expect(split('Geschwindigkeit', { word: 16, left: 2, right: 2 })).toBe('Geschwindigkeit');
    expect(split('Übel')).toBe('Übel');
    const english = await openSplitter('en');
    expect(english('heavily', { word: 1, left: 1, right: 1 })).toBe('heav-ily');
  });

  test('with a capital is broken in German, in English not', async () => {
    const [german, english] = await Promise.all([openSplitter('de'), openSplitter('en')]);
    expect([german('Verantwortung'), german('ACHTUNG')]).toEqual(['Ver-ant-wor-tung', 'ACH-TUNG']);
    expect([english('Representative'), english('representative')]).toEqual(['Representative', 'rep-re-sen-ta-tive']);
  });

  test('whose accents stand apart from their letters is broken between letters', async () => {
    const split = await openSplitter('de');
    const apart = 'außergewöhnlich'.normalize('NFD');
    expect(split(apart)).toBe('au-ßer-ge-wöhn-lich'.normalize('NFD'));
  });

  test('of other letters, or of too many, stays whole', async () => {
    const split = await openSplitter('de');
    for (const word of ['ответственность', '𝔊𝔢𝔰𝔠𝔥𝔴𝔦𝔫𝔡𝔦𝔤', 'übertragung'.repeat(10)]) expect(split(word)).toBe(word);
  });
});

describe('patterns', () => {
  const free = { word: 1, left: 1, right: 1 };
  const given = { exceptions: '', language: 'xx', left: 1, right: 1 };
  const split = (patterns: string, word: string, other: Partial<HyphenPatterns> = {}, limits: WordLimits = free) =>
    showBreaks({ ...given, patterns, ...other })(word, limits);

  test.each([
    ['a1b', 'xabxab', 'xa-bxa-b'],
    ['a1b', 'xacxba', 'xacxba'],
    ['a1b xa2b', 'xabyab', 'xabya-b'],
    ['xa2b a1b', 'xabyab', 'xabya-b'],
    ['xa2b a3b', 'xabyab', 'xa-bya-b'],
    ['a9b xa8b', 'xabyab', 'xa-bya-b'],
    ['a0b1c', 'xabcx', 'xab-cx'],
    ['.a1b', 'ababx', 'a-babx'],
    ['a1b.', 'ababab', 'ababa-b'],
    ['1a', 'axax', 'ax-ax'],
    ['a1', 'xaxa', 'xa-xa'],
    ['ab1c ab1d a1e', 'abcabdabeae', 'ab-cab-dabea-e'],
    ['abcd1e b1c', 'abcabcde', 'ab-cab-cd-e'],
    ['z1y', 'xz', 'xz'],
    ['', 'word', 'word'],
  ])('%s break %s as %s', (patterns, word, broken) => {
    expect(split(patterns, word)).toBe(broken);
  });

  test.each([
    ['b-cd-efg', 'bcdefg'],
    ['who-le', 'whole'],
    ['none', 'none'],
  ])('count less than the exception %s', (broken, word) => {
    expect(split('1e 1o', word, { exceptions: 'b-cd-efg  who-le none' })).toBe(broken);
  });

  test.each([
    [{ left: 3, right: 3 }, free, 'xxa-bxx'],
    [{ left: 4 }, free, 'xxabxx'],
    [{ right: 4 }, free, 'xxabxx'],
    [{}, { word: 6, left: 3, right: 3 }, 'xxa-bxx'],
    [{}, { word: 7, left: 1, right: 1 }, 'xxabxx'],
    [{}, { word: 1, left: 4, right: 1 }, 'xxabxx'],
    [{}, { word: 1, left: 1, right: 4 }, 'xxabxx'],
  ])('break within the limits of the language, %j, and of the text, %j', (language, limits, broken) => {
    expect(split('a1b', 'xxabxx', language, limits)).toBe(broken);
  });

  test('break words of 100 letters, but no longer ones', () => {
    expect(split('a1b', `ab${'x'.repeat(98)}`)).toBe(`a-b${'x'.repeat(98)}`);
    expect(split('a1b', `ab${'x'.repeat(99)}`)).toBe(`ab${'x'.repeat(99)}`);
  });

  test.each([
    ['á1b', 'xxa\u0301bxx', 6, 'xxa\u0301-bxx'],
    ['á1b', 'xxa\u0301bxx', 7, 'xxa\u0301bxx'],
    ['á1b', 'xq\u0301a\u0301bxx', 1, 'xq\u0301a\u0301-bxx'],
    ['q1a', 'xq\u0301axx', 1, 'xq\u0301axx'],
    ['a1b', 'xá\u0327abx', 1, 'xá\u0327a-bx'],
  ])('%s with marks break %s of %i letters at least as %s', (patterns, word, least, broken) => {
    expect(split(patterns, word, {}, { ...free, word: least })).toBe(broken);
  });

  test.each([
    ["a'1b", 'xa’bx', 'xa’-bx'],
    ["a'1b", "xa'bx", "xa'-bx"],
    ['a’1b', "xa'bx", "xa'-bx"],
    ['a’1b', 'xa’bx', 'xa’-bx'],
    ["a’1b c'd", "xa'bx", "xa'bx"],
    ["a’1b c'd", 'xa’bx', 'xa’-bx'],
  ])('%s take both apostrophes as the same unless they tell them apart: %s', (patterns, word, broken) => {
    expect(split(patterns, word)).toBe(broken);
  });

  test.each([
    ['en', 'Xabx', 'Xabx'],
    ['en-GB', 'Xabx', 'Xabx'],
    ['EN', 'Xabx', 'Xabx'],
    ['en', 'xABx', 'xA-Bx'],
    ['enx', 'Xabx', 'Xa-bx'],
    ['xen', 'Xabx', 'Xa-bx'],
    ['xx', 'x\u0130ABx', 'x\u0130A-Bx'],
  ])('of the language %s break the capitals of %s: %s', (language, word, broken) => {
    expect(split('a1b', word, { language })).toBe(broken);
  });

  test('know the small letters of their language', () => {
    expect([split('ı1b', 'xIbx', { language: 'tr' }), split('ı1b', 'xIbx', { language: 'xx' })]).toEqual([
      'xI-bx',
      'xIbx',
    ]);
  });
});

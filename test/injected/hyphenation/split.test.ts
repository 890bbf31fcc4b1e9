import { describe, expect, test } from 'vitest';
import { findLanguagePatterns } from '../../../src/engine/page/prepare/find-patterns.ts';
import { readPatterns } from '../../../src/engine/page/prepare/read-patterns.ts';
import { buildSplitter, type WordLimits } from '../../../src/injected/hyphenation/split.ts';

const usual = { word: 5, left: 2, right: 2 };

async function openSplitter(tag: string) {
  const found = findLanguagePatterns(tag);
  const patterns = await readPatterns(found?.name ?? '');
  if (found === undefined || patterns === undefined) throw new Error(`no patterns of ${tag}`);
  const split = buildSplitter({ ...patterns, ...found, language: tag.slice(0, 2) });
  return (word: string, limits: WordLimits = usual) => {
    const breaks = split(word, limits);
    return [...word].map((letter, at) => (breaks.includes(at) ? `-${letter}` : letter)).join('');
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

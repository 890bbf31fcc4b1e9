import { describe, expect, test } from 'vitest';
import { patternSets } from '../../../../scripts/build/hyphenation/pattern-sets.ts';
import { findLanguagePatterns, needsNoPatterns } from '../../../../src/engine/page/prepare/find-patterns.ts';
import { readPatterns } from '../../../../src/engine/page/prepare/read-patterns.ts';

const nameOf = (tag: string) => findLanguagePatterns(tag)?.name;

describe('the patterns of a language', () => {
  test.each([
    ['de', 'de-1996'],
    ['de-CH', 'de-1996'],
    ['de-AT-1901', 'de-1901'],
    ['en', 'en-us'],
    ['en-US', 'en-us'],
    ['en-GB', 'en-gb'],
    ['EN_au', 'en-gb'],
    ['pt-BR', 'pt'],
    ['no', 'nb'],
    ['sr', 'sh-cyrl'],
    ['sr-Latn-RS', 'sh-latn'],
    ['el-GR', 'el-monoton'],
  ])('of %s are %s', (tag, name) => {
    expect(nameOf(tag)).toBe(name);
  });

  test.each(['', 'und', 'cs', 'tlh', 'x-private', 'constructor', 'mn-Mong', 'dent'])(
    'are not there for "%s"',
    (tag) => {
      expect(nameOf(tag)).toBeUndefined();
    },
  );

  test('leave three letters at the end in English and French, two elsewhere', () => {
    expect(['en', 'fr', 'de'].map((tag) => findLanguagePatterns(tag)?.right)).toEqual([3, 3, 2]);
  });

  test('are missed in no language that is written without hyphens', () => {
    expect(['ja', 'zh-Hant', 'ar', 'th'].every(needsNoPatterns)).toBe(true);
    expect(['de', 'cs', 'tlh', ''].some(needsNoPatterns)).toBe(false);
  });

  test('are those that the build makes', async () => {
    const tags = ['de', 'de-1901', 'en', 'en-GB', 'el', 'no', 'nn', 'sr', 'bs', 'mn', ...Object.keys(patternSets)];
    for (const name of new Set(tags.flatMap((tag) => nameOf(tag) ?? []))) {
      expect((await readPatterns(name))?.patterns, name).toMatch(/\d/);
    }
    expect(Object.keys(patternSets).filter((name) => !tags.some((tag) => nameOf(tag) === name))).toEqual([]);
  });
});

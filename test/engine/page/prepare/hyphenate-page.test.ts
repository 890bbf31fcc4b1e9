import { expect, it } from 'vitest';
import { hyphenatePage } from '../../../../src/engine/page/prepare/hyphenate-page.ts';
import { fakePage } from '../fake-page.ts';

const asked = (language: string, isKnown = false) => ({ language, element: 'p', isKnown });

it('a page without languages to hyphenate is left as it is', async () => {
  const wanted = [asked('en', true), asked('ja'), asked('zh-Hans')];
  const { page, calls } = fakePage(() => new Uint8Array(), { findHyphenatedLanguages: () => wanted });
  expect(await hyphenatePage(page)).toEqual({ isHyphenated: false, isAll: true, unhyphenated: [] });
  expect(calls).toEqual([['findHyphenatedLanguages']]);
});

it('languages without patterns are named, with where they are', async () => {
  const { page, calls } = fakePage(() => new Uint8Array(), {
    findHyphenatedLanguages: () => [asked('xx-Latn'), asked('')],
  });
  expect(await hyphenatePage(page)).toEqual({
    isHyphenated: false,
    isAll: true,
    unhyphenated: [
      { language: 'xx-Latn', element: 'p' },
      { language: '', element: 'p' },
    ],
  });
  expect(calls).toHaveLength(1);
});

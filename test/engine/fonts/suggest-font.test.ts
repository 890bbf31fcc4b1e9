import { describe, expect, it } from 'vitest';
import { findFontPackages } from '../../../src/engine/fonts/font-packages.ts';
import { suggestFont } from '../../../src/engine/fonts/suggest-font.ts';

describe('what is suggested for text without a face', () => {
  it.each(['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Tamil'])(
    'names the package for %s while it is absent',
    (script) => {
      expect(suggestFont(script, { cjk: undefined })).toBe('install the npm package platen-fonts-cjk beside platen');
    },
  );

  it('names the ways to bring a face where the package is installed, and for every other script', () => {
    const ways = 'name a folder with fonts in font_dir, or bring one along with @font-face';
    expect(suggestFont('Han', { cjk: '/fonts' })).toBe(ways);
    expect(suggestFont('Mongolian', { cjk: undefined })).toBe(ways);
  });

  it('looks for the package where it stands', () => {
    expect(findFontPackages()).toHaveProperty('cjk');
  });
});

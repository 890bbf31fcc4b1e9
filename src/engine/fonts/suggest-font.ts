import { cjkFontPackage, type FontPackages, findFontPackages } from './font-packages.ts';

/** Scripts (names of Unicode Standard Annex 24) of the faces in `cjkFontPackage`. */
const cjkScripts = new Set(['Han', 'Hiragana', 'Katakana', 'Kana', 'Hangul', 'Bopomofo']);

/** What to do about text of `script` that prints as nothing because no face has it: a clause without an end. */
export function suggestFont(script: string, packages: FontPackages = findFontPackages()): string {
  if (packages.cjk === undefined && cjkScripts.has(script)) {
    return `install the npm package ${cjkFontPackage} beside platen`;
  }
  return 'name a folder with fonts in font_dir, or bring one along with @font-face';
}

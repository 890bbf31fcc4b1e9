import { cjkFontPackage, type FontPackages, findFontPackages } from './font-packages.ts';

/** Scripts (names of Unicode Standard Annex 24) of the faces in `cjkFontPackage`. */
const packagedScripts = new Set([
  ...['Han', 'Hiragana', 'Katakana', 'Kana', 'Hangul', 'Bopomofo'],
  ...['Armenian', 'Bengali', 'Cherokee', 'Ethiopic', 'Georgian', 'Gujarati', 'Gurmukhi', 'Kannada', 'Khmer', 'Lao'],
  ...['Malayalam', 'Myanmar', 'Oriya', 'Sinhala', 'Tamil', 'Telugu'],
]);

/** What to do about text of `script` that prints as nothing because no face has it: a clause without an end. */
export function suggestFont(script: string, packages: FontPackages = findFontPackages()): string {
  if (packages.cjk === undefined && packagedScripts.has(script)) {
    return `install the npm package ${cjkFontPackage} beside platen`;
  }
  return 'name a folder with fonts in font_dir, or bring one along with @font-face';
}

/** The last three belong to several scripts: semicolon, question mark and the sign that lengthens a word. */
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u061b\u061f\u0640]/u;
const leftToRight = /[\p{L}\p{Nd}]/u;
const digit = /\p{Nd}/u;

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/**
 * The characters of a line from left to right, as they are seen: the Unicode bidirectional algorithm (UAX 9) for text without marks of
 * direction. Letters of Arabic get their joined forms.
 */
export function orderVisually(line: string): string {
  if (!rightToLeft.test(line)) return line;
  const characters = joinArabic([...line]);
  const base = characters.find((character) => isRight(character) || /\p{L}/u.test(character));
  const baseLevel = base !== undefined && isRight(base) ? 1 : 0;
  const levels = resolveLevels(characters, baseLevel);
  const order = characters.map((character, index) => ({
    text: (levels[index] ?? 0) % 2 === 1 ? (mirrored[character] ?? character) : character,
    level: levels[index] ?? 0,
  }));
  const highest = levels.reduce((most, level) => Math.max(most, level), 0);
  for (let level = highest; level >= 1; level--) {
    for (let start = 0; start < order.length; start++) {
      if ((order[start]?.level ?? 0) < level) continue;
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
      for (const [index, item] of order.slice(start, end).reverse().entries()) order[start + index] = item;
      start = end;
    }
  }
  return order.map(({ text }) => text).join('');
}

function isRight(character: string): boolean {
  return rightToLeft.test(character) && !digit.test(character);
}

/** The level of each character: even ones run from left to right. What has no direction is like its neighbours, or like the line. */
function resolveLevels(characters: readonly string[], base: 0 | 1): number[] {
  const kinds = characters.map((character): 'R' | 'L' | 'N' | '' =>
    isRight(character) ? 'R' : digit.test(character) ? 'N' : leftToRight.test(character) ? 'L' : '',
  );
  // A sign between digits belongs to the number (UAX 9, W4).
  for (let at = 1; at + 1 < kinds.length; at++) {
    if (kinds[at] === '' && /[.,:/+-]/.test(characters[at] ?? '') && kinds[at - 1] === 'N' && kinds[at + 1] === 'N')
      kinds[at] = 'N';
  }
  // A number after letters from left to right is one of them (W7).
  let strong: 'R' | 'L' = base === 1 ? 'R' : 'L';
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'R' || kind === 'L') strong = kind;
    else if (kind === 'N' && strong === 'L') kinds[at] = 'L';
  }
  const side = (kind: string | undefined) => (kind === 'N' ? 'R' : kind);
  return kinds.map((kind, at) => {
    if (kind === 'R') return 1;
    if (kind === 'N') return 2;
    if (kind === 'L') return base === 1 ? 2 : 0;
    const before = side(kinds.slice(0, at).findLast((each) => each !== '')) ?? (base === 1 ? 'R' : 'L');
    const after = side(kinds.slice(at + 1).find((each) => each !== '')) ?? (base === 1 ? 'R' : 'L');
    if (before !== after) return base;
    return before === 'R' ? 1 : base === 1 ? 2 : 0;
  });
}

/**
 * The presentation forms of letters: the first code, and how many forms follow it: isolated, final, initial and medial (the Unicode Standard,
 * Arabic Presentation Forms-B).
 */
const forms = new Map<string, readonly [code: number, count: number]>();
{
  const letters = 'ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي';
  const single = 'ء';
  const double = 'آأؤإاةدذرزوى';
  let code = 0xfe80;
  for (const letter of letters) {
    const count = single.includes(letter) ? 1 : double.includes(letter) ? 2 : 4;
    forms.set(letter, [code, count]);
    code += count;
  }
}
/** Lam and alef are one glyph: isolated, and final one code later. */
const ligatures: Readonly<Record<string, number>> = { آ: 0xfef5, أ: 0xfef7, إ: 0xfef9, ا: 0xfefb };

function joinArabic(characters: readonly string[]): string[] {
  const countForms = (character = '') => (character === 'ـ' ? 4 : (forms.get(character)?.[1] ?? 0));
  const joined: string[] = [];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const form = forms.get(character);
    const after = countForms(characters[at - 1]) === 4;
    const ligature = character === 'ل' ? ligatures[characters[at + 1] ?? ''] : undefined;
    if (ligature !== undefined) {
      joined.push(String.fromCharCode(ligature + (after ? 1 : 0)));
      at++;
    } else if (form === undefined) joined.push(character);
    else {
      const before = form[1] === 4 && countForms(characters[at + 1]) >= 2;
      const place = after && form[1] > 1 ? (before ? 3 : 1) : before ? 2 : 0;
      joined.push(String.fromCharCode(form[0] + place));
    }
  }
  return joined;
}

const shaped =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Syriac}\p{Script=Mongolian}]|[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]/u;

/** Whether a character looks wrong unless a shaping engine places it: those of Indic scripts, and the vowel marks of Arabic. */
export function needsShaping(character: string): boolean {
  return shaped.test(character);
}

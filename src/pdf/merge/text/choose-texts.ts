import { type FontText, noText } from './font-text.ts';
import type { Cluster, GlyphUse, GlyphUses, ShownGlyph } from './glyph-uses.ts';
import { isRightToLeft } from './words.ts';

/** The text of glyphs whose text another glyph has already: it shows nothing and divides no word. */
export const nothing = '\u2060';

/** A character that is drawn as its mirror image in text from right to left (Unicode Standard Annex 9, rule L4). */
const mirrored = /^\p{Bidi_Mirrored}$/u;

/** The texts of codes, by the family of the font. */
type ChosenTexts = Map<FontText['family'], Map<number, string>>;

/**
 * Chooses for each glyph the text that it has in the document. Readers that know no ActualText then find what was written,
 * and not another character of the same shape: 人 for the radical ⼈, a letter for its form in the middle of a word.
 */
export function chooseTexts(uses: GlyphUses, fonts: Iterable<FontText>): ChosenTexts {
  const chosen: ChosenTexts = new Map();
  for (const { family, texts } of fonts) {
    const own = chosen.get(family) ?? new Map<number, string>();
    chosen.set(family, own);
    for (const [code, text] of texts) {
      const choice = chooseText(text, uses.get(family)?.get(code));
      if (choice !== undefined && !own.has(code)) own.set(code, choice);
    }
  }
  for (const [family, glyphs] of uses) {
    for (const [code, { cluster }] of glyphs) {
      if (code !== 0 && cluster && chosen.get(family)?.has(code) === false) divideCluster(cluster, chosen);
    }
  }
  return chosen;
}

/** The text of a glyph; undefined if only the clusters that it is part of can tell. */
function chooseText(own: string, use: GlyphUse | undefined): string | undefined {
  const isSound = !noText.test(own);
  const bare = [...(use?.bare ?? [])];
  if (bare.length > 0) return isSound ? own : nothing;
  const [marked, ...others] = [...(use?.marked ?? [])].filter((text) => !noText.test(text) && !isMirrored(own, text));
  if (marked !== undefined && (others.length === 0 || !isSound)) return marked;
  return isSound ? own : undefined;
}

/** Whether a glyph looks like one bracket and is the other of its pair, as in text from right to left. Readers turn it themselves. */
function isMirrored(own: string, text: string): boolean {
  return own !== text && mirrored.test(own) && mirrored.test(text);
}

/** Gives the glyphs of a cluster that have no text yet what the others leave of its text: the first all, the rest nothing. */
function divideCluster({ text, glyphs }: Cluster, chosen: ChosenTexts): void {
  const read = ({ font, code }: ShownGlyph) => chosen.get(font.family)?.get(code);
  let rest = text;
  for (const character of glyphs.map((glyph) => read(glyph) ?? '').join('')) rest = rest.replace(character, '');
  const ordered = isRightToLeft(text) ? glyphs.toReversed() : glyphs;
  for (const glyph of ordered) {
    if (read(glyph) !== undefined || glyph.code === 0) continue;
    chosen.get(glyph.font.family)?.set(glyph.code, noText.test(rest) ? nothing : rest);
    rest = '';
  }
}

/**
 * A letter of each script that comes along, and of those that most machines have. A page for each line, because a render lists no
 * more warnings than a header holds.
 */
const samples = ['ß Ж Ω ệ ₹ ₿ ع ע ह ไ', 'Հ ქ ব ગ ਪ த త ಕ', 'മ ଓ ස ខ ລ မ አ Ꮳ', '漢 あ ア 한 ☐ ☑ ✓ → ∑ 𝑥 😀 👍🏽 🇩🇪'];

/**
 * Pages whose renders warn of each script without a font. Each letter has a paragraph of its own, because Chromium looks for no more
 * fonts in one once it has found none for a letter.
 */
export function buildFontProbes(): string[] {
  const head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Fonts</title>';
  return samples.map((text) => head + text.replaceAll(/\S+/g, '<p>$&'));
}

/** The scripts without a font, each once, from the warnings of the renders. */
export function readFontProbe(warnings: readonly { code: string; script?: string }[]): string[] {
  const scripts = warnings.flatMap(({ code, script }) => (code === 'glyph_missing' ? [script ?? 'other text'] : []));
  return [...new Set(scripts)];
}

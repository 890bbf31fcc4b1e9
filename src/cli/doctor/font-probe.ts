/** Text of the scripts that come along, and of those that most machines have. */
const samples = [
  'A\u00df \u0416\u042f \u03a9\u03bb Vi\u1ec7t \u20b9\u20bf',
  'العربية עברית हिन्दी ไทย',
  'Հայերեն ქართული বাংলা ગુજરાતી ਪੰਜਾਬੀ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം ଓଡ଼ିଆ සිංහල',
  'ខ្មែរ ລາວ မြန်မာ አማርኛ ᏣᎳᎩ',
  '漢字 あア 한글',
  '☐ ☑ ✓ → ∑ 𝑥',
  '😀 👍🏽 🇩🇪',
];

/** A page whose render warns of each script without a font. */
export function buildFontProbe(): string {
  const lines = samples.map((text) => `<p>${text}</p>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fonts</title>${lines}`;
}

/** The scripts without a font, from the warnings of a render of the probe. */
export function readFontProbe(warnings: readonly { code: string; script?: string }[]): string[] {
  return warnings.flatMap(({ code, script }) => (code === 'glyph_missing' ? [script ?? 'other text'] : []));
}

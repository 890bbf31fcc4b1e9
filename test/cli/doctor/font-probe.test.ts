import { expect, it } from 'vitest';
import { buildFontProbes, readFontProbe } from '../../../src/cli/doctor/check-browser.ts';

it('takes the scripts without a font from the warnings of the probes, each once', () => {
  const han = { code: 'glyph_missing', script: 'Han' };
  const warnings = [han, { code: 'fonts_late' }, { code: 'glyph_missing' }, han];
  expect(readFontProbe(warnings)).toEqual(['Han', 'other text']);
});

it('asks for each letter in its own paragraph', () => {
  for (const page of buildFontProbes()) {
    const [, ...paragraphs] = page.split('<p>');
    expect(paragraphs.length).toBeGreaterThan(5);
    for (const text of paragraphs) expect(text.trim()).toMatch(/^\S+$/);
  }
});

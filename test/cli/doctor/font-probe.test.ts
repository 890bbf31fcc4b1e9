import { expect, it } from 'vitest';
import { readFontProbe } from '../../../src/cli/doctor/font-probe.ts';

it('takes the scripts without a font from the warnings of the probes, each once', () => {
  const han = { code: 'glyph_missing', script: 'Han' };
  const warnings = [han, { code: 'fonts_late' }, { code: 'glyph_missing' }, han];
  expect(readFontProbe(warnings)).toEqual(['Han', 'other text']);
});

import { expect, it } from 'vitest';
import { readFontProbe } from '../../../src/cli/doctor/font-probe.ts';

it('takes the scripts without a font from the warnings of the probe', () => {
  const warnings = [{ code: 'glyph_missing', script: 'Han' }, { code: 'fonts_late' }, { code: 'glyph_missing' }];
  expect(readFontProbe(warnings)).toEqual(['Han', 'other text']);
});

import { describe, expect } from 'vitest';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const pdf = buildPages(1).toString('base64');
const why = 'and the pages of a PDF are not changed.';
const warn = async (parts: unknown, options: object = {}) => {
  const { warnings } = await renderParts(engine, parts, options);
  return warnings.filter(({ code }) => code === 'option_ignored').map(({ part, detail }) => `${part} ${detail}`);
};

describe('options that say how to print, where nothing is printed', () => {
  test('are reported once, by their names in the request', async () => {
    const options = {
      page_size: 'A5',
      landscape: true,
      margin: '1cm',
      scale: 0.5,
      print_background: false,
      tagged: false,
    };
    const names = ['page_size', 'landscape', 'scale', 'print_background', 'tagged', 'margin'];
    const pointers = names.map((name) => `/options/${name}`).join(', ');
    expect(await warn({ pdf }, options)).toEqual([`0 ${pointers} have no effect: it is a PDF, ${why}`]);
    expect(await warn([{ pdf }, { pdf }], { page_size: 'A5' })).toEqual([
      `0 /options/page_size has no effect: all parts are PDFs, ${why}`,
    ]);
  });

  test('are reported at the part that has them, though others are printed', async () => {
    const parts = [{ html: 'text' }, { pdf, options: { scale: 2, wait_for: { delay_ms: 1 } } }];
    expect(await warn(parts, { page_size: 'A5' })).toEqual([
      `1 /parts/1/options/scale, /parts/1/options/wait_for have no effect: it is a PDF, ${why}`,
    ]);
  });

  test.each([
    ['for something that is printed', [{ html: 'text' }, { pdf }], { page_size: 'A5', margin: '1cm' }],
    ['for a header that is printed over the PDF', { pdf }, { header: 'head', margin: '1cm' }],
    [
      'for what a PDF has no need of, what is so anyway, and the whole document',
      { pdf },
      {
        on_missing_glyph: 'fail',
        on_resource_error: 'fail',
        on_damage: 'fail',
        javascript: false,
        ...{ landscape: false, scale: 1, print_background: true, media: 'print' },
        ...{ page_ranges: '1', outline: false, timeout_ms: 20_000, fonts: 'system' },
      },
    ],
  ])('are not told of %s', async (_what, parts, options) => {
    expect(await warn(parts, options)).toEqual([]);
  });
});

import { describe, expect } from 'vitest';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';
import { jpeg, png, small, turned, withDensity } from './sample-images.ts';

const sizeOf = async (image: Uint8Array, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, [{ image, options }]);
  const { sizes } = await readPdf(pdf);
  return { sizes: sizes.map((size) => size.map((side) => Math.round(side * 10) / 10)), warnings, pdf };
};

describe('an image as a part', () => {
  test.each<[string, Uint8Array, [number, number]]>([
    ['PNG without a density', png(400, 200), [300, 150]],
    ['PNG of 300 dots per inch', png(600, 300, 11811), [144, 72]],
    ['JPEG of 200 dots per inch', withDensity(200), [28.8, 21.6]],
    ['JPEG that is turned, by EXIF', turned(), [14.4, 19.2]],
    [
      'SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="50mm" viewBox="0 0 2 1"><circle r="1"/></svg>'),
      [141.7, 70.9],
    ],
  ])('is one page of its size: %s', async (_, image, size) => {
    const { sizes, warnings } = await sizeOf(image);
    expect([sizes, warnings]).toEqual([[size], []]);
  });

  test('is fitted into a page of the options, upright or not, with their margin', async () => {
    for (const image of [jpeg, png(40, 4000), ...Object.values(small)]) {
      const { sizes, warnings } = await sizeOf(image, { page_size: 'A5', landscape: true, margin: '1cm' });
      expect([sizes, warnings]).toEqual([[[595.3, 419.5]], []]);
    }
  });

  test('keeps the bytes of a JPEG', async () => {
    const { pdf } = await sizeOf(withDensity(100));
    const scan = withDensity(100).subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])));
    expect(Buffer.from(pdf).includes(scan)).toBe(true);
  });

  test('is no part if it cannot be read', async () => {
    await expect(sizeOf(Buffer.from('GIF, not'))).rejects.toMatchObject({ code: 'invalid_request', part: 0 });
    await expect(sizeOf(jpeg.subarray(0, 40))).rejects.toMatchObject({ code: 'resource_failed' });
  });

  test('has its title as alternative text', async () => {
    const request = {
      parts: [{ image: jpeg, title: 'A harbour' }],
      metadata: { title: 'T' },
      pdf: { conformance: ['pdf/ua-1'] },
    };
    const { pages } = await engine.render(request as never, { account: 'a' });
    expect(pages).toBe(1);
  });
});

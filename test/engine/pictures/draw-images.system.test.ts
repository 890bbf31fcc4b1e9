import jpeg from 'jpeg-js';
import { describe, expect, onTestFinished } from 'vitest';
import { readPng } from '../../../src/cli/pictures/png.ts';
import type { ImageOptions } from '../../../src/contract/index.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { openTestEngine } from '../test-engine.ts';

/** Pages of 200 by 100 points with a red square in the upper left corner. */
const pages = (count: number, page = '') =>
  buildPages(count, { content: () => '1 0 0 rg 0 80 20 20 re f', page: () => page });
const draw = (pdf: Uint8Array, image: ImageOptions = {}, signal?: AbortSignal) =>
  engine.draw(pdf, image, { account: 'test', timeoutMs: 30_000, limits, ...(signal && { signal }) });

const limits = { pixels: 50_000_000, images: 200, bytes: 128 * 1024 * 1024 };

const colourAt = ({ data, width }: { data: Uint8Array; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3),
];

describe('drawing the pages of a PDF', () => {
  test('gives a PNG of each page at 96 dpi', async () => {
    const images = await draw(pages(2));
    expect(images.map(({ page, width, height }) => [page, width, height])).toEqual([
      [1, 267, 133],
      [2, 267, 133],
    ]);
    const picture = readPng(Buffer.from(images[1]?.bytes ?? []));
    expect([colourAt(picture, 5, 5), colourAt(picture, 60, 60)]).toEqual([
      [255, 0, 0],
      [255, 255, 255],
    ]);
  });

  test('gives a JPEG in the width that is asked for', async () => {
    const [image] = await draw(pages(1), { format: 'jpeg', width: 400 });
    const picture = jpeg.decode(image?.bytes ?? [], { useTArray: true });
    expect([picture.width, picture.height]).toEqual([400, 200]);
    const [red = 0, green = 255] = colourAt(picture, 10, 10);
    expect(red > 240 && green < 20).toBe(true);
  });

  test('leaves the background transparent if asked', async () => {
    const [image] = await draw(pages(1), { transparent: true, dpi: 72 });
    const { decode } = await import('fast-png');
    const { data, width } = decode(image?.bytes ?? new Uint8Array());
    const opacities = [5, 60].map((at) => data[(at * width + at) * 4 + 3]);
    expect(opacities).toEqual([255, 0]);
  });

  test.for([
    [
      'too many pixels',
      pages(1),
      { dpi: 1200, width: undefined },
      '/MediaBox [0 0 2000 2000]',
      'invalid_request',
      /Page 1 would have 1111/,
    ],
    ['too many pages', pages(201), {}, '', 'too_many_pages', /201 pages/],
    ['no PDF', Buffer.from('nothing'), {}, '', 'pdf_invalid', /cannot be drawn/],
  ] as const)('refuses %s', async ([, pdf, image, page, code, detail]) => {
    const given = page === '' ? pdf : pages(1, page);
    await expect(draw(given, image as ImageOptions)).rejects.toMatchObject({
      code,
      detail: expect.stringMatching(detail),
    });
  });

  test('ends with its caller', async () => {
    await expect(draw(pages(100), { dpi: 600 }, AbortSignal.timeout(300))).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});

test('the wait for a slot counts apart from the time of drawing, if it has its own limit', async () => {
  const single = openTestEngine({ concurrency: 1 });
  onTestFinished(() => single.close());
  const holder = new AbortController();
  const context = { account: 'test', limits };
  const held = single.draw(pages(200), { dpi: 300 }, { ...context, timeoutMs: 60_000, signal: holder.signal });
  const ended = expect(held).rejects.toMatchObject({ code: 'interrupted' });
  const apart = single.draw(pages(1), {}, { ...context, timeoutMs: 1, queueMs: 60_000 });
  const timedOut = expect(apart).rejects.toMatchObject({ code: 'render_timeout' });
  const together = single.draw(pages(1), {}, { ...context, timeoutMs: 1 });
  await expect(together).rejects.toMatchObject({ code: 'queue_timeout' });
  holder.abort();
  await Promise.all([ended, timedOut]);
});

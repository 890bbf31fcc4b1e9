import jpeg from 'jpeg-js';
import { describe, expect } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import { asDict, openPrinted, PdfStream, resolve } from '../../../src/pdf/index.ts';
import { listDrawings } from '../../../src/pdf/objects/drawings.ts';
import { engine, test } from '../shared-engine.ts';

const pixels = Buffer.alloc(600 * 300 * 4);
for (let at = 0; at < pixels.length; at++) pixels[at] = 100 + ((at * 7919) % 61);
const photo = Buffer.from(jpeg.encode({ width: 600, height: 300, data: pixels }, 90).data);
const html = `<html lang="en"><title>Photo</title><img alt="Noise" src="photo.jpg" style="width: 1in"><p style="background: url(photo.jpg); background-size: 2in; height: 1in">`;
const document = { html, assets: { 'photo.jpg': { type: 'image/jpeg', base64: photo } } };

/** The widths of the images of a PDF, and whether they have the bytes of the photo. */
function listImages(bytes: Uint8Array): [width: unknown, isPhoto: boolean][] {
  const drawings = listDrawings(openPrinted(bytes));
  const objects = drawings.flatMap(({ resources }) => [...(asDict(resources.get('XObject'))?.values() ?? [])]);
  const streams = new Set(objects.map(resolve).filter((value) => value instanceof PdfStream));
  const images = [...streams].filter(({ dict }) => dict.get('Subtype') === 'Image');
  return images.map(({ dict, data }) => [dict.get('Width'), photo.equals(data)]);
}

const render = async (request: Partial<RenderRequest>) =>
  (await engine.render({ parts: document, ...request }, { account: 'test' })).pdf;

describe('image_dpi', () => {
  test('shrinks images to their largest use, the same each time', async () => {
    const pdf = await render({ pdf: { image_dpi: 100 } });
    const images = listImages(pdf);
    expect(images.map(([width]) => width)).toEqual(images.map(() => 200));
    expect(Buffer.compare(pdf, await render({ pdf: { image_dpi: 100 } }))).toBe(0);
  });

  test('leaves images as they are without it, and if they have the pixels that they need', async () => {
    const plain = await render({});
    expect(listImages(plain)[0]).toEqual([600, true]);
    expect(Buffer.compare(plain, await render({ pdf: { image_dpi: 300 } }))).toBe(0);
  });

  test('shrinks those of existing PDFs, and keeps PDF/A and PDF/UA', async () => {
    const pdf = await render({ pdf: { conformance: ['pdf/a-2a', 'pdf/ua-1'], image_dpi: 100 } });
    expect(listImages(pdf)[0]).toEqual([200, false]);
    const again = await render({ parts: { pdf: await render({}) }, pdf: { image_dpi: 100 } });
    expect(listImages(again)[0]).toEqual([200, false]);
  });
});

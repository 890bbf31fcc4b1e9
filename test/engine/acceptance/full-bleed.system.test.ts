import { expect } from 'vitest';
import { drawFirstPage } from '../draw-page.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

/** The lightest grey of the outermost pixels of the first page. */
async function findLightestEdge(pdf: Uint8Array): Promise<number> {
  const { data, width, height } = await drawFirstPage(pdf, 4);
  const grey = (x: number, y: number) => data[(y * width + x) * 4] ?? 255;
  let lightest = 0;
  for (let x = 0; x < width; x++) lightest = Math.max(lightest, grey(x, 0), grey(x, height - 1));
  for (let y = 0; y < height; y++) lightest = Math.max(lightest, grey(0, y), grey(width - 1, y));
  return lightest;
}

test.each(['A4', 'A5 landscape', 'A5', '210mm 80mm', 'letter', '100.3mm 55.7mm'])(
  'a background on a page of %s leaves no white line at any edge',
  async (size) => {
    const html = `<style>@page { size: ${size}; margin: 0 } html { background: #000 }</style>`;
    const { pdf, pages } = await renderParts(engine, { html });
    expect(pages).toBe(1);
    expect(await findLightestEdge(pdf)).toBeLessThan(20);
  },
);

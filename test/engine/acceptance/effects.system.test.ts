import { beforeAll, describe, expect } from 'vitest';
import { type Drawn, missingReaders, readers } from '../../pdf/readers.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';
import { effectsPage, type PlacedEffect, placedEffects } from './effects.ts';

/** Differences of colour that are no fault: readers place edges between pixels in their own ways. Bands reach to 255. */
const tolerance = 24;

const pictures = new Map<string, Drawn>();

beforeAll(async () => {
  const { pdf } = await renderParts(engine, { html: effectsPage });
  for (const { name, draw } of readers) pictures.set(name, await draw(pdf));
});

describe.each(readers.filter(({ name }) => name !== 'PDFium'))('$name', ({ name }) => {
  test.for(placedEffects)('draws a $name as PDFium does', (effect) => {
    expect(compare(pictures.get(name) as Drawn, pictures.get('PDFium') as Drawn, effect)).toBeLessThan(tolerance);
  });
});

describe.each(missingReaders)('%s', () => {
  test.skip('is not installed', () => {});
});

/** How much two pictures differ in the cell of an effect: the mean of all bands of its pixels. */
function compare(one: Drawn, other: Drawn, { left, top, width, height }: PlacedEffect): number {
  let sum = 0;
  for (let row = top; row < top + height; row++) {
    for (let at = left * 3; at < (left + width) * 3; at++) {
      sum += Math.abs((one.data[row * one.width * 3 + at] ?? 0) - (other.data[row * other.width * 3 + at] ?? 0));
    }
  }
  return sum / (width * height * 3);
}

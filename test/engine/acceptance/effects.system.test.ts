import { beforeAll, describe, expect } from 'vitest';
import { differ } from '../../pdf/compare-drawn.ts';
import { type Drawn, missingReaders, readers } from '../../pdf/readers.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';
import { effectsPage, placedEffects } from './effects.ts';

/** Differences of colour that are no fault: readers place edges between pixels in their own ways. Bands reach to 255. */
const tolerance = 24;

const pictures = new Map<string, Drawn>();

beforeAll(async () => {
  const { pdf } = await renderParts(engine, { html: effectsPage });
  for (const { name, draw } of readers) pictures.set(name, await draw(pdf));
});

describe.each(readers.filter(({ name }) => name !== 'PDFium'))('$name', ({ name }) => {
  test.for(placedEffects)('draws a $name as PDFium does', (effect) => {
    expect(differ(pictures.get(name) as Drawn, pictures.get('PDFium') as Drawn, effect)).toBeLessThan(tolerance);
  });
});

describe.each(missingReaders)('%s', () => {
  test.skip('is not installed', () => {});
});

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

describe.each(readers)('a table in $name', ({ draw }) => {
  test('has no light lines between cells of one colour', async () => {
    const row = '<tr><td>a<td>b<td>c';
    const html = `<!doctype html><style>
      @page { size: 100pt 60pt; margin: 7.3pt }
      body { margin: 0 } table { border-collapse: collapse } td { background: black; font: 3pt/3pt Arimo; padding: 3.3pt 8.7pt }
    </style><table>${row}${row}${row}</table>`;
    const { pdf } = await renderParts(engine, { html });
    const { width, data } = await draw(pdf);
    const inside = Array.from({ length: 25 }, (_, row) =>
      data.subarray(((row + 10) * width + 12) * 3, ((row + 10) * width + 60) * 3),
    );
    expect(Math.max(...inside.flatMap((bands) => [...bands]))).toBeLessThan(16);
  });
});

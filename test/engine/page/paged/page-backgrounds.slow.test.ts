import { describe, expect } from 'vitest';
import { drawSizedPages, type Picture } from '../../draw-page.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** A red picture, and the same as a file. */
const picture = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="red"/></svg>`;
const address = (svg: string) => `url("data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}")`;
const square = address(picture(20, 20));

/** Three pages, the second of which is a page named `wide`. */
const pages = (css: string, more = '') => `<!doctype html><title>t</title><style>
  @page { size: 300px 200px; margin: 40px; background: ${square} no-repeat } p { margin: 0 } .w { page: wide } ${css}
  </style><p>a<p class=w style="break-before: page">b<p style="break-before: page">c${more}`;

/** The red area of each page: left, top, width, height in CSS pixels. */
async function measure(html: string, options: object = {}, assets: object = {}) {
  const { pdf, warnings } = await renderParts(engine, { html, assets }, { prefer_css_page_size: true, ...options });
  expect(warnings).toEqual([]);
  return (await drawSizedPages(pdf, 96 / 72)).map(findRed);
}

function findRed({ width, data }: Picture): number[] {
  const [columns, rows]: [number[], number[]] = [[], []];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at] ?? 0) < 200 || (data[at + 1] ?? 0) > 80) continue;
    columns.push((at / 4) % width);
    rows.push(Math.floor(at / 4 / width));
  }
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  return columns.length === 0 ? [] : [left, top, Math.max(...columns) + 1 - left, Math.max(...rows) + 1 - top];
}

/** A pixel more or less is the edge of an image. */
function expectAreas(found: readonly number[][], wanted: readonly number[][]): void {
  const isNear = found.flat().every((length, at) => Math.abs(length - (wanted.flat()[at] ?? Number.NaN)) <= 1);
  expect(isNear && found.length === wanted.length ? wanted : found).toEqual(wanted);
}

const three = (area: number[]) => [area, area, area];

describe('a background of @page', () => {
  test.each([
    ['at its start', '', [40, 40, 20, 20]],
    ['in pixels', '@page { background-position: 30px 50px }', [70, 90, 20, 20]],
    ['at its end', '@page { background-position: right bottom }', [240, 140, 20, 20]],
    ['from its end', '@page { background-position: right 10px bottom 20px }', [230, 120, 20, 20]],
    ['in the middle', '@page { background-position: center }', [140, 90, 20, 20]],
    ['by shares', '@page { background-size: 50% 25% }', [40, 40, 110, 30]],
    ['by one share', '@page { background-size: 50% }', [40, 40, 110, 110]],
    ['by the other', '@page { background-size: auto 50%; background-position: 100% 0 }', [200, 40, 60, 60]],
    ['as a whole', '@page { background-size: 100% 100% }', [40, 40, 220, 120]],
    ['inside', '@page { background-size: contain; background-position: center }', [90, 40, 120, 120]],
    ['up to its longer side', '@page { background-size: cover; background-position: 0 100% }', [40, 0, 220, 160]],
    ['by a variable', ':root { --size: 50% 50% } @page { background-size: var(--size) }', [40, 40, 110, 60]],
    [
      'by important rules',
      '@page { background-size: 50% 50% !important } @page :right { background-size: 1% }',
      [40, 40, 110, 60],
    ],
    [
      'by shares of what its edges leave',
      '@page { border: 5px solid blue; padding: 10px; background-size: 100% 100% }',
      [45, 45, 210, 110],
    ],
    [
      'from its edges',
      '@page { border: 5px solid transparent; background-origin: border-box; background-size: 100% 50% }',
      [40, 40, 220, 60],
    ],
    [
      'by its content',
      '@page { padding: 10px 20px; background-origin: content-box; background-size: 100% 100% }',
      [60, 50, 180, 100],
    ],
  ])('has the size and the place of its page: %s', async (_of, css, area) => {
    expectAreas(await measure(pages(css)), three(area as number[]));
    expectAreas(await measure(pages(css, '<script></script>')), three(area as number[]));
  });

  test('is that of the page it is on: named, first, and on the left', async () => {
    const css =
      '@page wide { size: 400px 300px; margin: 10px } @page { background-size: 100% 100% } @page :first { margin: 80px }';
    expectAreas(await measure(pages(css)), [
      [80, 80, 140, 40],
      [10, 10, 380, 280],
      [40, 40, 220, 120],
    ]);
    const sides = '@page { background-position: right top } @page :left { background-position: left bottom }';
    expectAreas(await measure(pages(sides)), [
      [240, 40, 20, 20],
      [40, 140, 20, 20],
      [240, 40, 20, 20],
    ]);
  });

  test('is measured on the paper that the request names, and at its scale', async () => {
    const html = pages('@page { background-size: 100% 100% }');
    expectAreas(await measure(html, { scale: 0.5 }), three([40, 40, 220, 120]));
    const css = '@page { size: auto; margin: 48px; background-size: 100% 100% }';
    expectAreas(await measure(pages(css), { page_size: { width: '4in', height: '3in' } }), three([48, 48, 288, 192]));
  });

  test('comes from a file, in several layers', async () => {
    const assets = { 'a.svg': { type: 'image/svg+xml', base64: Buffer.from(picture(40, 10)).toString('base64') } };
    const css = '@page { background: url(a.svg) 100% 0 / 50% auto no-repeat }';
    expectAreas(await measure(pages(css), {}, assets), three([150, 40, 110, 28]));
    const layers = `@page { background: ${square} right top no-repeat, url(a.svg) right bottom / contain no-repeat }`;
    expectAreas(await measure(pages(layers), {}, assets), three([40, 40, 220, 120]));
  });

  test('is a warning if it is repeated by the length of the document', async () => {
    const { warnings } = await renderParts(engine, { html: pages('@page { background-repeat: round }') });
    expect(warnings.map(({ detail }) => detail)).toEqual([
      'background-repeat: round (@page) is measured by the document, not by its pages.',
    ]);
  });
});

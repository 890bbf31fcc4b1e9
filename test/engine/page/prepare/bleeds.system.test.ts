import { describe, expect } from 'vitest';
import { drawSizedPages, type Picture } from '../../draw-page.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const style = (
  css: string,
) => `<!doctype html><style>@page { size: 100mm 100mm; margin: 20mm; @bottom-center { content: counter(page) } }
  body { margin: 0; font: 10pt/1 Tinos } .band { background: #f00; height: 10mm } ${css}</style>`;
const text = '<p style="margin: 10mm 0">text</p>';

async function render(html: string) {
  const { pdf, warnings } = await renderParts(engine, { html });
  const pages = await drawSizedPages(pdf, 2);
  const colourAt = (page: number, x: number, y: number) => readColour(pages[page - 1] as Picture, x, y);
  return { colourAt, codes: warnings.map(({ code }) => code) };
}

/** The colour of a point of a square page of 100 mm. */
function readColour({ data, width }: Picture, x: number, y: number): string {
  const at = (Math.floor((y / 100) * width) * width + Math.floor((x / 100) * width)) * 4;
  const colour = [...data.subarray(at, at + 3)].join(' ');
  return { '255 0 0': 'red', '255 255 255': 'white' }[colour] ?? colour;
}

describe('boxes with negative margins', () => {
  test('reach the edges of the paper on all pages, and nothing is printed smaller', async () => {
    const band = '<div class=band></div>';
    const html = `${style('.band { margin: 0 -20mm }')}${text}${band}<div style="break-before: page">${text}${band}`;
    const { colourAt, codes } = await render(html);
    expect(codes).toEqual([]);
    for (const page of [1, 2])
      for (const x of [0.3, 10, 50, 90, 99.7]) {
        // The first line, 10 pt high, is between margins of 10 mm, of which the upper one is cut off at the top of a page.
        expect([page, x, colourAt(page, x, page === 1 ? 50 : 45)]).toEqual([page, x, 'red']);
        expect([page, x, colourAt(page, x, page === 1 ? 30 : 55)]).toEqual([page, x, 'white']);
      }
  });

  test('reach its upper edge on the first page', async () => {
    const { colourAt } = await render(
      `${style('.band { margin: -20mm -20mm 0; height: 30mm }')}<div class=band></div>${text}`,
    );
    expect(colourAt(1, 0.3, 0.3)).toBe('red');
    expect(colourAt(1, 99.7, 9)).toBe('red');
    expect(colourAt(1, 50, 35)).toBe('white');
  });

  test('reach one edge, with margins of each side and from variables', async () => {
    const css = `@page { margin-left: 30mm } :root { --out: -30mm } .band { margin-left: var(--out) }`;
    const { colourAt, codes } = await render(`${style(css)}<div class=band></div>`);
    expect([colourAt(1, 1, 25), colourAt(1, 79, 25), colourAt(1, 81, 25)]).toEqual(['red', 'red', 'white']);
    expect(codes).toEqual([]);
  });

  test('leave running elements in their margins', async () => {
    const css =
      '.band { margin: 0 -20mm } b { position: running(head); background: #f00; display: block; height: 5mm } @page { @top-center { content: element(head) } }';
    const { colourAt, codes } = await render(`${style(css)}<b></b>${text}<div class=band></div>`);
    expect([colourAt(1, 21, 10), colourAt(1, 79, 10), colourAt(1, 19, 10), colourAt(1, 81, 10)]).toEqual([
      'red',
      'red',
      'white',
      'white',
    ]);
    expect(colourAt(1, 1, 50)).toBe('red');
    expect(codes).toEqual([]);
  });

  test('do not keep what else is too wide from being printed smaller', async () => {
    const css = '.band { margin: 0 -20mm } .wide { width: 80mm; height: 10mm }';
    const { codes } = await render(`${style(css)}<div class=band></div><div class=wide>x</div>`);
    expect(codes).toContain('content_shrunk');
  });

  test('that stay within the page change nothing', async () => {
    const css = '.out { padding: 0 5mm } .band { margin: 0 -5mm }';
    const { colourAt, codes } = await render(`${style(css)}<div class=out><div class=band></div></div>`);
    expect([colourAt(1, 19, 25), colourAt(1, 21, 25)]).toEqual(['white', 'red']);
    expect(codes).toEqual([]);
  });
});

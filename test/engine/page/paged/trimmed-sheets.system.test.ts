import { describe, expect } from 'vitest';
import { asArray, asDict, openPrinted } from '../../../../src/pdf/index.ts';
import { drawSizedPages, type Picture } from '../../draw-page.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const millimetre = 72 / 25.4;

const style = (css: string) => `<!doctype html><html lang=en><title>t</title>
  <style>@page { size: 100mm 100mm; margin: 20mm } body { margin: 0; font: 10pt/1 Tinos } ${css}</style>`;

async function render(parts: unknown, options: object = {}) {
  const { pdf, warnings } = await renderParts(engine, parts, options);
  const pages = await drawSizedPages(pdf, 2);
  return {
    pdf,
    /** The width of each box of a page in whole millimetres, and its distance to the left edge of the sheet. */
    boxes: openPrinted(pdf).map((page) => {
      const read = (name: string) => asArray(asDict(page)?.get(name)).map(Number);
      const [edge = 0] = read('MediaBox');
      return ['MediaBox', 'BleedBox', 'TrimBox'].map((name) => {
        const [left = 0, , right = 0] = read(name);
        return [right - left, left - edge].map((length) => Math.round(length / millimetre));
      });
    }),
    /** The colour of a point in millimetres from the upper left corner of the sheet. */
    colourAt: (page: number, x: number, y: number) => readColour(pages[page - 1] as Picture, x, y),
    details: warnings.map(({ detail }) => detail),
  };
}

function readColour({ data, width }: Picture, x: number, y: number): string {
  const at = (Math.floor(y * millimetre * 2) * width + Math.floor(x * millimetre * 2)) * 4;
  const colour = [...data.subarray(at, at + 3)].join(' ');
  return { '255 0 0': 'red', '255 255 255': 'white', '0 0 255': 'blue' }[colour] ?? colour;
}

/** Boxes of a page of 100 mm: those of its sheet, its bleed and itself. */
const bleedOf3 = [
  [106, 0],
  [106, 0],
  [100, 3],
];
const markedBleedOf3 = [
  [119, 0],
  [106, 6],
  [100, 9],
];

describe('pages with a bleed', () => {
  test('are on larger sheets, with their boxes, and their background reaches into it', async () => {
    const { boxes, colourAt, details } = await render({ html: `${style('@page { bleed: 3mm; background: red }')}x` });
    expect(boxes).toEqual([bleedOf3]);
    expect([colourAt(1, 0.3, 0.3), colourAt(1, 105.7, 105.7)]).toEqual(['red', 'red']);
    expect(details).toEqual([]);
  });

  test.each([
    ['bleed: 3mm; marks: crop', markedBleedOf3],
    ['bleed: 3mm; marks: cross', markedBleedOf3],
    [
      'marks: crop cross',
      [
        [117, 0],
        [104, 6],
        [100, 8],
      ],
    ],
    [
      'marks: cross',
      [
        [113, 0],
        [100, 6],
        [100, 6],
      ],
    ],
    [
      'bleed: auto',
      [
        [100, 0],
        [0, 0],
        [0, 0],
      ],
    ],
  ])('and marks have room for both: %s', async (css, wanted) => {
    expect((await render({ html: `${style(`@page { ${css} }`)}x` })).boxes).toEqual([wanted]);
  });

  test('show nothing beyond it but their marks', async () => {
    const css = '@page { bleed: 3mm; marks: crop; background: red }';
    const { colourAt } = await render({ html: `${style(css)}x` });
    expect([colourAt(1, 6, 50), colourAt(1, 6.7, 50), colourAt(1, 3, 3)]).toEqual(['white', 'red', 'white']);
    // At the upper left corner of the page.
    expect(colourAt(1, 9.26, 2)).not.toBe('white');
    expect(colourAt(1, 2, 9.26)).not.toBe('white');
  });

  test('have text and margin boxes where pages without one have them', async () => {
    const html = (css: string) =>
      `${style(`${css} b { background: red; display: block } @page { @top-left { content: "x"; background: blue; height: 8mm } @right-bottom { content: "y"; background: blue } }`)}<b>x</b><b style="break-before: page">y</b><div style="position: absolute; top: -1mm">`;
    const plain = await render({ html: html('') });
    const bled = await render({ html: html('@page { bleed: 4mm; marks: crop }') });
    const edge = 4 + 6.35;
    for (const page of [1, 2])
      for (const [x, y] of [
        [25, 10],
        [30, 4],
        [90, 70],
        [21, 21],
        [79, 22.5],
        [79, 25],
        [99, 61],
        [81, 59],
      ] as const)
        expect([page, x, y, bled.colourAt(page, x + edge, y + edge)]).toEqual([page, x, y, plain.colourAt(page, x, y)]);
  });

  test('have boxes that reach into it on all sides and all pages', async () => {
    const css = `@page { bleed: 3mm } @page full { margin: 0 }
      .full { page: full; position: relative; height: 100mm } .full div { position: absolute; inset: -3mm; background: red }
      .band { margin: 0 -23mm; height: 10mm; background: blue }`;
    const full = '<div class=full><div></div>x</div>';
    const { colourAt, details, boxes } = await render({ html: `${style(css)}${full}<div class=band></div>${full}` });
    expect(details).toEqual([]);
    expect(boxes).toEqual([bleedOf3, bleedOf3, bleedOf3]);
    for (const page of [1, 3])
      for (const [x, y] of [
        [0.3, 0.3],
        [105.7, 0.3],
        [0.3, 105.7],
        [105.7, 105.7],
      ] as const)
        expect([page, x, y, colourAt(page, x, y)]).toEqual([page, x, y, 'red']);
    expect([colourAt(2, 0.3, 25), colourAt(2, 105.7, 25), colourAt(2, 50, 40)]).toEqual(['blue', 'blue', 'white']);
  });

  test.each([
    ['html { height: 100% }', 'the root element has a fixed height'],
    ['p { max-height: 50vh }', 'lengths depend on the height of the page, such as 100vh'],
    ['p { position: fixed }', 'boxes have position: fixed'],
    ['i { float: footnote }', 'the document has footnotes or floats of pages'],
  ])('name what keeps boxes from its upper and lower edges: %s', async (css, why) => {
    const html = `${style(`@page { bleed: 3mm } div { margin-top: -3mm } ${css}`)}<p>x<i>y</i></p><div>z</div>`;
    expect((await render({ html })).details).toEqual([
      `bleed (@page): boxes end at the upper and lower edges of their page, because ${why}.`,
    ]);
  });

  test('may have another one by their name, and the same size of sheet', async () => {
    const css = `@page { bleed: 3mm } @page other { size: 106mm 106mm; bleed: 0 } @page turned { bleed: 5mm; size: 80mm 60mm; page-orientation: rotate-left }
      .other { page: other } .turned { page: turned }`;
    const { boxes } = await render({
      html: `${style(css)}<p>x<p class=other>y<p>z<p class=turned>z`,
    });
    expect(boxes).toEqual([
      bleedOf3,
      [
        [106, 0],
        [106, 0],
        [106, 0],
      ],
      bleedOf3,
      [
        [70, 0],
        [70, 0],
        [60, 5],
      ],
    ]);
  });

  test('have backgrounds that cover it if they have no margin', async () => {
    const image = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#f00"/><rect x="5" y="5" width="90" height="90" fill="#00f"/></svg>')}`;
    const css = `@page { margin: 0; bleed: 3mm; background: url("${image}") center / cover } div { margin-top: -3mm }`;
    const { colourAt } = await render({ html: `${style(css)}<div>x</div>` });
    for (const [x, y] of [
      [1, 1],
      [104, 104],
      [4, 50],
      [50, 4],
      [102, 50],
    ] as const)
      expect([x, y, colourAt(1, x, y)]).toEqual([x, y, 'red']);
    expect(colourAt(1, 8, 50)).toBe('blue');
  });

  test('have running elements, overlays, headers and page ranges on the page', async () => {
    const css = `@page { bleed: 3mm; marks: crop; @top-left { content: element(head) } } b { position: running(head); background: red; height: 4mm; display: block }`;
    const text = '<b></b><p>one<p style="break-before: page">two<p style="break-before: page">three';
    const overlay = '<style>@page { margin: 0 } body { margin: 0; background: blue }</style>';
    const parts = [{ html: `${style(css)}${text}`, options: { page_ranges: '2-' } }];
    const { pdf } = await engine.render(
      {
        parts,
        overlays: [{ html: overlay, position: { x: '0mm', y: '90mm', width: '10mm', height: '10mm' } }],
      } as never,
      { account: 'test' },
    );
    const pages = await drawSizedPages(pdf, 2);
    expect(pages).toHaveLength(2);
    const colours = pages.map((page) => [
      readColour(page, 9.3 + 25, 9.3 + 10),
      readColour(page, 9.3 + 5, 9.3 + 95),
      readColour(page, 9.3 - 2, 9.3 + 95),
    ]);
    expect(colours).toEqual([
      ['red', 'blue', 'white'],
      ['red', 'blue', 'white'],
    ]);
  });

  test('lose the size of options to those, and keep the bleed', async () => {
    const html = `${style('@page { bleed: 3mm; margin: 10mm !important }')}x`;
    const { boxes } = await render({ html }, { page_size: { width: '50mm', height: '50mm' } });
    expect(boxes).toEqual([
      [
        [56, 0],
        [56, 0],
        [50, 3],
      ],
    ]);
  });

  test('from variables, in lengths of their font and by importance', async () => {
    const css =
      ':root { --b: 2mm; font-size: 1mm } @page { bleed: var(--b) } @page :first { bleed: 3em !important } @page :first { bleed: 9mm }';
    const { boxes } = await render({ html: `${style(css)}x<p style="break-before: page">y` });
    expect(boxes.map(([, , trim]) => trim)).toEqual([
      [100, 3],
      [100, 2],
    ]);
  });

  test('have no marks of other words and no bleed of other values, and elements have none', async () => {
    const css =
      '@page { marks: corner } p { marks: crop; bleed: 3mm } @page { bleed: -3mm } @page a { bleed: 3 } @page b { bleed: 10% }';
    const { details } = await render({ html: `${style(css)}<p>x` });
    expect(details).toEqual([
      'bleed: -3mm has no effect.',
      'bleed: 10% has no effect.',
      'bleed: 3 has no effect.',
      'bleed: 3mm has no effect.',
      'marks: corner has no effect.',
      'marks: crop has no effect.',
    ]);
  });
});

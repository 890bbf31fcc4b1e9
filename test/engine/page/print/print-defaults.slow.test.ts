import { describe, expect } from 'vitest';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const size = '@page { size: A5; margin: 1cm } body { margin: 0; font: 16px/20px sans-serif } p { margin: 0 }';
const page = (css: string, rest = '<h2>Heading</h2><p>Text') =>
  `<!doctype html><title>t</title><style>${css}</style><style>${size}</style><div style="height: 655px">Filler</div>${rest}`;
const print = async (html: string, assets?: object) => {
  const { pdf, warnings } = await renderParts(engine, { html, ...(assets && { assets }) });
  expect(warnings).toEqual([]);
  return readTexts(await openPdf(pdf));
};
const css = (text: string) => ({ 'a.css': { type: 'text/css', base64: Buffer.from(text).toString('base64') } });
const together = ['Filler', 'Heading Text'];
const apart = ['Filler Heading', 'Text'];

describe('a heading at the foot of a page', () => {
  test.each([
    ['of a document without scripts', page('')],
    ['of one with scripts', page('', '<script>document.write("<h2>Heading</h2><p>Text")</script>')],
    ['of a document with layers', page('@layer a, b; @layer a { h2 { color: red } }')],
    ['in its own box', page('', '<header><h2>Heading</h2></header><p>Text')],
  ])('moves to the text that follows: %s', async (_of, html) => {
    expect(await print(html)).toEqual(together);
  });

  test.each([
    ['a rule', 'h2 { break-after: auto }'],
    ['a rule without specificity', ':where(h2) { break-after: auto }'],
    ['the old property', 'h2 { page-break-after: auto }'],
    ['a rule in a layer', '@layer a { :where(h2) { break-after: auto } }'],
    ['a rule in a layer for print', '@media print { @layer a.b { h2 { break-after: auto } } }'],
  ])('stays for %s of the document', async (_of, rule) => {
    expect(await print(page(rule))).toEqual(apart);
    expect(await print(page(rule).replace('<h2>', '<script></script><h2>'))).toEqual(apart);
  });

  test('stays for a layer that is imported, and for its own style', async () => {
    const html = page('@import "a.css" layer(base); i { color: red }');
    expect(await print(html, css('h2 { break-after: auto }'))).toEqual(apart);
    expect(await print(page('', '<h2 style="break-after: auto">Heading</h2><p>Text'))).toEqual(apart);
  });
});

test('scripts see nothing of the defaults', async () => {
  const html = page(
    '',
    `<h2>Heading</h2><p id=seen><script>
      addEventListener('load', () => { seen.textContent = [document.styleSheets.length, document.adoptedStyleSheets.length].join(' ') })
    </script>`,
  );
  expect(await print(html)).toEqual(['Filler', 'Heading 2 0']);
});

/** Boxes of which three are as high as a page. */
const boxes = (count: number) =>
  Array.from({ length: count }, (_, at) => `<div class=card>top ${at} ${'<br>'.repeat(10)} end ${at}</div>`).join('');
const cards = (css: string, html: string) =>
  `<!doctype html><title>t</title><style>${size} .card { break-inside: avoid; height: 220px; line-height: 20px }</style><style>${css}</style>${html}`;
const whole = ['top 0 end 0 top 1 end 1 top 2 end 2', 'top 3 end 3 top 4 end 4'];

describe('boxes in a line that are higher than a page', () => {
  test.each([
    ['inline-block', '.w { display: inline-block; width: 100% }'],
    ['inline-flex', '.w { display: inline-flex; flex-direction: column }'],
    ['inline-grid', '.w { display: inline-grid }'],
    ['inline-table', '.w { display: inline-table }'],
  ])('break between boxes that avoid breaks: %s', async (_display, css) => {
    expect(await print(cards(css, `<div class=w>${boxes(5)}</div>`))).toEqual(whole);
    expect(await print(cards(css, `<script></script><div class=w>${boxes(5)}</div>`))).toEqual(whole);
  });

  test.each([
    ['beside text', `text <div class=w>${boxes(5)}</div>`],
    ['in the middle of their line', `<div style="text-align: center"><div class=w>${boxes(5)}</div></div>`],
  ])('are named if they cannot: %s', async (_where, html) => {
    const { warnings } = await renderParts(engine, { html: cards('.w { display: inline-block }', html) });
    expect(warnings).toMatchObject([
      { code: 'page_break_cuts', detail: 'div.w is higher than a page and is cut at its end.' },
    ]);
  });

  test('and lower ones stay in their line', async () => {
    const html = cards(
      '.w { display: inline-block; width: 40% }',
      `<div class=w>left</div> <div class=w>right</div>${boxes(5)}`,
    );
    const [first] = await print(html);
    expect(first).toMatch(/^left right top 0/);
  });
});

describe('the rows of a cell', () => {
  const rows = (span: number, count = 30) =>
    Array.from({ length: count }, (_, at) => {
      const cell = at % span === 0 ? `<td rowspan=${span}>cell ${at / span}` : '';
      return `<tr>${cell}<td>row ${at}`;
    }).join('');
  const table = (css: string, html: string) =>
    `<!doctype html><title>t</title><style>${size} td { height: 38px; padding: 0 } table { border-spacing: 2px }</style><style>${css}</style><table>${html}</table>`;

  test('stay on one page, in both models of borders', async () => {
    for (const css of ['', 'table { border-collapse: collapse }']) {
      const [first = '', second] = await print(table(css, rows(4)));
      expect(second?.match(/\d+/)?.[0]).toBe('4');
      expect(first).not.toMatch(/cell 4|row 16/);
    }
  });

  test('are divided if a rule of the document says so', async () => {
    const [first] = await print(table('@layer a { td { break-inside: auto } }', rows(4)));
    expect(first).toMatch(/row 16/);
  });

  test('are named if they are higher than a page', async () => {
    const { warnings } = await renderParts(engine, { html: table('', rows(30)) });
    expect(warnings).toMatchObject([
      { code: 'page_break_cuts', detail: 'td is higher than a page and is cut at its end.' },
    ]);
  });
});

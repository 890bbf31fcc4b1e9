import { describe, expect } from 'vitest';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const base = '@page { size: A5; margin: 1cm } body { margin: 0; font: 16px/20px sans-serif } p { margin: 0 }';
const lines = Array.from({ length: 80 }, (_, at) => `<p>line ${at}`).join('');
const bar = '.bar { position: fixed; top: 0; left: 0; right: 0; height: 50px; background: #fea }';

const page = (css: string, body = `<div class=bar>Bar</div><div class=text>${lines}</div>`) =>
  `<!doctype html><title>t</title><style>${base} ${css}</style>${body}`;
const warn = async (html: string, options: object = {}, assets: object = {}) => {
  const { warnings } = await renderParts(engine, { html, assets }, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const covers = (name: string, pages: string) => [`text_covered: ${name} covers text on ${pages}.`];
const image = (alpha: boolean) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="blue" ${alpha ? 'opacity=".2"' : ''}/></svg>`;
const asAddress = (svg: string) => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

describe('a fixed element over the text', () => {
  test.each([
    ['at the top', bar, 'pages 1, 2 and 3'],
    ['that the text of the first page leaves room for', `${bar} .text { padding-top: 60px }`, 'pages 2 and 3'],
    [
      'at the foot',
      '.bar { position: fixed; bottom: 0; width: 100%; height: 40px; background: #fea }',
      'pages 1 and 2',
    ],
    ['by its own image', bar.replace('#fea', `url("${asAddress(image(false))}")`), 'pages 1, 2 and 3'],
    [
      'by a box in it',
      `.bar { ${bar.replace(/^.*\{|background.*$/g, '')} } .bar i { display: block; height: 40px; background: red }`,
      'pages 1, 2 and 3',
    ],
    ['that lets little of the text through', `${bar} .bar { opacity: 0.9 }`, 'pages 1, 2 and 3'],
  ])('is a warning: %s', async (_of, css, pages) => {
    const html = page(css).replace('>Bar<', '><i></i>Bar<');
    expect(await warn(html)).toEqual(covers('div.bar', pages));
    expect(await warn(`${html}<script></script>`)).toEqual(covers('div.bar', pages));
  });

  test('is a warning if its text is on the lines of the page', async () => {
    const css = '.bar { position: fixed; bottom: 20px; left: 0 }';
    expect(await warn(page(css))).toEqual(covers('div.bar', 'pages 1 and 2'));
  });

  test('is a warning by the style of a file, of an element, and in a shadow tree', async () => {
    const assets = { 'a.css': { type: 'text/css', base64: Buffer.from(bar).toString('base64') } };
    expect(await warn(`<link rel=stylesheet href=a.css>${page('')}`, {}, assets)).toEqual(
      covers('div.bar', 'pages 1, 2 and 3'),
    );
    const style = bar.replace(/^.*\{|\}$/g, '');
    expect(await warn(page('', `<div id=cookies style="${style}"></div>${lines}`))).toEqual(
      covers('div#cookies', 'pages 1, 2 and 3'),
    );
    const shadow = `<div><template shadowrootmode=open><style>${bar}</style><div class=bar></div></template></div>`;
    expect(await warn(page('', `${shadow}${lines}`))).toEqual(covers('div.bar', 'pages 1, 2 and 3'));
  });

  test('is measured on the pages as they are: their size, their scale, and those that are printed', async () => {
    const wide = page(`${bar} .bar { top: auto; bottom: 0 } @page { size: A4 landscape; margin: 2cm }`);
    expect(await warn(wide)).toEqual(covers('div.bar', 'pages 1 and 2'));
    expect(await warn(page(bar), { scale: 0.8 })).toEqual(covers('div.bar', 'pages 1 and 2'));
    const html = page(`${bar} .text { padding-top: 60px }`);
    const { warnings } = await renderParts(engine, { html, options: { page_ranges: '1' } });
    expect(warnings).toEqual([]);
  });
});

describe('a fixed element that covers no text', () => {
  test.each([
    ['is in the margin of the page', `${bar} .bar { top: -50px } @page { margin-top: 2cm }`],
    ['is behind the text', `${bar} .bar { z-index: -1 }`],
    ['lets the text through', `${bar} .bar { opacity: 0.3 }`],
    ['has a background that does', `${bar} .bar { background: rgb(255 0 0 / 0.2); font-size: 0 }`],
    ['has an image that does', bar.replace('#fea', `url("${asAddress(image(true))}"); font-size: 0`)],
    ['has no background', `${bar} .bar { background: none; font-size: 0 }`],
    [
      'is a watermark in front',
      '.bar { position: fixed; top: 40%; left: 20%; font-size: 90px; color: #ddd; rotate: -30deg }',
    ],
    ['is beside the text', `${bar} .bar { width: 50px; height: 100%; right: auto } .text { margin-left: 60px }`],
    ['is hidden in print', `${bar} @media print { .bar { display: none } }`],
    ['is invisible', `${bar} .bar { visibility: hidden }`],
  ])('%s', async (_of, css) => {
    expect(await warn(page(css))).toEqual([]);
  });

  test('has room on every page: by the head of a table, or the padding of each piece of a box', async () => {
    const table = `<div class=bar>Bar</div><table><thead><tr><td style="height: 60px"><tbody><tr><td>${lines}</table>`;
    expect(await warn(page(bar, table))).toEqual([]);
    expect(await warn(page(`${bar} .text { box-decoration-break: clone; padding-top: 60px }`))).toEqual([]);
  });
});

describe('a sticky element', () => {
  test.each(['top: 0', 'bottom: 0', 'bottom: 0; top: auto; z-index: 3'])('stays in its place: %s', async (inset) => {
    const css = `.bar { position: sticky; ${inset}; background: #acf }`;
    const body = `<div>${lines}<div class=bar>Sticky</div></div>`;
    for (const html of [page(css, body), `${page(css, body)}<script></script>`]) {
      const { pdf, warnings } = await renderParts(engine, { html });
      expect(warnings).toEqual([]);
      expect((await readTexts(await openPdf(pdf))).at(-1)).toMatch(/line 79 Sticky$/);
    }
  });

  test('keeps what it positions, and its place in a box that scrolls', async () => {
    const css = `.bar { position: sticky; top: 0; height: 40px } .bar i { position: absolute; top: 30px }
      .log { height: 100px; overflow: hidden } .log .end { position: sticky; bottom: 0 }`;
    const body = `<div class=bar>Sticky <i>inside</i></div><p>text</p><div class=log>${lines}<div class=end>end</div></div>`;
    const { pdf } = await renderParts(engine, { html: page(css, body) });
    const [text] = await readTexts(await openPdf(pdf));
    expect(text?.split(' ').toSorted().join(' ')).toBe('0 1 2 3 4 Sticky end inside line line line line line text');
  });
});

import { describe, expect } from 'vitest';
import { readWritten, type Written } from '../../read-written.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** A page of 300 by 300 points with 260 for content, whose lines are 20 points high. */
const style = (css = '') => `<!doctype html><html lang=en><title>Floats</title><style>
  @page { size: 300pt 300pt; margin: 20pt } body { margin: 0; font: 10pt/20pt Arial } p { margin: 0 }
  .t { float: top } .b { float: bottom } .n { float: footnote; font: 8pt/10pt Arial } ${css}</style>`;

/** The texts of each page, from top to bottom, and where they are, in points from the top of the page. */
async function render(html: string, options: object = {}) {
  const { pdf, warnings } = await renderParts(engine, { html }, options);
  const pages = (await readWritten(pdf)).map((page) => page.sort((a, b) => b.y - a.y || a.x - b.x));
  const join = (page: Written[]) =>
    page
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  const topOf = (page: number, text: string) => {
    const found = pages[page - 1]?.find((written) => written.text.includes(text));
    return found && Math.round(300 - found.y);
  };
  return { texts: pages.map(join), topOf, warnings: warnings.map(({ detail }) => detail) };
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `<p>L${from + index}</p>`).join('');

const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `L${from + index}`).join(' ');

const box = (name: string, height: number, side = 't') =>
  `<div class=${side} style="height: ${height}pt">${name}</div>`;

describe('floats of pages', () => {
  test('are at the head of the page that they are on, and text makes room', async () => {
    const { texts, topOf, warnings } = await render(`${style()}${lines(1, 5)}${box('F', 60)}${lines(6, 16)}`);
    expect(texts).toEqual([`F ${list(1, 10)}`, list(11, 16)]);
    expect(topOf(1, 'L1')).toBe((topOf(1, 'F') ?? 0) + 60);
    expect(warnings).toEqual([]);
  });

  test('are at its foot, above the footnotes', async () => {
    const html = `${style()}${lines(1, 3)}${box('F', 60, 'b')}<p>with<span class=n>note</span> L4</p>${lines(5, 16)}`;
    const { texts, topOf, warnings } = await render(html);
    expect(texts[0]).toMatch(/^L1 L2 L3 .*with.* L4 L5.* F 1\. note$/);
    expect(texts[1]).toMatch(/L16$/);
    expect((topOf(1, 'note') ?? 0) - (topOf(1, 'F') ?? 0)).toBeGreaterThan(55);
    expect(warnings).toEqual([]);
  });

  test('keep their order, and go to the next page if theirs has no room', async () => {
    const floats = `${box('A', 100)}${box('B', 120)}${box('C', 60)}${box('D', 60, 'b')}`;
    const { texts, warnings } = await render(`${style()}${lines(1, 2)}${floats}${lines(3, 26)}`);
    expect(texts.map((text) => text.replace(/L\d+ ?/g, '').trim())).toEqual(['A D', 'B C', '', '']);
    expect(texts.join(' ').match(/L\d+/g)).toEqual(list(1, 26).split(' '));
    expect(warnings).toEqual([]);
  });

  test('make room in the middle of paragraphs', async () => {
    const words = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ');
    const html = `${style()}<p>${words.slice(0, 1000)}<span class=t style="height: 60pt">F</span>${words.slice(1000)}</p>${box('G', 40, 'b')}`;
    const { texts, warnings } = await render(html);
    expect(texts.filter((text) => text.includes('F'))).toHaveLength(1);
    expect(texts.find((text) => text.includes('F'))).toMatch(/^F word/);
    expect(texts.filter((text) => text.endsWith('G'))).toHaveLength(1);
    expect(texts.join(' ').match(/word\d+/g)).toHaveLength(300);
    expect(warnings).toEqual([]);
  });

  test.each(['float: top page', 'float: page top', 'float: top; float-reference: page'])(
    '%s is the head of a page',
    async (css) => {
      const { texts, warnings } = await render(`${style(`.f { ${css} }`)}${lines(1, 2)}<div class=f>F</div>`);
      expect(texts).toEqual(['F L1 L2']);
      expect(warnings).toEqual([]);
    },
  );

  test('start a page whose text begins with a forced break, a table or an image', async () => {
    const image = `<img style="display: block; width: 20pt; height: 20pt" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">`;
    const starts = [
      '<h1 style="font: 10pt/20pt Arial; margin: 10pt 0 0">',
      '<table><tr><td>S1</table><p>',
      `<section>${image}<p>`,
    ];
    const html = starts.map(
      (start, index) => `<div style="break-before: page">${start}S${index}</div><p>x</p>${box(`F${index}`, 40)}`,
    );
    const { texts, topOf, warnings } = await render(`${style()}${html.join('')}`);
    expect(texts).toEqual(['F0 S0 x', 'F1 S1 S1 x', 'F2 S2 x']);
    expect((topOf(1, 'S0') ?? 0) - (topOf(1, 'F0') ?? 0)).toBeGreaterThanOrEqual(40);
    expect(warnings).toEqual([]);
  });

  test('are as wide as their style says, or as their page, and in the middle by automatic margins', async () => {
    const css =
      '.f { background: red } .a { width: 50%; margin: 0 auto; text-align: right } .c { text-align: right; margin: 0 }';
    const html = `${style(css)}<p>x</p><div class="t f a">A</div><div class="t f c">C</div>`;
    const { pdf } = await renderParts(engine, { html });
    const [page = []] = await readWritten(pdf);
    const rightOf = (name: string) => Math.round((page.find(({ text }) => text === name)?.x ?? 0) / 10) * 10;
    expect([rightOf('A'), rightOf('C')]).toEqual([210, 270]);
  });

  test('stay in the text of a document with breaks for a side of the sheet, with a warning', async () => {
    const css = 'h1 { font: 10pt/20pt Arial; margin: 0; break-before: right }';
    const { texts, warnings } = await render(`${style(css)}<p>x</p><h1>A</h1>${box('F', 40)}<p>y</p>`);
    expect(texts).toEqual(['x', '', 'A F y']);
    expect(warnings).toEqual(['float: top (next to breaks for a side of the sheet) has no effect.']);
  });

  test.each(['break-before: right', 'break-before: left', 'break-after: verso', 'break-before: page'])(
    'have no %s themselves, with a warning',
    async (declaration) => {
      const html = `${style(`.f { ${declaration} }`)}<p>x</p><div class="t f">F</div><p>y</p>`;
      const { texts, warnings } = await render(html);
      expect(texts).toEqual(['F x y']);
      expect(warnings).toEqual([`${declaration} (div.t) has no effect.`]);
    },
  );

  test('stay in the text with a warning if no page has room', async () => {
    const { texts, warnings } = await render(`${style()}${lines(1, 2)}${box('F', 230)}${lines(3, 4)}`);
    expect(texts.slice(0, 2)).toEqual(['L1 L2 F', 'L3 L4']);
    expect(warnings).toEqual([
      'float: top ("F") is in the text instead: it does not fit on its page, or on one after it.',
    ]);
  });

  test('with other values have no effect, with a warning', async () => {
    const css = '.f { float: page } .g { float: top right; float-reference: column }';
    const { warnings } = await render(`${style(css)}<p class=f>F</p><p class=g>G</p>`);
    expect(warnings).toEqual([
      'float-reference: column (.g) has no effect.',
      'float: page (.f) has no effect.',
      'float: top right (.g) has no effect.',
    ]);
  });

  test('have their place in the tags, and keep links and conformance', async () => {
    const html = `${style('@page { @top-left { content: string(h) } } h1 { string-set: h content() }')}<h1>H</h1><p>See <a href="#f">f</a></p><figure class=t id=f>F <a href="https://example.com/">x</a></figure><figure class=b>G</figure>${lines(1, 16)}`;
    const result = await engine.render({ parts: { html }, pdf: { conformance: ['pdf/ua-1'] } } as never, {
      account: 'test',
    });
    expect(result.warnings).toEqual([]);
  });
});

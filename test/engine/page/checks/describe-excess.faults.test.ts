import { describe, expect } from 'vitest';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const warn = async (parts: unknown, options: object = {}) => {
  const { warnings } = await renderParts(engine, parts, options);
  return warnings.map(({ code, detail }) => `${code}: ${detail}`);
};
const times = (count: number, html: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => html(index)).join('');

describe('what a page has too much of is a warning that names it', () => {
  test('titles and fonts of headers', async () => {
    const faces = times(5001, (index) => `@font-face { font-family: f${index}; src: local(none) }`);
    const html = `<title>${'t'.repeat(2001)}</title><style>${faces}</style><p>x`;
    expect(await warn({ html }, { header: '<b>x</b>', margin: '3cm' })).toEqual([
      'content_cut: The title is cut after 2,000 characters in headers and footers.',
      'css_ignored: @font-face has no effect on headers and footers after 5,000 rules.',
    ]);
  });

  test('margin boxes and margins of headers', async () => {
    const boxes = times(1001, (index) => `@page a${index} { @top-left { content: "x" } }`);
    const css = `${boxes} @page { margin-top: max(${Array.from({ length: 40 }, (_, index) => `${index + 1}em`).join()}) }`;
    expect(
      await warn({ html: `<style>${css}</style><p>x` }, { header: '<b>x</b>', prefer_css_page_size: true }),
    ).toEqual(
      expect.arrayContaining([
        'css_ignored: @page: only 1,000 margin boxes are compared with headers and footers.',
        'css_ignored: margin (@page): values of 100 or more characters have no effect on headers and footers.',
      ]),
    );
  });

  test('titles of headings', async () => {
    const html = `<h1>${'t '.repeat(1001)}<br>x</h1>`;
    expect(await warn({ html })).toEqual([
      'content_cut: Headings of more than 2,000 characters have no spaces at line breaks in the outline.',
    ]);
  });

  test('families', async () => {
    const css = times(101, (index) => `q.f${index} { font-family: F${index} }`);
    expect(await warn({ html: `<style>${css}</style><p>x` })).toEqual([
      'css_ignored: font-family: only 100 lists of families are checked for missing fonts.',
    ]);
  });

  test('CSS without effect', async () => {
    const css = times(60, (index) => `p { string-set: x${index} foo() }`);
    const rules = times(60, (index) => `p.c${index}::after { content: target-counter(none${index}, page) }`);
    const html = `<style>${css}${rules}</style>${times(60, (index) => `<p class=c${index}>x</p>`)}`;
    const warnings = await warn({ html });
    expect(warnings).toHaveLength(51);
    expect(warnings).toContain('css_ignored: Only the first 50 of these warnings are listed.');
  });

  const list = (count: number) => times(count, (index) => `<p id=p${index}>x</p>`);
  const styled = (count: number, css: string) => `<style>${css}</style>${list(count)}`;
  const beyond: [feature: string, html: string, expected: string][] = [
    [
      'page sizes',
      `<style>${times(101, (index) => `@page a${index} { size: ${100 + index}mm 100mm }`)}</style><p>x`,
      'css_ignored: size (@page): only 100 page sizes are read.',
    ],
    [
      'elements with a font',
      times(1001, () => '<i style="font-family: serif">x</i>'),
      'css_ignored: font-family: only 1,000 styles of elements are checked for missing fonts.',
    ],
    [
      'fonts of margin boxes',
      `<style>${times(21, (index) => `@page a${index} { @top-left { content: "x"; font-family: F${index}, serif } }`)}</style><p>x`,
      'css_ignored: font-family: only 20 fonts of margin boxes are checked.',
    ],
    [
      'page counters in the text',
      `<style>${times(60, (index) => `#p${index}::after { content: counter(page) }`)}</style>${list(60)}`,
      'css_ignored: Only the first 50 of these warnings are listed.',
    ],
    [
      'boxes that scroll',
      styled(60, 'p { overflow: auto; height: 10px; width: 10px; font-size: 90px }'),
      'content_cut: Only the first 50 of these warnings are listed.',
    ],
    [
      'effects on text',
      styled(60, 'p { filter: blur(1px) }'),
      'text_rasterized: Only the first 50 of these warnings are listed.',
    ],
    [
      'films',
      times(60, (index) => `<video id=v${index} width=9 height=9></video>`),
      'media_unprinted: Only the first 50 of these warnings are listed.',
    ],
    [
      'breaks of floats',
      `<style>td div { float: left; break-before: page }</style><table>${times(60, (index) => `<tr><td>x<div id=d${index}>x</div>`)}</table>`,
      'css_ignored: Only the first 50 of these warnings are listed.',
    ],
    [
      'links to shadow trees',
      `${times(60, (index) => `<a href="#s${index}">x</a>`)}<div><template shadowrootmode=open>${times(60, (index) => `<p id=s${index}>x</p>`)}</template></div>`,
      'link_dropped: Only the first 50 of these warnings are listed.',
    ],
    [
      'named strings',
      `<style>${times(51, (index) => `@page a${index} { @top-left { content: string(s${index}) } }`)} h1 { string-set: ${Array.from({ length: 51 }, (_, index) => `s${index} content()`).join(', ')} }</style><h1>x</h1>`,
      'css_ignored: string() shows only the first 50 named strings.',
    ],
    [
      'fonts that are missing',
      times(8, (index) => `<p style="font-family: Missing${index}">x</p>`),
      'font_missing: Only the first 5 missing fonts are named.',
    ],
    [
      'families of shadow trees',
      `<div><template shadowrootmode=open>${times(101, (index) => `<p style="font-family: F${index}, serif">x</p>`)}</template></div>`,
      'css_ignored: font-family: only 100 lists of families of frames and shadow trees are checked.',
    ],
    [
      'links beside shadow trees',
      `<div><template shadowrootmode=open>x</template></div><div hidden>${times(20_001, () => '<a href="#">x</a>')}</div>`,
      'link_dropped: Only the first 20,000 links are compared with the places of shadow trees.',
    ],
    [
      'families',
      `<style>${times(90, (index) => `#p${index} { font-family: ${['A', 'B', 'C'].map((name) => name + index).join()} }`)}</style>${list(90)}`,
      'css_ignored: font-family: only 200 families are looked for.',
    ],
    [
      'counters in running elements',
      `<style>@page { @top-left { content: element(top) } } p { position: running(top) } ${times(21, (index) => `i.c${index}::after { content: counter(c${index}) }`)}</style><p>x</p>${times(21, (index) => `<i class=c${index}></i>`)}`,
      'css_ignored: counter() of more than 20 counters in position: running() has no effect.',
    ],
    [
      'style sheets',
      `${times(201, () => '<style>p { string-set: a content() }</style>')}<p>x`,
      'css_ignored: CSS for paged media in more than 200 style sheets has no effect.',
    ],
    [
      'characters of style sheets',
      `<style>p { string-set: a content() }</style><style>p { color: red }/*${' '.repeat(8 * 1024 * 1024)}*/</style><p>x`,
      'css_ignored: CSS for paged media in more than 8 MB of style sheets has no effect.',
    ],
    [
      'texts whose fonts are checked',
      `<style>u { font-family: Missing }</style><p>${'x<!---->'.repeat(20_001)}`,
      'css_ignored: font-family: only the first 20,000 texts of a document are checked for missing fonts.',
    ],
    [
      'shadow trees whose fonts are checked',
      '<div><template shadowrootmode=open>x</template></div>'.repeat(2000),
      'css_ignored: font-family: only 2,000 frames and shadow trees are checked for missing fonts.',
    ],
    [
      'fonts of margin boxes that load early',
      `<style>@font-face { font-family: F; src: url("data:font/woff2;base64,AAAA") } ${times(201, (index) => `@page a${index} { @top-left { content: "x"; font: ${index + 1}px F } }`)}</style><p>x`,
      'css_ignored: font-family: only 200 fonts of margin boxes are loaded before the page is printed.',
    ],
    [
      'characters of a style',
      `<style>@page { @top-left { content: string(a) } }</style><p style="--x: ${'y'.repeat(10_000)}; string-set: a content()">x`,
      'css_ignored: CSS for paged media in styles of 10000 characters or more has no effect.',
    ],
    [
      'images behind pages',
      `<style>${times(51, (index) => `@page a${index} { background: url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${index + 1}' height='9'/>") right }`)}</style><p>x`,
      'css_ignored: background (@page): only 50 images are placed by their page.',
    ],
  ];

  test.each(beyond)('and the bound: %s', async (_feature, html, expected) => {
    expect(await warn({ html: `<!doctype html>${html}` })).toContain(expected);
  });

  test('and the bound: characters of a named string', async () => {
    const css = '@page { @top-left { content: string(a) } } h1 { string-set: a content() } p { break-before: page }';
    const html = `<style>${css}</style><h1>${'t'.repeat(500)}</h1>${'<p>x'.repeat(2500)}`;
    expect(await warn({ html }, { page_ranges: '1' })).toContain(
      'content_cut: string() is cut after 399 characters, because the document has 2501 pages.',
    );
  });

  test('and the bound: places that documents link to', async () => {
    // What looks like links is enough.
    const links = times(10_001, (index) => ` href="b.html#p${index}"`);
    const parts = [{ html: `<!--${links}--><p>x` }, { html: '<p id=p1>x', name: 'b.html' }];
    expect(await warn(parts)).toContain('link_dropped: Only the first 10,000 places that links name are looked for.');
  });
});

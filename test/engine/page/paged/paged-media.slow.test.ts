import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, onTestFinished } from 'vitest';
import { startRecordingServer } from '../../../helpers/recording-server.ts';
import { unfoldPdf } from '../../../pdf/run-qpdf.ts';
import { readPdf } from '../../read-pdf.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

const render = async (parts: unknown, options: object = {}) => {
  const { pdf, warnings } = await renderParts(engine, parts, options);
  return { pages: (await readPdf(pdf)).pages, warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`), pdf };
};

/** Where the text of each line of the first page ends, in points, from the top. */
async function readLineEnds(pdf: Uint8Array): Promise<number[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const page = await (await loading.promise).getPage(1);
  const ends = new Map<number, number>();
  for (const item of (await page.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [, , , , x = 0, y = 0] = item.transform as number[];
    ends.set(Math.round(y), Math.max(ends.get(Math.round(y)) ?? 0, x + item.width));
  }
  await loading.destroy();
  return [...ends].sort(([a], [b]) => b - a).map(([, end]) => end);
}

const chapters = '<h1 id=a>Alpha</h1>one<h1 id="é b">Beta</h1>two<p style="break-before: page">three<h1>Gamma</h1>';
const breaks = 'h1 { break-before: page }';

describe('page numbers of places', () => {
  const toc = '<a href="#a">A</a> <a href="#é%20b">B</a> <a href="#nope">N</a> <a href="https://example.com/#a">E</a>';

  test('stand where target-counter asks for them', async () => {
    const css = `${breaks} a::after { content: "[" target-counter(attr(href), page) "]" }`;
    const { pages, warnings } = await render({ html: `<style>${css}</style>${toc}${chapters}` });
    expect(pages[0]).toBe('A [2] B [3] N [] E []');
    expect(warnings).toEqual(['link_dropped: a page number is missing: there is no target #nope']);
  });

  test('take the counter style, the attribute and the text that are asked for', async () => {
    const css = `${breaks}
      a::after { content: target-counter(attr(href url), page, upper-roman) }
      b::after { content: target-counter(attr(data-to), page) target-text(attr(data-to)) }`;
    const html = `<style>${css}</style><a href="#é b">B</a> <b data-to="#a">see </b>${chapters}`;
    expect((await render({ html })).pages[0]).toBe('B III see 2Alpha');
  });

  test.each([
    ['target-counter("#a", page)', '2'],
    ['target-counter(url(#a), page, lower-roman)', 'ii'],
    ['target-counter(url("#a"), page)', '2'],
    ['target-text("#a")', 'Alpha'],
    ['target-text(url(#a), content)', 'Alpha'],
    ['target-text(attr(href), first-letter)', 'A'],
    ['target-text(attr(href), before) target-text("#a", after)', '1. !'],
  ])('and texts are what %s asks for', async (content, text) => {
    const css = `${breaks} body { counter-reset: h } h1 { counter-increment: h } h1::before { content: counter(h) ". " }
      h1::after { content: " !" } a::after { content: "[" ${content} "]" }`;
    const { pages, warnings } = await render({ html: `<style>${css}</style><a href="#a">x</a>${chapters}` });
    expect(warnings).toEqual([]);
    expect(pages[0]?.replaceAll(' ', '')).toBe(`x[${text}]`.replaceAll(' ', ''));
  });

  test('are those of the pages that the numbers themselves make', async () => {
    // The list fills its page but for one line, and each number breaks its line.
    const css = `@page { size: 40mm 100mm; margin: 10mm } p { margin: 0; font: 10px/20px Cousine; word-break: break-all }
      ${breaks} p::after { content: target-counter(attr(data-to), page) }`;
    const list = Array.from({ length: 10 }, () => '<p data-to="#a">123456789012').join('');
    const { pages } = await render({ html: `<style>${css}</style>${list}<h1 id=a>Alpha</h1>` });
    const target = pages.findIndex((text) => text.endsWith('Alpha')) + 1;
    expect(target).toBeGreaterThan(2);
    expect(pages[0]).toContain(`12 ${target}`.replace(' ', ''));
  });

  test('count through all parts, and lead into other parts by their names and places', async () => {
    const css = `a::after { content: " " target-counter(attr(href), page) }`;
    const links =
      '<a href="two.html">T</a> <a href="two.html#a">A</a> <a href="#z">Z</a> <a href="https://a.example/">E</a>';
    const parts = [
      { html: 'cover' },
      { html: `<style>${css}</style>${links}`, name: 'toc.html' },
      { html: `<style>${breaks} ${css}</style>start${chapters}<a href="#a">back</a>`, name: 'two.html' },
      { html: '<p id=z>end' },
    ];
    const { pages, warnings } = await render(parts);
    expect(warnings).toEqual([]);
    expect(pages[1]).toBe('T 3 A 4 Z 8 E');
    expect(pages.at(-2)).toBe('Gamma back 4');
  });

  test('count parts that have more pages on the other side of the sheet', async () => {
    // A left page has room for one line, a right one for all.
    const css = `@page { size: 100mm; margin: 10mm } @page :left { margin-bottom: 82mm } p { font: 10px/20px Cousine; margin: 0 }
      a::after { content: " " target-counter(attr(href), page) }`;
    const parts = [
      { html: '<p>cover' },
      { html: `<style>${css}</style><p><a href="#z">Z</a><p>two<p>three` },
      { html: '<style>@page { @bottom-left { content: counter(page) } }</style><p>between' },
      { html: `<style>${css}</style><p><a href="#z">z</a><p id=z>end` },
    ];
    const { pages, warnings } = await render(parts);
    expect(warnings).toEqual([]);
    expect(pages).toEqual(['cover', 'Z 5', 'two three', '4 between', 'z 5 end']);
  });

  test('are those of the whole document where only some of its pages are printed', async () => {
    const css = `${breaks} a::after { content: target-counter(attr(href), page) }`;
    const html = `<style>${css}</style><a href="#é b">B</a>${chapters}`;
    expect((await render({ html }, { page_ranges: '1' })).pages).toEqual(['B 3']);
    expect((await render([{ html, options: { page_ranges: '1' } }, { html: 'x' }])).pages).toEqual(['B 3', 'x']);
  });
});

describe('page numbers that restart', () => {
  const css = `h1 { break-before: page } .front { page: front } @page { @bottom-left { content: "p" counter(page) } }
    @page front { @bottom-left { content: counter(page, lower-roman) "/" counter(pages) } } .main { counter-reset: page 1 }
    a::after { content: " on " target-counter(attr(href), page) }`;
  const html = `<style>${css}</style><div class=front><a href="#b">B</a><h1>Preface</h1></div>
    <div class=main style="break-before: page">Main<h1 id=b>B</h1></div><div hidden class=main></div>`;

  test('are those of margin boxes, of contents and of all pages that follow', async () => {
    const { pages, warnings } = await render({ html });
    expect(pages).toEqual(['i/4 B on 2', 'ii/4 Preface', 'p1 Main', 'p2 B']);
    expect(warnings).toEqual([]);
  });

  test('stand in running elements, and go on from those of parts before', async () => {
    const foot = 'b { position: running(foot) } b::after { content: "r" counter(page) }';
    const running = html.replace('"p" counter(page)', 'element(foot)').replace('<style>', `<b></b><style>${foot}`);
    const { pages } = await render([{ html: 'first' }, { html: running }]);
    expect(pages).toEqual(['first', 'ii/5 B on 2', 'iii/5 Preface', 'Main r1', 'B r2']);
  });

  test('count from 1 without a number, and from the one that is set last on a page', async () => {
    const set = `${breaks} p { counter-reset: page } b { counter-set: page 7 } @page { @bottom-left { content: counters(page, ".", upper-alpha) } }`;
    const { pages } = await render({
      html: `<style>${set}</style>a<h1>b</h1><p>c<h1>d</h1><b>e</b><b style="counter-set: page 3">f`,
    });
    expect(pages).toEqual(['A a', 'A b c', 'C d e f']);
  });
});

test('count on from what elements add to the number of their page', async () => {
  const css = `${breaks} .skip { counter-increment: page 2 } .again { counter-reset: page 4; counter-increment: page }
    a::after { content: " " target-counter(attr(href), page) } @page { @bottom-left { content: "p" counter(page) } }`;
  const body = '<a href="#d">d</a><h1>b</h1><b class=skip>c</b><b class=skip></b><h1 class=again id=d>d</h1><h1>e</h1>';
  const { pages, warnings } = await render({ html: `<style>${css}</style>${body}` });
  expect(pages).toEqual(['p1 d 5', 'p6 b c', 'p5 d', 'p6 e']);
  expect(warnings).toEqual([]);
});

describe('page numbers that rules count', () => {
  const body = `<div class=cover>Cover</div><a href="#a">A</a><a href="#b"> B</a><div class=x id=a>x</div><div class=x>y</div>
    <div style="break-before: page" id=b>z</div>`;
  const make = (css: string) => `<style>@page { @bottom-left { content: "p" counter(page) } } .cover { page: cover }
    .x { page: x; break-before: page } a::after { content: " " target-counter(attr(href), page) } ${css}</style>${body}`;

  test.each([
    ['@page cover { counter-increment: page 0 }', ['p0 Cover', 'p1 A 2 B 4', 'p2 x', 'p3 y', 'p4 z']],
    ['@page :first { counter-reset: page 9 }', ['p9 Cover', 'p10 A 11 B 13', 'p11 x', 'p12 y', 'p13 z']],
    ['@page :first { counter-set: page 9 }', ['p9 Cover', 'p10 A 11 B 13', 'p11 x', 'p12 y', 'p13 z']],
    ['@page { counter-increment: page 2 }', ['p2 Cover', 'p4 A 6 B 10', 'p6 x', 'p8 y', 'p10 z']],
    ['@page :left { counter-increment: page 5 }', ['p1 Cover', 'p6 A 7 B 13', 'p7 x', 'p12 y', 'p13 z']],
    ['@page x { counter-increment: page 0 foo 3 }', ['p1 Cover', 'p2 A 2 B 3', 'p2 x', 'p2 y', 'p3 z']],
    [
      '@page { counter-increment: page 0 } @page x { counter-increment: none }',
      ['p0 Cover', 'p0 A 1 B 2', 'p1 x', 'p2 y', 'p2 z'],
    ],
    [
      '@page { counter-increment: page 0 !important } @page x { counter-increment: page 3 }',
      ['p0 Cover', 'p0 A 0 B 0', 'p0 x', 'p0 y', 'p0 z'],
    ],
    [
      '@page cover { counter-increment: page 0 } .x { counter-reset: page 7 }',
      ['p0 Cover', 'p1 A 7 B 8', 'p7 x', 'p7 y', 'p8 z'],
    ],
  ])('%s are those of contents', async (css, pages) => {
    expect(await render({ html: make(css) })).toMatchObject({ pages, warnings: [] });
  });

  test('stand in running elements and in other styles', async () => {
    const css = `@page { @bottom-left { content: element(foot) } @bottom-right { content: counter(page, lower-roman) } }
      b { position: running(foot) } b::after { content: "r" counter(page) } @page cover { counter-increment: page 0 }`;
    const { pages, warnings } = await render({ html: make(css).replace('</style>', '</style><b></b>') });
    expect(pages[2]).toMatch(/ii.*r2|r2.*ii/);
    expect(pages[0]).toContain('r0');
    expect(warnings).toEqual([]);
  });

  test('go on in parts that follow, and lead there by their own numbers', async () => {
    const css = '@page cover { counter-increment: page 0 } a::after { content: " " target-counter(attr(href), page) }';
    const toc = '<a href="two.html#b">B</a><a href="three.html"> T</a>';
    const parts = [
      { html: `<style>${css} body { page: cover }</style>Cover` },
      { html: `<style>${css} @page { @bottom-left { content: "p" counter(page) } }</style>${toc}` },
      { html: make('@page x { counter-increment: page 10 }'), name: 'two.html' },
      {
        html: '<style>@page { @bottom-left { content: counter(page) "/" counter(pages) } }</style>three',
        name: 'three.html',
      },
    ];
    const { pages, warnings } = await render(parts);
    expect(pages).toEqual([
      'Cover',
      'p1 B 24 T 25',
      'p2 Cover',
      'p3 A 13 B 24',
      'p13 x',
      'p23 y',
      'p24 z',
      '25/8 three',
    ]);
    expect(warnings).toEqual([]);
  });
});

describe('the labels of pages', () => {
  const labelsOf = async (parts: unknown, options: object = {}) => {
    const { pdf } = await render(parts, options);
    const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
    const labels = await (await loading.promise).getPageLabels();
    await loading.destroy();
    return labels;
  };
  const folio = (style: string) => `@bottom-left { content: counter(page${style}) }`;
  const css = `.front { page: front } .body { counter-reset: page 1; break-before: right } h1 { break-before: page }
    @page { ${folio('')} } @page front { ${folio(', lower-roman')} } @page :blank { @bottom-left { content: none } }
    @page :first { @bottom-left { content: none } }`;
  const book = `<style>${css}</style><div class=front>Title<h1>Preface</h1><h1>More</h1></div><div class=body>One<h1>Two</h1></div>`;

  test('are the numbers that pages show, in their style, and pages without one are counted among their neighbours', async () => {
    expect(await labelsOf({ html: book })).toEqual(['i', 'ii', 'iii', 'iv', '1', '2']);
  });

  test('are in the style of margin boxes that Chromium fills by itself', async () => {
    const html = `<style>${breaks} @page { ${folio(', upper-alpha')} }</style>a<h1>b</h1><h1>c</h1>`;
    expect(await labelsOf({ html })).toEqual(['A', 'B', 'C']);
    const named = `<style>.front { page: front } @page front { ${folio(', upper-roman')} } @page { ${folio('')} }</style>
      <div class=front>a</div><div style="break-before: page">b</div>`;
    expect(await labelsOf({ html: named })).toEqual(['I', '2']);
  });

  test('go on in parts that follow, and stay those of pages when others are left out', async () => {
    const foreign = Buffer.from((await render({ html: 'x<h1 style="break-before: page">y' })).pdf).toString('base64');
    const parts = [
      { html: '<style>@page { counter-increment: page 0 }</style>Cover' },
      { html: book },
      { pdf: foreign },
    ];
    expect(await labelsOf(parts)).toEqual(['0', 'i', 'ii', 'iii', '1', '2', '3', '4']);
    expect(await labelsOf(parts, { page_ranges: '3-5, 8' })).toEqual(['ii', 'iii', '1', '4']);
  });

  test('that PDF writes otherwise than CSS are texts', async () => {
    const html = `<style>${breaks} body { counter-reset: page 26 } @page { ${folio(', lower-alpha')} }</style>z<h1>aa</h1><h1>ab</h1>`;
    expect(await labelsOf({ html })).toEqual(['z', 'aa', 'ab']);
    const zeros = `<style>${breaks} @page { ${folio(', decimal-leading-zero')} }</style>a<h1>b</h1>`;
    expect(await labelsOf({ html: zeros })).toEqual(['01', '02']);
  });

  test('are those of the whole document without such a rule', async () => {
    expect(
      await labelsOf({ html: `<style>@page { ${folio('')} }</style>a<h1 style="break-before: page">b` }),
    ).toBeNull();
  });

  test('are what contents show, also those of a toc', async () => {
    const { pages } = await render([{ toc: { title: 'In' } }, { html: book }]);
    expect(pages[0]?.replace(/[. ]*\.{2}[. ]*/g, ' ')).toMatch(/Preface iii More iv .*Two 2/);
    const own = `<style>a::after { content: " " target-counter(attr(href), page, -platen-label) }</style>
      <a href="#p">P</a> <a href="#t">T</a>`;
    const linked = book.replace('<h1>Preface', '<h1 id=p>Preface').replace('<h1>Two', '<h1 id=t>Two');
    const shown = await render({ html: linked.replace('Title', own) });
    expect(shown.pages[0]).toBe('i P ii T 2');
  });
});

describe('leaders', () => {
  const css = `@page { size: A5; margin: 20mm } body { margin: 0; font: 12px Tinos } ${breaks}
    ul { padding: 0; list-style: none } a::after { content: leader('.') target-counter(attr(href), page) }`;
  const list =
    '<ul><li><a href="#a">Alpha</a><li style="padding: 0 0 0 20px"><a href="#é b" style="display: block">Beta</a></ul>';

  test('fill the line up to the number, whose end is that of the line', async () => {
    const { pdf, pages, warnings } = await render({ html: `<style>${css}</style>${list}${chapters}` });
    expect(warnings).toEqual([]);
    expect(pages[0]).toMatch(/^Alpha \.{60,} ?2 Beta \.{60,} ?3$/);
    const ends = (await readLineEnds(pdf)).slice(0, 2);
    // The right margin of A5 is 20 mm wide.
    for (const end of ends) expect(Math.abs(end - (128 / 25.4) * 72)).toBeLessThan(1.5);
  });

  test.each([
    ...['|', '[', ']', '^'].map((unit) => [`leader("${unit}")`, unit]),
    ['"; " leader(".") "x"', '; .'],
    ['"{ " leader(".") "x"', '{ .'],
    [`"${'x'.repeat(108)}" leader(".")`, 'x.'],
  ])('are drawn by %s', async (content, drawn) => {
    const css = `a { display: block; font: 4px Tinos } a::after { content: ${content} }`;
    const { pages, warnings } = await render({ html: `<style>${css}</style><a>Alpha</a>` });
    expect(warnings).toEqual([]);
    expect(pages[0]).toContain(`${drawn}${drawn.at(-1)?.repeat(20)}`);
  });

  test.each([
    ['of their side', '@page:right { margin: 20mm 10mm 20mm 30mm } @page:left { margin: 20mm }', 138],
    ['of the first page', '@page:first { margin: 20mm 40mm }', 108],
    ['of a name', '@page list { margin: 20mm 40mm } ul { page: list }', 108],
    ['of the font', '@page { margin: 4em } html { font-size: 10px }', 148 - (40 / 96) * 25.4],
    ['of a variable', ':root { --edge: 25mm } @page { margin: var(--edge) }', 123],
    ['that are a sum', '@page { margin: calc(20mm + 10%) }', 128 - 14.8],
  ])('end with lines between margins %s', async (_whose, more, end) => {
    const { pdf, warnings } = await render({ html: `<style>${css}${more}</style>${list}${chapters}` });
    expect(warnings).toEqual([]);
    for (const found of (await readLineEnds(pdf)).slice(0, 2))
      expect(Math.abs(found - (end / 25.4) * 72)).toBeLessThan(1.5);
  });

  test('fill lines with several characters, spaces among them, and those that run from right to left', async () => {
    const dotted = css.replace("'.'", "' . '");
    const { pdf, pages } = await render({ html: `<style>${dotted}</style>${list}${chapters}` });
    expect(pages[0]).toMatch(/^Alpha (\. ){20,} ?2 Beta (\. ){20,} ?3$/);
    for (const end of (await readLineEnds(pdf)).slice(0, 2))
      expect(Math.abs(end - (128 / 25.4) * 72)).toBeLessThan(1.5);
    const turned = await render({ html: `<html dir=rtl><style>${css}</style>${list}${chapters}` });
    expect(turned.pages[0]).toMatch(/\.{60,}.*\.{60,}/);
  });

  test('lead to what is written there, too', async () => {
    const html = `<style>${css.replace('target-counter(attr(href), page)', '"12"')}</style>${list}`;
    expect((await render({ html })).pages[0]).toMatch(/^Alpha \.{60,} ?12 Beta \.{60,} ?12$/);
  });

  test.each(['inline', 'block'])('stand before the text of elements without text that are %s', async (display) => {
    const before = css.replace(
      /a::after .*}/,
      `a { display: ${display} } a::before { content: target-text(attr(href)) ' ' leader('.') ' ' target-counter(attr(href), page) }`,
    );
    const html = `<style>${before}</style><ul><li><a href="#a"></a><li><a href="#é b"></a></ul>${chapters}`;
    const { pdf, pages, warnings } = await render({ html });
    expect(warnings).toEqual([]);
    expect(pages[0]).toMatch(/^Alpha \.{60,} ?2 Beta \.{60,} ?3$/);
    for (const end of (await readLineEnds(pdf)).slice(0, 2))
      expect(Math.abs(end - (128 / 25.4) * 72)).toBeLessThan(1.5);
  });

  test('are short where there is no room, and spaces where spaces are asked for', async () => {
    const narrow = css.replace('A5', '60mm 100mm');
    const title = 'xxxxx xxxxxx';
    const html = `<style>${narrow}</style><a href="#a">${title}</a>${chapters}`;
    expect((await render({ html })).pages[0]).toMatch(/^xxxxx xxxxxx ?\.\.\. ?2$/);
    const spaces = css.replace("leader('.')", 'leader(space)');
    expect((await render({ html: `<style>${spaces}</style>${list}${chapters}` })).pages[0]).toBe('Alpha 2 Beta 3');
  });
});

describe('named strings', () => {
  test('have a space where a line of their text is broken, or a block begins', async () => {
    const css =
      'h1 { string-set: chapter content() } b { display: block } @page { @top-left { content: string(chapter) } }';
    const { pages } = await render({ html: `<style>${css}</style><h1>A<br>title<b>below</b></h1>` });
    expect(pages).toEqual(['A title below A title below']);
  });

  test('run through the margin boxes, by page', async () => {
    const css = `${breaks} h1 { string-set: chapter content() }
      @page { @top-left { content: string(chapter) } @top-right { content: string(chapter, first-except) } }`;
    const { pages, warnings } = await render({ html: `<style>${css}</style>cover${chapters}` });
    expect(pages).toEqual(['cover', 'Alpha Alpha one', 'Beta Beta two', 'Beta Beta three', 'Gamma Gamma']);
    expect(warnings).toEqual([]);
  });

  test('show the first or the last that a page sets', async () => {
    const css = `p { string-set: word content() } @page { @top-left { content: string(word) "-" string(word, last) } }`;
    const { pages } = await render({ html: `<style>${css}</style><p>a<p>b<p>c` });
    expect(pages).toEqual(['a-c a b c']);
  });

  test('are made of texts, attributes and generated content, with every character', async () => {
    const css = `h1::before { content: "§ " } h1 { string-set: t "<" attr(data-t) "> " content(before) content(), u "\\"\\\\" }
      @page { @top-left { content: string(t) } @top-right { content: string(u) } }`;
    const { pages } = await render({ html: `<style>${css}</style><h1 data-t="it's &quot;x&quot;">A  <i>b</i></h1>` });
    expect(pages).toEqual([`<it's "x"> § A b "\\ § A b`]);
  });

  test('follow the cascade, and the style sheets that come along', async () => {
    const css = `@media screen { h1 { string-set: t "screen" } } h1 { string-set: t "one" } h1.x { string-set: t content() }
      @page { counter-increment: own; @top-left { content: string(t) counter(own) } }`;
    const assets = { 'a/b.css': { type: 'text/css', base64: Buffer.from(css).toString('base64') } };
    const html = '<link rel=stylesheet href="a/b.css"><h1 class=x>Own</h1><h1 style="break-before: page">x';
    const { pages } = await render({ html, assets });
    expect(pages).toEqual(['Own1 Own', 'one2 x']);
  });

  test('keep the characters of linked style sheets that name no charset', async () => {
    const css =
      'h1 { string-set: t content() } h1::before { content: "– • é " } @page { @top-left { content: string(t) } }';
    const assets = { 'a.css': { type: 'text/css', base64: Buffer.from(css).toString('base64') } };
    const { pages } = await render({
      html: '<meta charset=utf-8><link rel=stylesheet href="a.css"><h1>Own</h1>',
      assets,
    });
    expect(pages).toEqual(['Own – • é Own']);
  });

  test('count the pages of their own part', async () => {
    const css = '@page { @top-left { content: string(t) " " counter(page) } } h1 { string-set: t content() }';
    const html = `<style>${css}</style><h1>A</h1>`;
    expect((await render([{ html }, { html: 'x' }, { html }])).pages).toEqual(['A 1 A', 'x', 'A 3 A']);
  });

  test('of a web page are read from its style sheets', async () => {
    const css = '@page { @top-left { content: string(t) } } h1 { string-set: t content() } .n { float: page }';
    const site = await startRecordingServer(({ path }, response) => {
      response.setHeader('content-type', path === '/s.css' ? 'text/css' : 'text/html');
      response.end(path === '/s.css' ? css : '<link rel=stylesheet href="/s.css"><h1>Web</h1><i class=n>n');
    });
    onTestFinished(() => site.close());
    const { pages, warnings } = await render(`${site.url}/`);
    expect(pages).toEqual(['Web Web n']);
    expect(warnings).toEqual(['css_ignored: float: page (.n) has no effect.']);
  });

  test('are those before the page, or of what starts it, where the start is asked for', async () => {
    const css = `.next { break-before: page } body { margin: 20px } h1 { string-set: t content(); margin: 40px 0 } @page { size: 400px 500px; margin: 40px }
      @page { @top-left { content: string(t, start) "-" string(t, first) } } div { height: 150px }`;
    const html = `<style>${css}</style><h1>A</h1>x<h1>B</h1><p class=next>y<h1>C</h1><section class=next><h1>D</h1></section><div></div><div></div><h1>E</h1>`;
    const { pages } = await render({ html });
    expect(pages.map((page) => page.split(' ')[0])).toEqual(['A-A', 'B-C', 'D-D', 'E-E']);
  });

  test('have the numbers of counters, also of those that stand before the text', async () => {
    const css = `body { counter-reset: c } h1 { counter-increment: c; counter-reset: s; break-before: page;
      string-set: chapter counter(c, upper-roman) ": " content() } h2 { counter-increment: s; string-set: section content(before) content() }
      h2::before { content: counter(c) "." counter(s) " " } @page { @top-left { content: string(chapter) " / " string(section) } }`;
    const html = `<style>${css}</style><h1>A</h1><h2>b</h2><h1>C</h1><h2>d</h2><h2>e</h2>`;
    const { pages, warnings } = await render({ html });
    expect(pages).toEqual(['I: A / 1.1 b A 1.1 b', 'II: C / 2.1 d C 2.1 d 2.2 e']);
    expect(warnings).toEqual([]);
  });

  test('leave no trace in the document', async () => {
    const css = 'h1 { string-set: t content() } @page { @top-left { content: string(t) } }';
    const { pdf } = await render({ html: `<style>${css}</style><h1>A</h1>` }, { outline: false, tagged: false });
    expect(Buffer.from(pdf).toString('latin1')).not.toContain('platen-place');
  });

  test('keep the fonts of the style sheet that names them', async () => {
    const font =
      '@font-face { font-family: Own; src: local("Cousine Regular"), local("Cousine-Regular") } body { font-family: Own }';
    const css = `${font} h1 { string-set: t content() } @page { @top-left { content: string(t) } }`;
    const plain = await render({ html: `<style>${font}</style>iiii` });
    const paged = await render({ html: `<style>${css}</style>iiii` });
    expect(await unfoldPdf(paged.pdf)).toContain('+Cousine');
    expect(paged.pages).toEqual(plain.pages);
  });
});

test('fonts that only margin boxes name are loaded before printing', async () => {
  const file = join(
    import.meta.dirname,
    '../../../../node_modules/@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf',
  );
  const assets = { 'own.ttf': { type: 'font/ttf', base64: readFileSync(file, 'base64') } };
  const css =
    '@font-face { font-family: Own; src: url(own.ttf) } @page { @top-left { content: "x"; font-family: Own } }';
  const { pdf } = await render({ html: `<style>${css}</style>text`, assets });
  expect(await unfoldPdf(pdf)).toContain('+Cousine');
});

test('sizes of paper that CSS has no name for count as well', async () => {
  const css = '@page { size: A6 } @page large { size: a2 landscape } @page news { size: Tabloid }';
  const html = `<style>${css}</style>x<p style="page: large">y<p style="page: news">z`;
  const { sizes } = await readPdf((await renderParts(engine, { html })).pdf);
  const inMillimetres = sizes.map((size) => size.map((points) => Math.round((points / 72) * 25.4 * 10) / 10));
  expect(inMillimetres).toEqual([
    [105, 148],
    [594, 420],
    [279.4, 431.8],
  ]);
});

test('counters of other places stand where target-counter and target-counters ask for them', async () => {
  const css = `ol { counter-reset: item } li { counter-increment: item; list-style: none } p { counter-increment: zero -1 }
    .a::after { content: "[" target-counter(attr(href), item, lower-alpha) "]" }
    .b::after { content: "[" target-counters(attr(href), item, '.') "]" } .c::after { content: "[" target-counter(attr(href), none) "]" }`;
  const links = ['a', 'b', 'c'].map((name) => `<a class=${name} href="#x">${name}</a>`).join('');
  const list = '<ol><li>one<li>two<ol><li>three<li>four<li id=x>five</ol></ol>';
  const { pages, warnings } = await render({
    html: `<style>${css}</style>${links}<a class=b href="#gone">gone</a>${list}`,
  });
  expect(pages).toEqual(['a [c] b [2.3] c [0] gone [] one two three four five']);
  expect(warnings).toEqual([`css_ignored: target-counters(attr(href), item, '.') for #gone has no effect.`]);
  const barred = await render({ html: `<style>${css.replace("'.'", '"|"')}</style>${links}${list}` });
  expect(barred).toMatchObject({ pages: [expect.stringContaining('b [2|3]')], warnings: [] });
  const text = await render({
    html: '<style>a::after { content: target-text(attr(href)) }</style><a href="#gone">gone</a>',
  });
  expect(text.warnings).toEqual(['css_ignored: target-text(attr(href)) for #gone has no effect.']);
});

describe('the style of an element', () => {
  test('counts as a rule for it', async () => {
    const html = `<style>@page { @top-left { content: string(t) } @top-right { content: element(h) } }</style>
      <i style="position: running(h)">Run</i><h1 style="string-set: t 'Title'; color: blue">x</h1>
      <p>y<span style="float:footnote">note</span></p><h1 style="break-before: right">z</h1>`;
    const { pages, warnings } = await render({ html });
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain('Title');
    expect(pages[0]).toContain('Run');
    expect(pages[0]).toContain('1. note');
    expect(warnings).toEqual([]);
  });

  test('is reported where it does nothing', async () => {
    const html = '<p style="float: page">a<p style="-prince-x: y">b<p style="color: device-cmyk(0 1 1 0)">c';
    expect((await render({ html })).warnings).toEqual([
      'css_ignored: -prince-x: y (style) has no effect.',
      'css_ignored: device-cmyk() is printed in RGB, as near as that is: the browser does not support CMYK.',
      'css_ignored: float: page (style) has no effect.',
    ]);
  });
});

describe('CSS that does nothing', () => {
  test('is a warning with its selector', async () => {
    const css = `.fn { float: page } a::before { content: leader('.') attr(href) }
      h1 { bookmark-level: 1; bookmark-label: content() } @page { marks: corner }
      @page :first { @top-left { background: linear-gradient(red, blue); opacity: .5; text-transform: none } background: linear-gradient(red, blue) }`;
    const html = `<style>${css}</style><header>x</header><i class=fn>f</i><a href="#x">x</a><h1 id=x>1</h1><h2>2</h2>`;
    expect((await render({ html })).warnings).toEqual([
      'css_ignored: background: linear-gradient() (@page :first) has no effect.',
      'css_ignored: float: page (.fn) has no effect.',
      `css_ignored: leader('.') (a::before) has no effect.`,
      'css_ignored: marks: corner has no effect.',
      'css_ignored: opacity: 0.5 (@top-left) has no effect.',
    ]);
  });

  test('is not reported if no element on this paper has it', async () => {
    const css = `.unused { float: page } @media screen { p { float: page } } @supports (float: bottom) { p { float: page } }
      .unused::after { content: counter(page) }`;
    expect((await render({ html: `<style>${css}</style><p>x` })).warnings).toEqual([]);
  });

  test('counts no pages in the text, unless the document counts them itself', async () => {
    const css = 'footer::after { content: "Page " counter(page) " of " counter(pages) }';
    expect((await render({ html: `<style>${css}</style><footer></footer>` })).warnings).toEqual([
      'css_ignored: counter(page) (footer::after) is 0: pages are counted in the margin boxes of @page.',
    ]);
    const own = `${css} p { counter-increment: page }`;
    expect((await render({ html: `<style>${own}</style><p>x<footer></footer>` })).warnings).toEqual([]);
  });
});

describe('elements that share an id', () => {
  test('set strings, numbers and running elements where they are', async () => {
    const css = `@page { @top-left { content: string(t) } @top-right { content: element(r) } @bottom-left { content: counter(page) } }
      h1 { string-set: t content() } b { position: running(r) } div { break-before: page }`;
    const html = `<style>${css}</style><h1 id=x>One</h1><b id=y>r1</b><div><h1 id=x>Two</h1><b id=y>r2</b></div>
      <div><p id=x style="counter-reset: page 7">three</div>`;
    const { pages, warnings } = await render({ html });
    const words = pages.map((page) => page.split(' ').sort().join(' '));
    expect(words).toEqual(['1 One One r1', '2 Two Two r2', '7 Two r2 three']);
    expect(warnings).toEqual([]);
  });
});

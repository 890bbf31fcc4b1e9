import { describe, expect } from 'vitest';
import { drawPages } from '../../draw-page.ts';
import { readPdf } from '../../read-pdf.ts';
import { readWritten, type Written } from '../../read-written.ts';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

/** A text on a page, in whole points from its upper left corner. */
type Placed = Pick<Written, 'text' | 'x' | 'y'>;

async function readPlaced(pdf: Uint8Array): Promise<Placed[][]> {
  const pages = await readWritten(pdf);
  return pages.map((page) => page.map(({ text, x, top }) => ({ text, x: Math.round(x), y: Math.round(top) })));
}

async function render(parts: unknown, options: object = {}) {
  const { pdf, warnings } = await renderParts(engine, parts, options);
  const written = await readPlaced(pdf);
  const texts = written.map((page) => page.map(({ text }) => text).join(' '));
  return { pdf, written, texts, warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`) };
}

/** Pages of 300 by 200 points with 40 around their content. */
const style = (css: string) => `<!doctype html><html lang=en><title>T</title><style>
  @page { size: 300pt 200pt; margin: 40pt } body { margin: 0; font: 10pt Arial } p, h1 { margin: 0; font: 10pt Arial } ${css}</style>`;

const head = '@page { @top-left { content: element(head) } } .head { position: running(head) }';
const breaks = 'h1 { break-before: page }';

describe('a running element', () => {
  test('stands in the margin of each page from its own on, and not in the text', async () => {
    const html = `${style(head + breaks)}<p>none<h1>One</h1><div class=head>Title <b>bold</b></div><h1>Two</h1>`;
    const { texts, written, warnings } = await render({ html });
    expect(texts).toEqual(['none', 'One Title bold', 'Two Title bold']);
    const [title] = written[1]?.filter(({ text }) => text === 'Title') ?? [];
    // In the middle of a margin of 40 points.
    expect(title?.x).toBe(40);
    expect(title?.y).toBeGreaterThan(20);
    expect(title?.y).toBeLessThan(28);
    expect(warnings).toEqual([]);
  });

  test('directly after a page with a name leaves that page its name', async () => {
    const rules = `${head} .cover { page: cover } @page cover { counter-increment: page 0 } @page { @bottom-left { content: "no " counter(page) } }`;
    const html = `${style(rules)}<div class=cover>cover</div><div class=head>Title</div><h1>One</h1>`;
    const { texts } = await render({ html });
    expect(texts.map((text) => /no \d+/.exec(text)?.[0])).toEqual(['no 0', 'no 1']);
  });

  test('may be written in the words of Prince', async () => {
    const css = '@page { @top { content: flow(head) } @bottom { content: "foot" } } .head { flow: static(head) }';
    const { texts, warnings } = await render({ html: `${style(css + breaks)}<div class=head>Title</div>a<h1>b</h1>` });
    expect(texts.map((text) => text.split(' ').sort().join(' '))).toEqual(['Title a foot', 'Title b foot']);
    expect(warnings).toEqual([]);
  });

  test('leaves the text where it would be without it', async () => {
    const css = `${head} .row { display: flex; gap: 50pt } td { border: 1pt solid }`;
    const build = (running: string) =>
      `${style(css)}${running}<p>a<div class=row>${running}<p>b</p>${running}</div><table><tr>${running}<td>c</table>`;
    const places = (page: Placed[] = []) => page.filter(({ text }) => /^[abc]$/.test(text));
    const { written } = await render({ html: build('<span class=head>H</span>') });
    const plain = await render({ html: build('') });
    expect(places(written[0])).toEqual(places(plain.written[0]));
  });

  test('is styled by its place in the document', async () => {
    const css = `${head} main > .head:not(p) { text-transform: uppercase } main { letter-spacing: 0; color: red } .head::after { content: "!" }`;
    const { texts } = await render({ html: `${style(css)}<main><div class=head>title</div>text</main>` });
    expect(texts).toEqual(['text TITLE!']);
  });

  test('stands on its own page, however wide it or the text is', async () => {
    const html = `${style(head + breaks)}<h1>${'x'.repeat(400)}<b class=head><i style="width: 3000px; display: inline-block">1</i></b>${'<h1>y<b class=head>z</b>'.repeat(9)}`;
    const { texts } = await render({ html });
    expect(texts.map((text) => text.slice(-1))).toEqual([...'1zzzzzzzzz']);
  });

  test('is not divided by what divides the text', async () => {
    const css = `${head} h1 { break-before: page; break-after: page } .wide { page: wide } @page wide { size: 500pt 300pt }`;
    const html = `${style(css)}<div class=head><b>a</b><h1>b</h1><p class=wide>c</div><p>text`;
    const { texts } = await render({ html });
    expect(texts).toEqual(['text a b c']);
  });

  test('shows the numbers of its page, in the whole document', async () => {
    const css = `${head} ${breaks} .head::after { content: counter(page) " of " counter(pages) }`;
    const html = `${style(css)}<div class=head></div>a<h1>b</h1>`;
    const { texts, warnings } = await render([{ html }, { html }]);
    expect(texts).toEqual(['a 1 of 4', 'b 2 of 4', 'a 3 of 4', 'b 4 of 4']);
    expect(warnings).toEqual([]);
  });

  test('shows the counters and the named strings of its place and page', async () => {
    const css = `${head} ${breaks} h1 { counter-increment: ch; string-set: name content() }
      .head::before { content: counter(ch) ". " string(name) }`;
    const html = `${style(css)}<body style="counter-reset: ch"><h1>One</h1><div class=head></div><h1>Two</h1><div class=head></div><h1>Three</h1>`;
    expect((await render({ html })).texts).toEqual(['One 1. One', 'Two 2. Two', 'Three 2. Three']);
  });

  test('has the width of its margin box, and stands where that asks', async () => {
    const css = `@page { @top-left { content: element(a) } @top-right { content: element(b) } @bottom-center { content: element(c); vertical-align: bottom } @bottom-right { content: element(d) } }
      #a { position: running(a); display: flex; justify-content: space-between; width: 100% } #b { position: running(b) } #c { position: running(c) } #d { position: running(d); text-align: left }`;
    const html = `${style(css)}<div id=a><i>1</i><i>2</i></div><span id=b>3</span><span id=c>4</span><div id=d>5</div>text`;
    const { written } = await render({ html });
    const at = Object.fromEntries((written[0] ?? []).map(({ text, x, y }) => [text, { x, y }]));
    expect(at['1']?.x).toBe(40);
    // The half of 220 points ends at 150, the other at 260.
    expect(at['2']?.x).toBeGreaterThan(140);
    expect(at['2']?.x).toBeLessThan(150);
    expect(at['3']?.x).toBeGreaterThan(250);
    expect(Math.abs((at['4']?.x ?? 0) - 147)).toBeLessThan(2);
    expect(at['4']?.y).toBeGreaterThan(194);
    // A block fills its box, so its text starts where the box does.
    expect(at['5']?.x).toBeLessThan(240);
  });

  test('keeps its pictures and drawings', async () => {
    const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><rect width="40" height="10" fill="#00f"/></svg>')}`;
    const css = `@page { @top-left { content: element(a) } @bottom-left { content: element(b) } } #a { position: running(a) } #b { position: running(b) }`;
    const draw = `const c = document.querySelector('canvas').getContext('2d'); c.fillStyle = '#f00'; c.fillRect(0, 0, 40, 10)`;
    const html = `${style(css)}<img id=a src="${svg}" loading=lazy alt=""><div id=b><canvas width=40 height=10></canvas></div>x<h1 style="break-before: page">y</h1><script>${draw}</script>`;
    const { pdf } = await render({ html });
    const pages = await drawPages(pdf, 1);
    expect(pages).toHaveLength(2);
    for (const pixels of pages) {
      const colours = new Set<number>();
      for (let at = 0; at < pixels.length; at += 4) colours.add(pixels.readUIntBE(at, 3));
      // Blue, green and red.
      expect(colours).toContain(0xff0000);
      expect(colours).toContain(0x0000ff);
    }
  });
});

describe('the running element that a page shows', () => {
  test('is the first, the last, that of its start, or one of an earlier page', async () => {
    const boxes = [
      ['left-top', 'element(head)'],
      ['left-middle', 'element(head, first)'],
      ['left-bottom', 'element(head, last)'],
      ['right-top', 'element(head, start)'],
      ['right-bottom', 'element(head, first-except)'],
    ] as const;
    const margins = boxes.map(([box, content]) => `@${box} { content: ${content} }`).join(' ');
    const css = style(`@page { ${margins} } i { position: running(head) } ${breaks}`);
    const html = `${css}<h1><i>A</i>1</h1><p>x</p><i>B</i><h1>2</h1><h1>3</h1><p>y</p><i>C</i>`;
    const { written } = await render({ html });
    const find = (page: Placed[], side: string, place: string) =>
      page.find(({ text, x, y }) => {
        const isThere = side === 'left' ? x < 40 : x >= 260;
        const third = ['top', 'middle', 'bottom'][Math.trunc((y - 40) / 40)];
        return isThere && third === place && /^[ABC]$/.test(text);
      })?.text;
    const shown = boxes.map(([box, content]) => {
      const [side = '', place = ''] = box.split('-');
      return [content, ...written.map((page) => find(page, side, place) ?? '')];
    });
    expect(shown).toEqual([
      ['element(head)', 'A', 'B', 'C'],
      ['element(head, first)', 'A', 'B', 'C'],
      ['element(head, last)', 'B', 'B', 'C'],
      ['element(head, start)', 'A', 'B', 'B'],
      ['element(head, first-except)', '', 'B', ''],
    ]);
  });
});

describe('margin boxes with running elements', () => {
  test('follow the first page, sides, named and blank pages, and their sizes', async () => {
    const css = `${head} .wide { page: wide } .right { break-before: right }
      @page :first { @top-left { content: none } } @page :left { @bottom-right { content: element(head) } }
      @page wide { size: 400pt 250pt; @top-left { content: none } @top-right { content: element(head) } }
      @page :blank { @top-left { content: none } @bottom-right { content: none } }`;
    const html = `${style(css + breaks)}<b class=head>H</b>1<h1>2</h1><div class=wide>3</div><p>4<p class=right>5<p class=right>7`;
    const { written, texts } = await render({ html });
    expect(texts).toEqual(['1', '2 H H', '3 H', '4 H H', '5 H', '', '7 H']);
    const wide = written[2]?.find(({ text }) => text === 'H');
    expect(wide?.x).toBeGreaterThan(345);
    expect(wide?.y).toBeLessThan(28);
  });

  test('stay with their pages where only some of them are printed', async () => {
    const css = `${head} ${breaks} .head::after { content: counter(page) }`;
    const html = `${style(css)}<div class=head>H</div>a<h1>b</h1><h1>c</h1><h1>d</h1>`;
    const [part, open, whole] = [
      await render({ html, options: { page_ranges: '2, 4' } }),
      await render({ html, options: { page_ranges: '1,3-' } }),
      await render([{ html }, { html }], { page_ranges: '3, 6-7' }),
    ];
    expect(part.texts.map((text) => text.slice(0, 1))).toEqual(['b', 'd']);
    expect(part.texts.every((text) => / H \d$| H\d$/.test(text))).toBe(true);
    expect(open.texts.map((text) => text.replaceAll(' ', ''))).toEqual(['aH1', 'cH3', 'dH4']);
    expect(whole.texts.map((text) => text.replaceAll(' ', ''))).toEqual(['cH3', 'bH6', 'cH7']);
  });

  test('are those of a page with footnotes, headers and another scale, too', async () => {
    const css = `${head} .n { float: footnote }`;
    const html = `${style(css)}<div class=head>H</div><p>a<span class=n>note</span>`;
    const { texts } = await render({ html }, { footer: '<p>foot</p>', scale: 0.5 });
    for (const text of ['a', 'H', 'note', 'foot']) expect(texts[0]).toContain(text);
  });

  test('are artifacts: nothing of them is read out', async () => {
    const html = `${style(head)}<h1 class=head>Running</h1><h1>Text</h1>`;
    const { pdf } = await render({ html });
    expect((await readPdf(pdf)).outline).toEqual(['Text']);
  });
});

describe('a running element stands where Chromium puts the text of a margin box', () => {
  const boxes = ['top-left', 'top-right', 'bottom-center', 'left-middle', 'right-bottom', 'bottom-right-corner'];
  const letter = (box: string) => String.fromCharCode(65 + boxes.indexOf(box));
  const font = 'font: 10pt Arial; line-height: 12pt';
  const build = (content: (box: string) => string, size: string) =>
    `<!doctype html><html lang=en><style>@page { ${size} ${boxes.map((box) => `@${box} { content: ${content(box)}; ${font} }`).join(' ')} }
    ${boxes.map((box) => `.${box} { position: running(${box}); ${font} }`).join(' ')} p { break-before: page }</style>
    ${boxes.map((box) => `<span class=${box}>${letter(box)}</span>`).join('')}text<p>text`;

  test.for([
    ['A4', '', {}],
    ['A5 across', 'size: A5 landscape; margin: 15mm 20mm 25mm 30mm;', {}],
    ['the paper of the options', '', { page_size: { width: '333pt', height: '211.7pt' }, margin: '17mm' }],
    ['another scale', 'size: Letter;', { scale: 0.7, margin: '1in' }],
  ] as const)('on %s', async ([, size, options]) => {
    const own = await render({ html: build((box) => `element(${box})`, size) }, options);
    const text = await render(
      { html: build((box) => `"${letter(box)}"`, size).replaceAll(/<span.*?<.span>/g, '') },
      options,
    );
    const sort = (page: Placed[] = []) => page.toSorted((a, b) => (a.text < b.text ? -1 : 1));
    expect(own.written).toHaveLength(2);
    for (const [index, page] of own.written.entries()) {
      const expected = sort(text.written[index]);
      expect(sort(page).map((one) => one.text)).toEqual(expected.map((one) => one.text));
      for (const [place, { x, y }] of sort(page).entries()) {
        expect(Math.abs(x - (expected[place]?.x ?? 0))).toBeLessThanOrEqual(1);
        expect(Math.abs(y - (expected[place]?.y ?? 0))).toBeLessThanOrEqual(1);
      }
    }
  });
});

describe('what a running element cannot have is reported', () => {
  test('a name that nothing has, a place or a page that is not its own, and other content beside it', async () => {
    const css = `p::before { content: element(head) } @page { @top-center { content: element(gone) }
      @bottom-left { content: element(head, middle) } @top-right { content: "a" element(head) } }`;
    const html = `${style(head + css)}<div class=head>H</div><p>text<h1>more</h1>`;
    expect((await render({ html })).warnings).toEqual([
      'css_ignored: content: element() (p::before) has no effect.',
      'css_ignored: content: element() next to other content (@top-right) has no effect.',
      'css_ignored: content: element(gone) has no effect.',
      'css_ignored: element(head, middle) has no effect.',
    ]);
  });

  test('that are too tall are reported by a part that also shows the pages of other parts', async () => {
    const css = `@page { @top-left { content: element(x) } } b { position: running(x); display: block; height: 60pt }
      a::after { content: target-counter(attr(href), page) }`;
    const parts = [{ html: `<style>${css}</style><b>tall</b><a href="#z">Z </a>` }, { html: '<p id=z>end' }];
    const { warnings } = await renderParts(engine, parts);
    expect(warnings.map(({ part, code }) => [part, code])).toEqual([[0, 'header_too_tall']]);
  });

  test.for([
    ['the whole body', 'body { position: running(x) }', '', 'css_ignored: position: running() (body) has no effect.'],
    [
      'a document that is shorter than its pages',
      'html[lang] { height: 10pt !important } h1 { break-before: page }',
      '',
      'css_ignored: content: element() has no effect: styles of the document prevent it.',
    ],
    [
      'more room than its margin',
      '.tall { height: 60pt }',
      'tall',
      'header_too_tall: A running element is 80 px tall on page 1, and @top-left 53 px: the rest covers the page.',
    ],
  ] as const)('%s', async ([, css, name, warning]) => {
    const html = `${style(head + css)}<div class="head ${name}">H</div><p>text<h1>more</h1>`;
    expect((await render({ html })).warnings).toEqual([warning]);
  });

  test.for(['top', 'bottom'])('what is too tall for a %s margin stays on its own page', async (side) => {
    const css = `${head.replace('@top-left', `@${side}-left`)} ${breaks} .head p { line-height: 20pt }`;
    const html = `${style(css)}<div class=head><p>a<p>b<p>c<p>d</div><p>text<h1>more</h1>`;
    const { written } = await render({ html });
    const tops = written.map((page) => page.filter(({ text }) => /^[abcd]$/.test(text)).map(({ y }) => y));
    expect(tops).toEqual([tops[0], tops[0]]);
    expect(tops[0]).toHaveLength(4);
    expect(Math.min(...(tops[0] ?? []))).toBeGreaterThan(0);
  });
});

describe('what no margin shows stays in the text', () => {
  test.for([
    [
      'an element of a name that no margin box has',
      '.e { position: running(other) }',
      '<p class=e>E</p>',
      'position: running(other)',
    ],
    ['an element without a name', '.e { position: running() }', '<p class=e>E</p>', 'position: running()'],
    [
      'a part of a drawing',
      '.e { position: running(head) }',
      '<svg width=50><text class=e y=20>E</text></svg>',
      'position: running() (text)',
    ],
  ] as const)('%s', async ([, css, html, named]) => {
    const { texts, warnings } = await render({ html: `${style(head + css)}<b class=head>H</b>${html}` });
    expect(texts).toEqual(['E H']);
    expect(warnings).toEqual([`css_ignored: ${named} has no effect.`]);
  });
});

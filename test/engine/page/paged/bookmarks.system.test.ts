import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, onTestFinished } from 'vitest';
import { engine, test } from '../../shared-engine.ts';
import { renderParts } from '../../test-engine.ts';

interface Entry {
  title: string;
  dest: unknown;
  count?: number;
  items: Entry[];
}

/** The outline of a PDF, a line each, with the page that it leads to; a closed entry ends with a minus. */
async function readOutline(pdf: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  onTestFinished(() => loading.destroy());
  const document = await loading.promise;
  const list = async (entries: Entry[], depth: number): Promise<string[]> => {
    const lines: string[] = [];
    for (const { title, dest, count = 0, items } of entries) {
      const [page] = dest as [{ num: number; gen: number }];
      const number = (await document.getPageIndex(page)) + 1;
      lines.push(`${'> '.repeat(depth)}${title} ${number}${count < 0 ? ' -' : ''}`, ...(await list(items, depth + 1)));
    }
    return lines;
  };
  return list(((await document.getOutline()) ?? []) as Entry[], 0);
}

async function render(css: string, html: string, options: object = {}) {
  const document = `<!doctype html><html lang=en><title>T</title><style>${css}</style>${html}`;
  const { pdf, warnings } = await renderParts(engine, { html: document }, options);
  return { outline: await readOutline(pdf), warnings: warnings.map(({ code, detail }) => `${code}: ${detail}`) };
}

describe('the outline that style sheets ask for', () => {
  test('leaves headings out, and has other elements at their level', async () => {
    const css = 'h2, .no { bookmark-level: none } figcaption { bookmark-level: 2 } b { bookmark-level: 3 }';
    const html = '<h1>A</h1><h2>x</h2><figcaption>F</figcaption><b>d</b><h1 class=no>y</h1><h1>B</h1><h4>deep</h4>';
    const { outline, warnings } = await render(css, html);
    expect(outline).toEqual(['A 1', '> F 1', '> > d 1', 'B 1', '> deep 1']);
    expect(warnings).toEqual([]);
  });

  test('has the titles that are asked for, of texts, attributes and counters', async () => {
    const css = `body { counter-reset: ch } h1 { counter-increment: ch; break-before: page;
        bookmark-label: "Chapter " counter(ch, upper-roman) ": " content() }
      h2 { bookmark-label: attr(data-name) } h3 { bookmark-label: none }`;
    const html =
      '<h1>One <i>&amp;</i> only</h1><h2 data-name="Named">x</h2><h3>z</h3><h1>Zwei&shy;te</h1><h2>no name</h2>';
    expect((await render(css, html)).outline).toEqual(['Chapter I: One & only 1', '> Named 1', 'Chapter II: Zweite 2']);
  });

  test('is closed where that is asked for', async () => {
    const css = '.shut { bookmark-state: closed }';
    const { outline } = await render(css, '<h1 class=shut>A</h1><h2>a</h2><h1>B</h1><h2>b</h2>');
    expect(outline).toEqual(['A 1 -', '> a 1', 'B 1', '> b 1']);
  });

  test('heeds the cascade, and the words of other programs', async () => {
    const css =
      'h1 { -prince-bookmark-level: none } h1.in { -ro-bookmark-level: 1 } @media screen { h2 { bookmark-level: none } }';
    expect((await render(css, '<h1>A</h1><h1 class=in>B</h1><h2>c</h2>')).outline).toEqual(['B 1', '> c 1']);
  });

  test('has nothing that is not on paper, or in the margins', async () => {
    const css = '.run { position: running(r) } @page { @top-left { content: element(r) } } h3 { bookmark-level: 1 }';
    const html = '<h3 class=run>Running</h3><h3 hidden>Hidden</h3><h3> </h3><h3>Shown</h3>';
    expect((await render(css, html)).outline).toEqual(['Shown 1']);
  });

  test('keeps what leads to the pages that stay', async () => {
    const css = 'h1 { break-before: page; bookmark-label: "Chapter " content() }';
    const html = '<h1>A</h1><h2>a</h2><h1>B</h1><h2>b</h2>';
    expect((await render(css, html, { page_ranges: '2' })).outline).toEqual(['Chapter B 1', '> b 1']);
  });

  test('keeps the level of headings with an invalid bookmark-level, and reports it', async () => {
    const css = 'h1 { bookmark-level: 0 } h2 { bookmark-level: 1.5 } p { bookmark-level: x }';
    const { outline, warnings } = await render(css, '<h1>A</h1><h2>a</h2><p>b');
    expect(outline).toEqual(['A 1', '> a 1']);
    expect(warnings).toEqual(['0', '1.5', 'x'].map((level) => `css_ignored: bookmark-level: ${level} has no effect.`));
  });

  test('reports pieces of a title that it does not know', async () => {
    const { outline, warnings } = await render('h1 { bookmark-label: "x" other(y) }', '<h1>A</h1>');
    expect(outline).toEqual(['x 1']);
    expect(warnings).toEqual(['css_ignored: bookmark-label: "x" other(y) has no effect.']);
  });

  test('stands below the title of its part', async () => {
    const html = '<style>p { bookmark-level: 1 }</style><p>Text</p>';
    const { pdf } = await renderParts(engine, [{ html, title: 'Part' }, { html }]);
    expect(await readOutline(pdf)).toEqual(['Part 1', '> Text 1', 'Text 2']);
  });

  test('parts the words of a heading where a line of it ends', async () => {
    const html = '<h1>Out<br>of <b>bo</b>unds</h1><h2>No<wbr>tes<span>below</span></h2><h2><span>a</span><i>b</i></h2>';
    const { outline } = await render('span { display: block }', html);
    expect(outline).toEqual(['Out of bounds 1', '> Notes below 1', '> a b 1']);
    expect((await render('', '<h1><span>a</span>b</h1>')).outline).toEqual(['ab 1']);
    const unseen = '<h2 aria-hidden=true>a<br>b</h2><details><summary>s</summary><h2>c<br>d</h2></details>';
    expect((await render('', `<h1>A<br>B</h1>${unseen}`)).outline).toEqual(['A B 1']);
    const upper = 'h1 { text-transform: uppercase; hyphens: auto }';
    expect((await render(upper, '<h1>Über<br>Hyphenation</h1>')).outline).toEqual(['ÜBER HYPHENATION 1']);
  });
});

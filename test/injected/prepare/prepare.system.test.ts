import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

describe('the titles of headings', () => {
  test('have a space where Chromium joins the lines', async () => {
    const page = await open(`<h1>One<br>two</h1><h2 style="text-transform: uppercase">a <b>b</b><br>c</h2>
      <h3>single <i>line</i></h3><div role=heading><div>x</div><div>y</div></div>`);
    expect(await page.call('listHeadingTitles')).toEqual({
      titles: { Onetwo: 'One two', 'A BC': 'A B C', xy: 'x y' },
      excess: [],
    });
  });
});

describe('texts that are read out', () => {
  test('have alternatives, unless the same text has none elsewhere', async () => {
    const page = await open(String.raw`<style>
      a::after { content: "→" / "leads to" } b::before { content: "\"x" " y" / "" } i::before { content: "–" / "minus" }
      u::before { content: "–" }
    </style>`);
    expect(await page.call('readAloud')).toMatchObject({ spoken: { '→': 'leads to', '"x y': '' }, hidden: [] });
  });

  test('leave out what aria-hidden hides, generated text included', async () => {
    const page = await open(
      '<style>b::before { content: "  made " }</style><p aria-hidden=true>one <i> two\nthree </i><b></b></p>text',
    );
    expect((await page.call('readAloud')).hidden).toEqual(['one', 'two three', 'made']);
  });
});

describe('languages with ideographs of different forms', () => {
  test.each([
    ['<p lang=ja>x<p lang=zh>x', true],
    ['<p lang=zh-TW>x<p lang=zh-CN>x', true],
    ['<p lang=ja>x<p lang=ja-JP>x', false],
    ['<p lang=de>x<p lang=ko>x', false],
  ])('%s: %s', async (html, isMixed) => {
    const page = await open(html);
    expect(await page.call('prepareForms')).toBe(isMixed);
  });
});

describe('the facts of a page', () => {
  test('are those of its rules, its title and its language', async () => {
    const page = await open(`<html lang=en-GB><base href="https://example.org/a/"><title>Facts</title><style>
      @page { margin-top: 2cm; margin-left: 10px; @bottom-center { content: counter(page) "/" counters(pages, ".") } @left-top { content: "x" } }
      @page :first { margin-top: 0; @top-left { content: "first" } @top-right { content: "" } }
      @font-face { font-family: Own; src: url("own.woff2") }
    </style>`);
    expect(await page.call('readFacts')).toEqual({
      countsPage: true,
      countsPages: true,
      margin: { top: '2cm', left: '10px' },
      boxes: ['@page @bottom-center', '@page :first @top-left'],
      title: 'Facts',
      language: 'en-GB',
      fontFaces: ['@font-face { font-family: Own; src: url("https://example.org/a/own.woff2"); }'],
      excess: [],
    });
  });

  test('know that left and right pages differ', async () => {
    const page = await open('<style>@page :left { margin: 0 }</style>');
    expect(await page.call('readFacts')).toMatchObject({ countsPage: true, countsPages: false, language: '' });
  });
});

describe('the numbers of pages', () => {
  const rules = '[...document.styleSheets[0].cssRules].map(({ cssText }) => cssText).join(" ")';

  test('continue those of the pages before, and swap the sides after an odd number', async () => {
    const page = await open('<style>@page :left { margin: 1px } @page wide:right { margin: 2px }</style>');
    await page.call('applyPageNumbers', { before: 3, number: 3 });
    expect(await page.read(rules)).toBe('@page :right { margin: 1px; } @page wide:left { margin: 2px; }');
    expect(await page.read('document.adoptedStyleSheets[0].cssRules[0].cssText')).toContain('counter-set: page 4');
  });

  test('have the total of the document, in the style of the counter', async () => {
    const page = await open(
      '<style>@page { @top-left { content: counter(pages) counter(pages, upper-roman) } }</style>',
    );
    await page.call('applyPageNumbers', { before: 0, number: 0, totals: { decimal: '12', 'upper-roman': 'XII' } });
    expect(await page.read(rules)).toContain('content: "12" "XII"');
    expect(await page.read('document.adoptedStyleSheets.length')).toBe(0);
  });
});

describe('places that other parts link to', () => {
  test('have a link if they are there, and an element if only links name them', async () => {
    const page = await open('<p id="here">x<a name="caf%C3%A9">x</a><a href="#only">x</a>');
    await page.call('addPlaces', ['here', 'only', 'nowhere', 'caf%25C3%25A9']);
    const added = "[...document.head.querySelectorAll('a')].map(({ hash, id }) => hash || id)";
    expect(await page.read(added)).toEqual(['#here', 'only', '#caf%25C3%25A9']);
  });
});

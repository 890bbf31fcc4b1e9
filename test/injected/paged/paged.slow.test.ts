import { describe, expect, test } from 'vitest';
import type { PagedLimits } from '../../../src/injected/calls.ts';
import { stringProperty } from '../../../src/injected/names.ts';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

/** What is read of a document with a style sheet, which is translated, and the document. */
async function read(css: string, html: string, other: Partial<PagedLimits> = {}) {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  return { page, paged: await page.call('readPaged', { ...pagedLimits, ...other }) };
}

const content = (value: string) => `a::after { content: attr(data-platen-none, "") ${value} }`;

describe('leaders', () => {
  test.each(['|', '[', ']', '^', '(', ';', '\\"'])('are drawn with %s', async (unit) => {
    const css = `${content(`leader("${unit}") "x"`)} a { display: block; font: 20px monospace }`;
    const { page, paged } = await read(css, '<a id=a>A</a>');
    expect(paged.unsupported).toEqual([]);
    expect(paged.leaders).toEqual([{ place: 'a', page: '' }]);
    await page.call('writePaged', {
      texts: [],
      css: '',
      leaders: [{ place: 'a', width: 500 }],
      blanks: [],
      hasBlankRules: false,
      areFinal: false,
    });
    const text = String(await page.read('document.querySelector("body a").getAttribute("data-platen-leader-text")'));
    expect(new Set(text)).toEqual(new Set(unit.at(-1)));
    expect(text.length).toBeGreaterThan(10);
  });

  test.each(['leader()', 'leader(url(x))', 'leader(dotted, 2)'])('%s have no effect', async (value) => {
    const { paged } = await read(content(value), '<a>A</a>');
    expect(paged.unsupported).toEqual([{ kind: 'value', value, selector: 'a::after' }]);
  });

  test('stand once in a line, and before the text only of an empty element', async () => {
    const css = `${content('leader(".") leader("-")')} b::before { content: attr(x, "") leader(".") }`;
    const { paged } = await read(css, '<a>A</a><b>B</b>');
    expect(paged.unsupported.map(({ value }) => value)).toEqual(['leader("-")', 'leader(".")']);
  });
});

describe('counters of places', () => {
  test.each([
    ['"|"', '|'],
    [`'['`, '['],
    ['"\\\\"', '\\'],
    ['"\\7c"', '|'],
  ])('have the separator %s', async (css, separator) => {
    const { paged } = await read(
      `${content(`target-counters(attr(href), sec, ${css}, lower-roman)`)} p { counter-reset: sec } h1 { counter-increment: sec }`,
      '<a href="#b">A</a><p><h1>1</h1><p><h1 id=b>2</h1>',
    );
    expect(paged.counters).toMatchObject([{ separator, style: 'lower-roman' }]);
    expect(paged.targets).toMatchObject([{ element: 0, key: 'data-platen-target-0' }]);
  });

  test('have their values at the place', async () => {
    const css = `${content('target-counters(attr(href), n, ".")')} ol { counter-reset: n } li { counter-increment: n }`;
    const { paged } = await read(css, '<a href="#b">A</a><ol><li>1<li>2<ol><li>1<li>2<li id=b>3</ol></ol>');
    expect(paged.counters).toEqual([{ values: [2, 3], separator: '.', style: 'decimal' }]);
  });

  test.each(['target-counter(attr(href))', 'target-counters(attr(href), n)', 'target-text(attr(href), middle)'])(
    '%s is unsupported, and is empty',
    async (value) => {
      const { page, paged } = await read(content(`"x" ${value}`), '<a href="#b">A</a><p id=b>B');
      expect(paged.unsupported).toEqual(
        value.includes('counters') ? [] : [{ kind: 'value', value, selector: 'a::after' }],
      );
      expect(await page.read('getComputedStyle(document.querySelector("body a"), "::after").content')).toContain('"x');
    },
  );

  test('of a place that is not there are reported with its address', async () => {
    const value = 'target-text(attr(href))';
    const { paged } = await read(content(value), '<a href="#gone">A</a>');
    expect(paged.unsupported).toEqual([{ kind: 'use', value, selector: '#gone' }]);
  });
});

describe('named strings', () => {
  const set = async (value: string, html: string) => {
    const { paged } = await read(`h1 { --platen-string-set: ${value} } h1::before { content: "§ " }`, html);
    return { strings: paged.strings.map(({ name, text }) => `${name}=${text}`), unsupported: paged.unsupported };
  };

  test('consist of strings, the text of the element and its generated content', async () => {
    const html = '<h1 data-x="x">One <b>two</b></h1>';
    expect((await set('a "(" content() ", " content(before) \')\', b content(first-letter)', html)).strings).toEqual([
      'a=(One two, § )',
      'b=O',
    ]);
    expect((await set('a "\\"|[^]" attr(data-x)', html)).strings).toEqual(['a="|[^]x']);
    expect((await set('none', html)).strings).toEqual([]);
  });

  test('report a declaration with pieces that are unknown', async () => {
    const { strings, unsupported } = await set('a "x" content(marker)', '<h1>One</h1>');
    expect(strings).toEqual(['a=x']);
    expect(unsupported).toEqual([{ kind: 'declaration', property: 'string-set', value: 'a "x" content(marker)' }]);
  });

  test('are set by no more elements than the limit', async () => {
    const { paged } = await read('p { --platen-string-set: a content() }', '<p>1<p>2<p>3', { stringLimit: 2 });
    expect(paged.strings.map(({ text, place }) => [text, place])).toEqual([
      ['1', 'platen-place-0'],
      ['2', 'platen-place-1'],
    ]);
    expect(paged.unsupported).toEqual([{ kind: 'limit', property: 'string-set', limit: 2 }]);
  });
});

test('the outline has the levels, titles and states of elements', async () => {
  const css =
    'p { --platen-bookmark-level: 2; --platen-bookmark-label: "§ " content(); --platen-bookmark-state: closed }';
  const { paged } = await read(css, '<h1 id=a>One</h1><p>Two</p><h3 style="visibility: hidden">Three</h3>');
  expect(paged.bookmarks).toEqual([
    { level: 1, title: 'One', place: 'a', isOpen: true },
    { level: 2, title: '§ Two', place: 'platen-place-bookmark-1', isOpen: false },
  ]);
});

test('margin boxes show the page numbers that elements set, in known counter styles', async () => {
  const css = `@page { @top-left { content: "- " counter(page, lower-roman) } @top-right { content: counter(page, thai) } }
    h1 { counter-reset: page 5 }`;
  const { page, paged } = await read(css, '<h1 id=a>One</h1>');
  expect(paged.restarts).toEqual([{ place: 'a', kind: 'set', number: 5 }]);
  expect(paged.numbers).toEqual(['lower-roman']);
  expect(paged.unsupported).toEqual([
    { kind: 'use', property: 'counter-reset', value: 'page', selector: 'counter(page, thai)' },
  ]);
  expect(await page.read('document.styleSheets[0].cssRules[0].cssRules[0].style.content')).toBe(
    '"- " counter(platen-page, platen-number-lower-roman)',
  );
});

describe('breaks for a side of the sheet', () => {
  test('count at the outermost box that they begin', async () => {
    const { paged } = await read('h1 { break-before: right }', '<p>0<section id=s><h1>One</h1></section>');
    expect(paged.breaks).toEqual([{ place: 's', isOdd: true, isStart: false }]);
  });

  test('are declarations that fail in boxes that cannot have blank pages', async () => {
    const css = 'h1 { break-before: left } main { display: flex }';
    const { paged } = await read(css, '<main><p>0</p><h1>One</h1></main>');
    expect(paged.unsided).toEqual([{ kind: 'declaration', property: 'break-before', value: 'left', selector: 'h1' }]);
  });

  test('have a blank page before them, which is removed again', async () => {
    const { page, paged } = await read('h1 { break-before: right }', '<p>0<h1 id=a>One</h1>');
    const texts = { texts: [], css: '', leaders: [], hasBlankRules: paged.hasBlankRules, areFinal: false };
    const count = () => page.read('document.body.shadowRoot.querySelectorAll("[part=platen-blank]").length');
    await page.call('writePaged', { ...texts, blanks: ['a'] });
    expect(await count()).toBe(1);
    await page.call('writePaged', { ...texts, blanks: [] });
    expect(await count()).toBe(0);
  });
});

test('no attribute of the document tells which elements have texts of places or blank pages', async () => {
  const css = `${content('target-counter(attr(href), page)')} h1 { break-before: right }`;
  const { page } = await read(css, '<a href="#b">A</a><h1 id=b>B</h1>');
  await page.call('writePaged', {
    texts: [{ element: 0, key: 'data-platen-target-0', text: '7' }],
    css: '',
    leaders: [],
    blanks: ['b'],
    hasBlankRules: false,
    areFinal: false,
  });
  expect(
    await page.read('[...document.querySelectorAll("body, body *")].flatMap((e) => e.getAttributeNames())'),
  ).toEqual(['href', 'data-platen-target-0', 'id']);
});

test('a footnote is prepared with its call and its marker, and one in another is not', async () => {
  const css = 'i { --platen-float: footnote } i::part(platen-footnote-call) { color: red }';
  const { page, paged } = await read(css, '<p>a<i>note <i>inner</i></i>');
  expect(paged.notes).toEqual({ count: 1, countsByPage: false });
  expect(paged.unsupported).toEqual([{ kind: 'nested', property: 'float', value: 'footnote' }]);
  expect(await page.read('document.querySelector("[data-platen-call]").nextSibling.textContent')).toBe('note inner');
});

test('a running element is taken out of the text, and one that no margin box shows is not', async () => {
  const css = `@page { @top-left { content: counter(platen-page, platen-first-element-head) } }
    b { --platen-running: running(head) } i { --platen-running: running(other) }`;
  const { paged } = await read(css, '<b id=b>B</b><i>I</i>');
  expect(paged.running.elements).toMatchObject([{ name: 'head', place: 'b', isInline: true, counters: [] }]);
  expect(paged.unsupported).toEqual([{ kind: 'declaration', property: 'position', value: 'running(other)' }]);
});

describe('tall elements that begin together', () => {
  const css = `div { ${stringProperty}: a content(text); padding-top: 10px }`;
  const lines = '<p style="margin: 0; height: 2000px">Text</p>'.repeat(3);

  test('share one place', async () => {
    const { paged } = await read(css, `${'<div>'.repeat(50)}${lines}${'</div>'.repeat(50)}<div>Low</div>`);
    const places = paged.strings.map(({ place }) => place);
    expect(new Set(places).size).toBe(2);
    expect(places[49]).toBe(places[0]);
    const [outer, inner] = [paged.strings[0], paged.strings[49]];
    expect((outer?.lead ?? 0) - (inner?.lead ?? 0)).toBeCloseTo(0, 0);
  });

  test.each(['Text', '<p style="float: left">Left</p>', '<b>Bold</b>', '<p style="position: absolute">Above</p>'])(
    'have their own places if they begin with %s',
    async (start) => {
      const { page, paged } = await read(css, `<div id=a>${start}${lines}</div>`);
      expect(paged.strings.map(({ place }) => place)).toEqual(['a']);
      expect(await page.read('document.querySelectorAll("[id]").length')).toBe(1);
    },
  );

  test('have their own places if they are not tall', async () => {
    const { paged } = await read(css, '<div id=a><div id=b><p>Text</p></div></div>');
    expect(paged.strings.map(({ place }) => place)).toEqual(['a', 'b']);
  });
});

test('places that were made for named strings are not linked once their pages are known', async () => {
  const css = `h1 { ${stringProperty}: a content(); --platen-bookmark-level: 1 }`;
  const { page, paged } = await read(css, '<h1>One</h1><h1 id=own>Two</h1>');
  const listLinks = () => page.read('[...document.querySelectorAll("head a")].map((a) => a.hash)');
  expect(paged.strings.map(({ place }) => place)).toEqual(['platen-place-0', 'own']);
  const before = await listLinks();
  expect(before).toContain('#platen-place-0');
  const texts = { texts: [], css: '', leaders: [], blanks: [], hasBlankRules: false };
  await page.call('writePaged', { ...texts, areFinal: false });
  expect(await listLinks()).toEqual(before);
  await page.call('writePaged', { ...texts, areFinal: true });
  expect(await listLinks()).toEqual(['#own']);
});

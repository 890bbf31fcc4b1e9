import { describe, expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import type { PageSurvey } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function survey(html: string): Promise<PageSurvey> {
  const page = await open(html);
  return (await page.read(composeProgram('surveyPage'))) as PageSurvey;
}

/** The same once the page has settled, when its fonts and its shadow trees are known. */
async function surveySettled(html: string): Promise<PageSurvey> {
  const page = await open(html);
  return page.call('settleDocument', { fontLimit: 5000, mayDraw: false, rest: false, stepEvent: 'tick' });
}

/** What a survey says yes to. */
const listFlags = (found: PageSurvey) =>
  Object.entries(found).flatMap(([name, value]) =>
    value === true && !/^(inTime|hasShadows)$/.test(name) ? [name] : [],
  );

const matrix = 'matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)';

describe('the survey of style rules', () => {
  test.each([
    ['p { color: red }', []],
    ['@page { size: A5 }', ['namesPaper']],
    ['@page { margin-left: 0 }', ['namesPaper']],
    ['@page { padding-top: 1px }', ['namesPaper']],
    ['@page { border-top-width: 1px }', ['namesPaper']],
    ['@page { background: url("data:,x") }', ['hasPageImages']],
    ['@page { background-image: var(--x) }', ['hasPageImages']],
    ['@page { background: red }', []],
    ['p { hyphens: manual }', []],
    ['p { filter: blur(1px) }', ['hasEffects']],
    ['p { -webkit-box-reflect: below }', ['hasEffects']],
    ['p { perspective: 1px }', ['hasEffects']],
    ['p { transform: perspective(1px) }', ['hasEffects']],
    [`p { transform: ${matrix} }`, ['hasEffects']],
    ['p { transform: rotate(1deg) }', []],
    ['@keyframes a { to { filter: blur(1px) } }', ['hasEffects']],
    ['@keyframes a { to { position: fixed } }', ['hasFixed']],
    ['p { position: fixed }', ['hasFixed']],
    ['p { color: red; @media all { position: fixed } }', ['hasFixed']],
    ['p { & b { position: sticky } }', ['hasSticky']],
    ['p { position: relative }', []],
    ['p { margin: -1px }', ['mayBleed']],
    ['p { margin-left: -1px }', ['mayBleed']],
    ['p { margin-right: -1px }', ['mayBleed']],
    ['p { margin: var(--x) }', ['mayBleed']],
    ['p { margin-top: -1px; margin-bottom: -1px }', []],
    ['p { float: left; break-before: page }', ['mayBreakFloats']],
    ['p { float: left; break-after: page }', ['mayBreakFloats']],
    ['p { float: left; break-before: avoid; break-after: page }', ['mayBreakFloats']],
    ['p { float: left } b { break-after: recto }', ['mayBreakFloats']],
    ['p { float: left; break-after: avoid-page }', []],
    ['p { float: left; break-before: auto; break-after: auto }', []],
    ['p { float: left }', []],
    ['p { float: none; break-before: page }', []],
    ['p { break-before: page }', []],
  ])('%s: %j', async (css, flags) => {
    expect(listFlags(await survey(`<style>${css}</style><p>x`))).toEqual(flags);
  });
});

describe('the survey of elements', () => {
  test.each([
    ['<p>x', []],
    ['<p style="hyphens: none">x', ['usesHyphens']],
    ['<p style="filter: none">x', ['hasEffects']],
    ['<p style="-webkit-box-reflect: below">x', ['hasEffects']],
    ['<p style="perspective: none">x', ['hasEffects']],
    [`<p style="transform: ${matrix}">x`, ['hasEffects']],
    ['<svg><g filter="url(#a)" /></svg>', ['hasEffects']],
    ['<p style="POSITION: fixed">x', ['hasFixed']],
    ['<p style="position: sticky">x', ['hasSticky']],
    ['<p style="margin: 0 -1px">x', ['mayBleed']],
    ['<p style="float: left">x<p style="break-after: page">x', ['mayBreakFloats']],
    ['<iframe></iframe>', ['embeds']],
    ['<object></object>', ['embeds']],
    ['<embed>', ['embeds']],
    ['<video></video>', ['embeds']],
    ['<canvas data-platen-webgl></canvas>', ['embeds']],
    ['<canvas></canvas><audio></audio>', []],
    ['<html lang=de>x', ['namesLanguage']],
    ['<html lang="">x', []],
    ['<meta http-equiv=Content-Language content=de>x', ['namesLanguage']],
    ['<p lang=EN-us>x', ['namesLanguage']],
    ['<p lang=de>x', []],
    ['<div style="overflow: auto">x</div>', ['scrolls']],
  ])('%s: %j', async (html, flags) => {
    expect(listFlags(await survey(html))).toEqual(flags);
  });

  test('counts links', async () => {
    expect((await survey('<a href=x>x</a><a>x</a><map><area href=x></map><a href="#x">x</a>')).links).toBe(3);
  });
});

describe('the survey of shadow trees', () => {
  test.each([
    ['<style>p { position: fixed }</style><p>x', ['hasFixed']],
    ['<style>p { filter: blur(1px) }</style><p>x', ['hasEffects']],
    ['<p style="filter: none">x', ['hasEffects']],
    ['<p style="position: sticky">x', ['hasSticky']],
    ['<style>p { overflow: auto }</style><p>x', ['scrolls']],
    ['<p>x', []],
  ])('%s: %j', async (html, flags) => {
    const found = await surveySettled(`<div><template shadowrootmode=open>${html}</template></div>`);
    expect(listFlags(found)).toEqual(flags);
  });
});

describe('page counters in the text', () => {
  const rule = (content: string, selector = 'p::after') => `${selector} { content: ${content} }`;

  test.each([
    ['counters(pages, ".")', ['counters(pages, ".")']],
    ['"x" counter(page, lower-roman) counter(pages)', ['counter(page, lower-roman)']],
    ['counter(paged)', []],
    ['"page"', []],
  ])('of %s: %j', async (content, values) => {
    const { uncounted } = await survey(`<style>${rule(content)}</style><p>x`);
    expect(uncounted).toEqual(values.map((value) => ({ value, selector: 'p::after' })));
  });

  test.each(['counter-reset: page 3', 'counter-set: pages 1', 'counter-increment: page'])(
    'count if a rule has %s',
    async (declaration) => {
      expect((await survey(`<style>${rule('counter(page)')} b { ${declaration} }</style><p>x`)).uncounted).toEqual([]);
    },
  );

  test('are named once, up to 51 times, with 1,000 characters of a selector', async () => {
    const twice = `${rule('counter(page)')} `.repeat(2);
    expect((await survey(`<style>${twice}</style><p>x`)).uncounted).toHaveLength(1);
    const many = Array.from({ length: 52 }, (_, index) => rule('counter(page)', `p:not(.a${index})::after`));
    expect((await survey(`<style>${many.join(' ')}</style><p>x`)).uncounted).toHaveLength(51);
    const long = rule('counter(page)', `p:not(.${'a'.repeat(1000)})::after`);
    expect((await survey(`<style>${long}</style><p>x`)).uncounted[0]?.selector).toHaveLength(1000);
  });

  test('are not named in an element that is running by its style or one around it', async () => {
    const css = `<style>${rule('counter(page)')}</style>`;
    expect((await survey(`${css}<div style="position: Running(top)"><p>x</div>`)).uncounted).toEqual([]);
    expect((await survey(`${css}<p style="--platen-running: running(top)">x<p>y`)).uncounted).toHaveLength(1);
  });
});

describe('the survey of page sizes', () => {
  const sizes = (count: number) =>
    Array.from({ length: count }, (_, index) => `@page a${index} { size: ${index + 1}px }`).join(' ');

  test.each([
    ['100', sizes(100), 100, []],
    ['100, one of them twice', `${sizes(100)} @page b { size: 1px }`, 100, []],
    ['101', sizes(101), 100, [{ of: 'pageSizes', limit: 100 }]],
    ['103', sizes(103), 100, [{ of: 'pageSizes', limit: 100 }]],
    ['one of 999 characters', `@page { size: var(--${'a'.repeat(992)}) }`, 1, []],
    ['one of 1,000 characters', `@page { size: var(--${'a'.repeat(993)}) }`, 0, []],
  ])('of %s', async (_what, css, count, excess) => {
    const found = await survey(`<style>${css}</style>`);
    expect([found.sizes.length, found.excess]).toEqual([count, excess]);
  });
});

describe('the survey of font families', () => {
  const families = (count: number) =>
    Array.from({ length: count }, (_, index) => `i { font-family: F${index} }`).join(' ');
  const styled = (count: number) => '<i style="font-family: One">x</i>'.repeat(count);

  test.each([
    ['100 lists with that of the body', `<style>${families(99)}</style>`, 100, []],
    ['more', `<style>${families(100)}</style>`, 100, [{ of: 'families', limit: 100 }]],
    ['a list again', `<style>${families(99)} body { font-family: F1 } b { font-family: F2 }</style>`, 99, []],
    ['a list of 1,999 characters', `<style>i { font-family: ${'F'.repeat(1999)} }</style>`, 2, []],
    ['a longer one', `<style>i { font-family: ${'F'.repeat(2000)} }</style>`, 1, [{ of: 'family', limit: 2000 }]],
    ['1,000 elements', styled(999), 2, []],
    ['more elements', styled(1000), 2, [{ of: 'fontStyles', limit: 1000 }]],
  ])('reads %s', async (_what, html, count, excess) => {
    const found = await survey(html);
    expect([found.stacks.length, found.excess]).toEqual([count, excess]);
  });

  test('reads styles of elements as they are written, and the attribute of font', async () => {
    const { stacks } = await survey(
      '<style>:root { --f: Two }</style><font face=One>x</font><i style="font: 1px var(--f)">x</i><b style="font-size: 1px">x</b>',
    );
    expect(stacks).toEqual(['"Times New Roman"', 'One']);
  });

  test('leaves out lists with a family whose font the page brings, and names a font that fails', async () => {
    const src = `data:font/woff2,${'x'.repeat(1100)}`;
    const { stacks, unread, boxed } = await surveySettled(`<style>
      @font-face { font-family: "Unused"; src: url("data:,x") } @font-face { font-family: Broken; src: url("${src}") }
      p { font-family: Broken } b { font-family: other, UNUSED } i { font-family: Foreign }
      @page { @top-left { content: "x"; font-family: Broken } @top-right { content: "y"; font-family: Foreign } }</style><p>x`);
    expect(stacks).toEqual(['Foreign', '"Times New Roman"']);
    expect(unread).toEqual([src.slice(0, 1000)]);
    expect(boxed).toEqual([{ css: 'Foreign', text: 'y' }]);
  });
});

describe('the survey of margin boxes', () => {
  const box = (content: string, font = '') => `@page { @top-left { content: ${content}; ${font} } }`;
  const fonts = (count: number) =>
    Array.from({ length: count }, (_, index) => box('"x"', `font-family: F${index}`)).join(' ');

  test.each([
    ['"a\\"b" counters(page, "-") "c"', 'a\\"b 0 c'],
    ['"  x "', 'x'],
    [`"${'y'.repeat(101)}"`, 'y'.repeat(100)],
    ['attr(id) "z"', 'attr(id) z'],
  ])('reads the text of %s', async (content, text) => {
    expect((await survey(`<style>${box(content, 'font-family: F')}</style>`)).boxed).toEqual([{ css: 'F', text }]);
  });

  test.each(['none', 'normal', '"  "', '""'])('finds no text in %s', async (content) => {
    expect((await survey(`<style>${box(content, 'font-family: F')}</style>`)).boxed).toEqual([]);
  });

  test('takes the family of its page', async () => {
    expect((await survey(`<style>${box('"x"')}</style>`)).boxed).toEqual([]);
    const css = `${box('"x"')} @page { font-family: Page } @page a { font-size: 1px }`;
    expect((await survey(`<style>${css}</style>`)).boxed).toEqual([{ css: 'Page', text: 'x' }]);
  });

  test.each([
    ['20 fonts', fonts(20), 20, []],
    ['20 fonts, one of them twice', fonts(20) + box('"y"', 'font-family: F3'), 20, []],
    ['21 fonts', fonts(21), 20, [{ of: 'boxFonts', limit: 20 }]],
    ['a font of 1,999 characters', box('"x"', `font-family: ${'F'.repeat(1999)}`), 1, []],
    ['a font of 2,000 characters', box('"x"', `font-family: ${'F'.repeat(2000)}`), 0, []],
  ])('with %s', async (_what, css, count, excess) => {
    const found = await survey(`<style>${css}</style>`);
    expect([found.boxed.length, found.excess]).toEqual([count, excess]);
  });
});

describe('the survey of images', () => {
  const image = (length: number, end = '') => `<img src="data:${'A'.repeat(length - end.length)}${end}">`;

  test.each([
    ['a placeholder of 99 characters', image(99), []],
    ['a longer one', image(100), [105]],
    ['the same twice', image(100) + image(100), [105]],
    ['a long one', image(2000), [1000]],
    ['a drawing', image(120, 'SVG'), []],
    ['one without an address', '<img>', []],
  ])('of %s that cannot be read', async (_what, html, lengths) => {
    expect((await survey(html)).unread.map((url) => url.length)).toEqual(lengths);
  });

  test('names 51 that cannot be read', async () => {
    const html = Array.from({ length: 52 }, (_, index) => image(100 + index)).join('');
    expect((await survey(html)).unread).toHaveLength(51);
  });
});

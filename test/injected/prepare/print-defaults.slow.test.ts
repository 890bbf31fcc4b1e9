import { describe, expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import type { PrintDefaults } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function prepare(html: string, given: Partial<PrintDefaults> = {}) {
  const page = await open(`<!doctype html>${html}`);
  const options = { mayHaveLayers: true, mayBeInLine: true, mayStick: true, height: 100, ...given };
  const cut = (await page.read(composeProgram('setPrintDefaults', options))) as string[];
  const style = (name: string) => page.read(`getComputedStyle(document.getElementById('a')).${name}`);
  return { page, cut, style };
}

const sheets = 'document.adoptedStyleSheets.length';

describe('defaults of page breaks', () => {
  test.each([1, 2, 3, 4, 5, 6])('keep a heading of level %i with what follows', async (level) => {
    const { style } = await prepare(`<h${level} id=a>x</h${level}>`);
    expect(await style('breakAfter')).toBe('avoid');
  });

  test.each(['td', 'th'])('keep the rows of a %s together', async (name) => {
    const { style } = await prepare(`<table><tr><${name} id=a rowspan=2>x</${name}><td>y</tr><tr><td>z</table>`);
    expect(await style('breakInside')).toBe('avoid');
  });

  test.each(['<p id=a>x', '<table><tr><td id=a rowspan=1>x</table>'])('are not for %s', async (html) => {
    const { page, style } = await prepare(html);
    expect([await style('breakAfter'), await style('breakInside'), await page.read(sheets)]).toEqual([
      'auto',
      'auto',
      0,
    ]);
  });

  test.each([
    ['a rule', '<style>h1 { break-after: auto }</style>'],
    ['a rule in a layer', '<style>@layer own { h1 { break-after: auto } }</style>'],
    [
      'a layer of another sheet',
      '<style>p { color: red }</style><style>@layer own { h1 { break-after: auto } }</style>',
    ],
    ['a layer beside a statement', '<style>@layer one, own; @layer own { h1 { break-after: auto } }</style>'],
    [
      'a layer of a sheet that applies',
      '<style media=speech>@layer x;</style><style media=all>@layer own { h1 { break-after: auto } }</style>',
    ],
  ])('lose against %s', async (_what, css) => {
    expect(await (await prepare(`${css}<h1 id=a>x</h1>`)).style('breakAfter')).toBe('auto');
  });

  test('name their layer first only if the document has some', async () => {
    const first = 'document.styleSheets[0].cssRules[0].cssText';
    const none = await prepare('<style>p { color: red }</style><h1 id=a>x</h1>');
    expect(await none.page.read(first)).toBe('p { color: red; }');
    const some = await prepare('<style media=speech>b { color: red }</style><style>@layer own;</style><h1 id=a>x</h1>');
    expect(await some.page.read(first)).toBe('b { color: red; }');
    expect(await some.page.read('document.styleSheets[1].cssRules[0].cssText')).toBe('@layer platen-defaults;');
    const unasked = await prepare('<style>@layer own;</style><h1 id=a>x</h1>', { mayHaveLayers: false });
    expect(await unasked.page.read(first)).toBe('@layer own;');
  });
});

describe('a sticky box', () => {
  const sticky = '<p id=a style="position: sticky; top: 9px">x</p>';

  test.each([
    ['stays in its place', sticky, {}, 'relative', 'auto'],
    ['stays in a box that clips', `<div style="overflow: clip">${sticky}</div>`, {}, 'relative', 'auto'],
    ['is left in a box that scrolls', `<div style="overflow: auto">${sticky}</div>`, {}, 'sticky', '9px'],
    ['is left in a box that hides', `<div style="overflow: hidden"><div>${sticky}</div></div>`, {}, 'sticky', '9px'],
    ['stays in a body that scrolls', `<style>body { overflow: auto }</style>${sticky}`, {}, 'relative', 'auto'],
    ['is left unless asked for', sticky, { mayStick: false }, 'sticky', '9px'],
    ['is no relative box', sticky.replace('sticky', 'relative'), {}, 'relative', '9px'],
  ])('%s', async (_what, html, given, position, top) => {
    const { page, style } = await prepare(html, given);
    expect([await style('position'), await page.read('a.style.top || "auto"')]).toEqual([position, top]);
  });

  test('in a shadow tree stays in its place', async () => {
    const { page } = await prepare(`<div id=host><template shadowrootmode=open>${sticky}</template></div>`);
    expect(await page.read('host.shadowRoot.querySelector("p").style.position')).toBe('relative');
  });
});

describe('a box in a line that is higher than a page', () => {
  const tall = '<i style="display: block; height: 150px"></i>';
  const box = (style = 'display: inline-block', inner = tall) => `<b id=a style="${style}">${inner}</b>`;

  test.each([
    ['inline-block', 'flow-root', 'fit-content'],
    ['inline-flex', 'flex', 'fit-content'],
    ['inline-grid', 'grid', 'fit-content'],
    ['inline-table', 'table', ''],
  ])('%s has its own line as %s', async (display, other, width) => {
    const { cut, page, style } = await prepare(`<div>${box(`display: ${display}`)}</div>`);
    expect([cut, await style('display'), await page.read('a.style.width')]).toEqual([[], other, width]);
  });

  test.each([
    ['with its own width', `<div>${box('display: inline-block; width: 50px')}</div>`, 'flow-root', '50px'],
    ['in a cell', `<table><tr><td>${box()}</table>`, 'flow-root', 'fit-content'],
    ['in a list', `<ul><li>${box()}</ul>`, 'flow-root', 'fit-content'],
    ['before a block', `<div>${box()}<p>x</p></div>`, 'flow-root', 'fit-content'],
    ['beside what floats', `<div>${box()}<b style="float: left">x</b></div>`, 'flow-root', 'fit-content'],
    ['beside what is placed', `<div>${box()}<b style="position: absolute">x</b></div>`, 'flow-root', 'fit-content'],
    ['at the left', `<div style="text-align: left">${box()}</div>`, 'flow-root', 'fit-content'],
    [
      'at the right from right to left',
      `<div style="direction: rtl; text-align: right">${box()}</div>`,
      'flow-root',
      'fit-content',
    ],
    [
      'that fills its line',
      `<div style="text-align: center">${box('display: inline-block; width: 100%')}</div>`,
      'flow-root',
      '100%',
    ],
  ])('%s has its own line', async (_what, html, display, width) => {
    const { cut, page, style } = await prepare(html);
    expect([cut, await style('display'), await page.read('a.style.width')]).toEqual([[], display, width]);
  });

  test.each([
    ['beside text', `<div>x ${box()}</div>`],
    ['beside another box', `<div>${box()}<b>x</b></div>`],
    ['in an element of a line', `<div><span>${box()}</span></div>`],
    ['in the middle', `<div style="text-align: center">${box()}</div>`],
    ['at the right', `<div style="text-align: right">${box()}</div>`],
    ['at the left from right to left', `<div style="direction: rtl; text-align: left">${box()}</div>`],
  ])('%s is named, and stays', async (_what, html) => {
    const { cut, style } = await prepare(html);
    expect([cut, await style('display')]).toEqual([['b#a'], 'inline-block']);
  });

  test.each([
    [
      'one as high as the page',
      `<div>${box('display: inline-block', tall.replace('150', '100'))} x</div><p style="height: 200px">`,
      {},
    ],
    ['one in a line, if these are not asked for', `<div>x ${box()}</div>`, { mayBeInLine: false }],
    ['one that is a block', `<div>${box('display: block')}</div>`, {}],
    ['one in a document of one page', `<div>x ${box()}</div>`, { height: 2000 }],
  ])('is not reported and not changed: %s', async (_what, html, given) => {
    const { cut, page } = await prepare(html, given);
    expect([cut, await page.read('a.getAttribute("style").includes("important")')]).toEqual([[], false]);
  });
});

describe('a cell of several rows', () => {
  const table = (height: number, more = '') =>
    `<table><tr><td id=a rowspan=2 style="height: ${height}px; padding: 0">x</td><td>y</tr><tr><td>z</tr></table>${more}`;

  test.each([
    [table(101), ['td#a']],
    [table(90), []],
    [table(100, '<p style="height: 300px">'), []],
    [table(101).replaceAll('td', 'th'), ['th#a']],
    [table(101).replace('rowspan=2', 'rowspan=1'), []],
  ])('that is higher than a page is named: %#', async (html, cut) => {
    expect((await prepare(`<style>table { border-spacing: 0 } body, p { margin: 0 }</style>${html}`)).cut).toEqual(cut);
  });
});

test('51 boxes that stay are named, each name once', async () => {
  const box = (id: string) =>
    `<div>x <b ${id} style="display: inline-block"><i style="display: block; height: 150px"></i></b></div>`;
  const many = Array.from({ length: 52 }, (_, index) => box(`id=b${index}`)).join('');
  expect((await prepare(many)).cut).toHaveLength(51);
  expect((await prepare(box('') + box(''))).cut).toEqual(['b']);
});

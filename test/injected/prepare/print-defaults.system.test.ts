import { expect, test } from 'vitest';
import { composeProgram } from '../../../src/engine/page/open/injected-programs.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function prepare(html: string) {
  const page = await open(`<!doctype html>${html}`);
  const options = { mayHaveLayers: true, mayBeInLine: true, mayStick: true, height: 100 };
  return { page, cut: await page.read(composeProgram('setPrintDefaults', options)) };
}

const rules = `document.styleSheets[0].cssRules[0].constructor.name + ' ' + getComputedStyle(a).breakAfter`;

test.each([
  ['a sheet that is imported in a layer', 'layer(own)', 'CSSLayerStatementRule auto'],
  ['a sheet that is imported without a name of a layer', 'layer', 'CSSLayerStatementRule auto'],
  ['a sheet that is imported', '', 'CSSImportRule auto'],
])('defaults of page breaks lose against %s', async (_what, layer, expected) => {
  const css = `@import url("data:text/css,h1 { break-after: auto }") ${layer};`;
  const { page } = await prepare(`<style>${css}</style><h1 id=a>x</h1>`);
  expect(await page.read(rules)).toBe(expected);
});

test.each([
  ['a pixel narrower than its line has its own', 1, 'flow-root', []],
  ['narrower than its line stays', 2, 'inline-block', ['b#a']],
])('a high box that is %s', async (_what, less, display, cut) => {
  const tall = '<i style="display: block; height: 150px"></i>';
  const style = `display: inline-block; width: calc(100% - ${less}px)`;
  const found = await prepare(
    `<div style="text-align: center; width: 200px"><b id=a style="${style}">${tall}</b></div>`,
  );
  expect([found.cut, await found.page.read('getComputedStyle(a).display')]).toEqual([cut, display]);
});

test('the first style sheet that applies names the layer of the defaults', async () => {
  const sheets = `<style media=speech>@layer x;</style><style id=off>@layer y;</style><style>@layer z;</style>`;
  const page = await open(`<!doctype html>${sheets}<h1>x</h1>`);
  await page.read('void (document.styleSheets[1].disabled = true)');
  await page.read(composeProgram('setPrintDefaults', { mayHaveLayers: true, mayBeInLine: true, mayStick: true }));
  expect(await page.read('[...document.styleSheets].map(({ cssRules }) => cssRules[0].cssText)')).toEqual([
    '@layer x;',
    '@layer y;',
    '@layer platen-defaults;',
  ]);
});

import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

test('the rules of pages are read with lengths in pixels, shares and those of the font', async () => {
  const page = await open(`<style>:root { font-size: 20px; --m: 3px }
    @page { size: A4; margin: 1in 10% 2rem var(--m); @top-left { width: 5px !important } }
    @media screen and (max-width: 1px) { @page { margin: 0 } }</style>`);
  const [rule, ...more] = await page.call('readPageRules');
  expect(more).toEqual([]);
  expect(rule).toMatchObject({ selector: '', margin: { top: { px: 96 }, left: { px: 3, isImportant: false } } });
  expect(rule?.boxes?.['top-left']?.width).toEqual({ text: '5px', px: 5, isImportant: true });
});

test('a request overrides sizes and margins, and says whether a margin changed', async () => {
  const page = await open('<style>@page { size: A4; margin: 1in } @page :first { margin-top: auto }</style>');
  expect(await page.call('writePageOverride', { sizes: [], margin: { left: '96px' } })).toBe(false);
  const override = { sizes: [['a4', '100px 200px']] as [string, string][], margin: { top: '2in' } };
  expect(await page.call('writePageOverride', override)).toBe(true);
  expect((await page.call('readPageRules'))[0]).toMatchObject({ size: '100px 200px', margin: { top: { px: 192 } } });
});

test('styles of elements are listed once, and replaced', async () => {
  const page = await open('<p style="float: footnote"><p style="float: footnote"><p style="color: red">');
  expect(await page.call('listStyles', 'float', 10)).toEqual({ styles: ['float: footnote'], tooLong: null });
  await page.call('replaceStyles', [['float: footnote', '--x: footnote']]);
  expect(await page.read('[...document.querySelectorAll("p")].map((p) => p.style.cssText)')).toEqual([
    '--x: footnote;',
    '--x: footnote;',
    'color: red;',
  ]);
});

test('the widest content is named, and nothing if all has room', async () => {
  const page = await open('<!doctype html><body style="margin: 0"><div id=a style="width: 900px">text');
  expect(await page.call('measureWidest', 700)).toEqual({ name: 'div#a', width: 900 });
  expect(await page.call('measureWidest', 900)).toBeNull();
});

test.each([
  ['<p id=a style="margin-left: -30px">some text', { name: 'p#a', cut: 30, side: 'left' }],
  ['<p id=a style="text-indent: -30px">some text', { name: 'p#a', cut: 30, side: 'left' }],
  ['<p style="text-indent: -999px">some text', null],
  ['<p style="margin-left: -30px; visibility: hidden">some text', null],
  ['<div style="overflow: hidden"><p style="margin-left: -30px">some text', null],
  ['<p style="position: absolute; margin: -1px; width: 1px; overflow: hidden">some text', null],
  ['<p style="position: absolute; left: -30px; clip: rect(0, 0, 0, 0)">some text', null],
  ['<p id=a style="margin-right: -30px" dir=rtl>some text', null],
])('text that begins beyond the edge of a page is cut, unless none of it is seen: %s', async (html, found) => {
  const page = await open(`<!doctype html><body style="margin: 0">${html}`);
  expect(await page.call('findCutText', 700)).toEqual({ found, excess: [] });
});

test('in a document from right to left, that is the right edge', async () => {
  const page = await open(
    '<!doctype html><html dir=rtl><body style="margin: 0"><p style="margin-right: -30px">some text',
  );
  expect(await page.call('findCutText', 700)).toMatchObject({ found: { side: 'right', cut: 30 } });
});

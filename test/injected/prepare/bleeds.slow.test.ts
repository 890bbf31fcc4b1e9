import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** Whether boxes of a document on pages 400 pixels wide are spread, and how far its content reaches then. */
async function spread(html: string, { isPlaced = false, css = '' } = {}) {
  const page = await open(`<!doctype html><style>body { margin: 0 } .wide { page: broad } ${css}</style>${html}`);
  const isSpread = await page.call('spreadBleeds', { '': 400, broad: 600 }, isPlaced);
  const sheets = await page.read('document.adoptedStyleSheets.length');
  return [isSpread, sheets];
}

test.each([
  ['a margin on the left', '<p style="margin-left: -20px">x'],
  ['a margin on the right', '<p style="margin-right: -20px">x'],
  ['what is in such a box', '<div style="margin: 0 -20px"><p>x</p></div>'],
  ['a margin of more than a pixel', '<p style="margin-right: -1.5px">x'],
  ['a box on a page of another name', '<p class=wide style="margin-right: -20px">x'],
  [
    'what is beyond the start of lines too',
    '<p style="margin-right: -20px">x<p style="position: absolute; left: -9px">y',
  ],
])('boxes are spread beyond the edges of their page by %s', async (_, html) => {
  expect(await spread(html)).toEqual([true, 1]);
});

test.each([
  ['nothing', '<p>x'],
  ['a margin of one pixel', '<p style="margin-right: -1px">x'],
  ['a margin within the page', '<div style="padding: 20px"><p style="margin: 0 -20px">x</p></div>'],
  ['a box that is too wide', '<p style="margin-right: -20px">x<p style="width: 500px">y'],
  ['a box that is placed', '<p style="position: absolute; right: -20px">x'],
])('no box is spread by %s', async (_, html) => {
  expect(await spread(html)).toEqual([false, 0]);
});

test.each(['html', 'body'])('nothing is spread if %s cuts it off', async (element) => {
  const css = `${element} { overflow-x: hidden }`;
  expect(await spread('<p style="margin-right: -20px">x', { css })).toEqual([false, 0]);
});

test.each([
  ['position: absolute; right: -20px', true],
  ['position: absolute; left: -20px', true],
  ['position: fixed; left: -20px', true],
  ['position: relative; left: 20px', false],
])('boxes with %s are spread if boxes may be placed there: %s', async (style, isSpread) => {
  expect(await spread(`<p style="${style}; width: 400px">x`, { isPlaced: true })).toEqual([isSpread, Number(isSpread)]);
});

test('in a document from right to left, what is beyond the left edge is too wide', async () => {
  const css = 'html { direction: rtl }';
  expect((await spread('<p style="margin-left: -20px">x<p style="width: 500px">y', { css }))[0]).toBe(false);
  expect((await spread('<p style="margin-left: -20px">x', { css }))[0]).toBe(true);
});

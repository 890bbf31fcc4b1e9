import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** The text that is cut, on pages 700 pixels wide. */
async function find(html: string, room?: number) {
  const page = await open(`<!doctype html><style>body, p { margin: 0 }</style>${html}`);
  const { found, excess } = await page.call('findCutText', 700, ...(room === undefined ? [] : ([room] as const)));
  expect(await page.read('document.adoptedStyleSheets.length')).toBe(0);
  return excess.length > 0 ? excess : found;
}

test.each([
  ['margin-left: -3px', undefined, 3],
  ['margin-left: -2px', undefined, null],
  ['margin-left: -13px', 10, 13 - 10],
  ['margin-left: -12px', 10, null],
  ['margin-left: -30px; opacity: 0', undefined, null],
  ['margin-left: -30px; clip-path: inset(0)', undefined, null],
  ['margin-left: -30px; overflow: hidden', undefined, 30],
])('text with %s, beside which there is room of %s, is cut by %s px', async (style, room, cut) => {
  expect(await find(`<p id=a style="${style}">some text`, room)).toEqual(cut && { name: 'p#a', cut, side: 'left' });
});

test('text in a box that cuts it is seen if it is on both sides of the edge', async () => {
  const inner = '<p id=a style="margin-left: -20px; white-space: nowrap">some text that is long</p>';
  expect(
    await find(`<div style="overflow: hidden; margin-left: -20px; padding-left: 20px">${inner}</div>`),
  ).toMatchObject({ name: 'p#a' });
  expect(await find(`<div style="overflow: hidden; margin-left: -2px">${inner}</div>`)).toBeNull();
  expect(await find(`<div style="overflow: hidden; margin-left: -30px; width: 31px">${inner}</div>`)).toBeNull();
});

test('text that is not cut is looked at as well, in 50,000 texts', async () => {
  const last = '<p style="margin-left: -30px">x y z x y z</p>';
  const texts = (count: number) => `<div style="height: 0; overflow: hidden">${'<i>x</i>'.repeat(count)}</div>`;
  expect(await find(`${texts(49_999)}${last}`)).toMatchObject({ cut: 30 });
  expect(await find(`${texts(50_000)}${last}`)).toEqual([{ of: 'edgeTexts', limit: 50_000 }]);
});

import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

test('style sheets that are added come after those of the document, in their order', async () => {
  const page = await open('<style>p { color: red; top: 1px }</style><p>x');
  await page.call('addSheets', ['p { color: lime; left: 1px }', 'p { left: 2px }']);
  expect(
    await page.read(
      '(({ color, top, left }) => [color, top, left].join())(getComputedStyle(document.querySelector("p")))',
    ),
  ).toBe('rgb(0, 255, 0),1px,2px');
});

test.each([
  ['a box', '<div style="width: 99.5px; height: 40.2px"></div>', '101px 42px'],
  ['a box in whole pixels', '<div style="width: 99px; height: 40px"></div>', '100px 41px'],
  ['a box with margins', '<div style="width: 99px; height: 40px; margin: 3px"></div>', '106px 47px'],
  ['what is wider than a page may be', '<div style="width: 900px; height: 40px"></div>', '301px 41px'],
  [
    'a body with edges',
    '<body style="margin: 50px; padding: 2px; min-height: 500px"><div style="width: 9px; height: 9px"></div>',
    '14px 14px',
  ],
])('a page is as large as %s', async (_what, html, size) => {
  const page = await open(`<!doctype html>${html}`);
  expect(await page.call('cropToContent', 300)).toEqual({ isDrawn: true });
  expect(await page.read('document.adoptedStyleSheets.at(-1).cssRules[0].cssText')).toBe(
    `@page { size: ${size} !important; margin: 0px !important; }`,
  );
});

test('the images of such a page may not be drawn', async () => {
  const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
  const read = async (html: string) => (await open(html)).call('cropToContent', 300);
  expect(await read(`<img src="${image}">`)).toEqual({ isDrawn: true });
  expect(await read(`<img src="${image}"><img src="data:,x">`)).toEqual({ isDrawn: false });
});

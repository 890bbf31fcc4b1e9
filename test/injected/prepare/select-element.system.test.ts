import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

async function select(html: string, selector = '#a') {
  const page = await open(`<!doctype html><html><head><title>t</title></head><body>${html}`);
  const isFound = await page.call('selectElement', selector);
  const shown = await page.read(
    '[...document.querySelectorAll("body, body *")].filter((e) => e.checkVisibility()).map((e) => e.id || e.localName).join(" ")',
  );
  return { page, isFound, shown };
}

test.each([
  ['is alone in the document', '<p>x</p><p id=a>a</p><p>y</p>', 'body a'],
  ['keeps what is in it', '<p id=a>a<b>b</b></p><p>y</p>', 'body a b'],
  ['is alone in its boxes', '<p>x</p><div><i>x</i><section><p id=a>a</p></section></div>', 'body div section a'],
  ['is the first of several', '<p id=a>a</p><p id=a>b</p>', 'body a'],
])('a selected element %s', async (_what, html, shown) => {
  expect(await select(html)).toMatchObject({ isFound: true, shown });
});

test('an element begins where the page does, whatever is around it', async () => {
  const { page } = await select(
    '<div style="margin: 9px; border: 5px solid; padding: 7px; position: absolute; left: 50px; width: 30px !important; transform: scale(2)"><p id=a style="margin: 0">a</p></div>',
  );
  expect(
    await page.read(
      '[a.getBoundingClientRect().left, a.getBoundingClientRect().top, a.offsetWidth === innerWidth].join()',
    ),
  ).toBe('0,0,true');
  expect(await page.read('a.parentElement.style.getPropertyPriority("overflow-x")')).toBe('important');
  expect(await page.read('a.getAttribute("style")')).toBe('margin: 0');
});

test('an element may be a part of a drawing', async () => {
  const { page } = await select('<svg id=s><g id=b></g><g id=a></g></svg><p id=p>x</p>');
  expect(await page.read('[s, a, b, p].map((e) => getComputedStyle(e).display).join()')).toBe('block,inline,none,none');
});

test('the body, or the whole document, may be selected', async () => {
  expect(await select('<p id=b>x</p>', 'body')).toMatchObject({ isFound: true, shown: 'body b' });
  expect(await select('<p id=b>x</p>', 'html')).toMatchObject({ isFound: true, shown: 'body b' });
});

test('no element may match, and a selector may be invalid', async () => {
  expect(await select('<p id=b>x</p>')).toMatchObject({ isFound: false, shown: 'body b' });
  await expect(select('x', 'p[')).rejects.toThrow(/not a valid selector/);
});

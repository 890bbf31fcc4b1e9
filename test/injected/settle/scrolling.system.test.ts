import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

test('boxes that scroll are measured as wide as the pages that they are on, in shadow trees too', async () => {
  const inner = '<div style="width: 500px">x</div>';
  const page = await open(`<style>.box { overflow: auto } .broad { page: broad }</style>
    <div class=box>${inner}</div><section class=broad><div class="box on-broad">${inner}</div></section>
    <article><template shadowrootmode=open><style>.deep { overflow: auto }</style><div class=deep>${inner}</div></template></article>`);
  expect(await page.call('findCutBoxes', { '': 316, broad: 616 })).toEqual([
    { name: 'div.box', shown: 300, all: 500, side: 'width' },
    { name: 'div.deep', shown: 300, all: 500, side: 'width' },
  ]);
  expect(await page.call('findCutBoxes', { '': 616, broad: 616 })).toEqual([]);
  expect(await page.read('document.adoptedStyleSheets.length')).toBe(0);
});

test('as many boxes are named as warnings list, and one more', async () => {
  const box = '<div style="overflow: auto; height: 20px"><div style="height: 50px"></div></div>';
  const page = await open(box.repeat(60));
  expect(await page.call('findCutBoxes', { '': 600 })).toHaveLength(51);
});

test('a document is scrolled through by windows, and back', async () => {
  const page = await open('<!doctype html><style>body { margin: 0 } p { margin: 0; height: 2500px }</style><p>x');
  const height = Number(await page.read('innerHeight'));
  expect(await page.call('scrollOn', 0, 2)).toEqual({ end: 2 * height, windows: 2 });
  expect(await page.read('scrollY')).toBe(2 * height);
  expect(await page.call('scrollOn', 2 * height, 100)).toEqual({ end: 2500, windows: Math.ceil(2500 / height) - 2 });
  expect(await page.call('scrollOn', 2500, 100)).toEqual({ end: 2500, windows: 0 });
  expect(await page.call('scrollBack')).toBe(2500);
  expect(await page.read('scrollY')).toBe(0);
});

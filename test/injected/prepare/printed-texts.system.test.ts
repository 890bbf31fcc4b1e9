import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** Of boxes with these attributes, each with its own number as its text: which are on the pages and are read out. */
async function listPrinted(boxes: string[]): Promise<string[]> {
  const page = await open(
    `<!doctype html><style>body { margin: 0 } .wide { width: 9999px } .long { height: 10px; overflow: hidden }</style>${boxes
      .map((box, at) => `<div>${box.replace('#', `n${at}`)}</div>`)
      .join('')}`,
  );
  const { texts } = await page.call('readAloud');
  return boxes.filter((_, at) => texts.includes(`n${at}`));
}

test('texts that are seen are on the pages', async () => {
  const boxes = [
    '<p>#</p>',
    '<details open><summary>x</summary>#</details>',
    '<p style="opacity: 0.1">#</p>',
    '<p style="color: rgb(0 0 0 / 1%)">#</p>',
    '<p style="font-size: 1px">#</p>',
    '<p style="text-transform: capitalize">#</p>',
    '<p style="overflow: hidden">#</p>',
    '<p style="overflow: hidden; width: 300px">#</p>',
    '<p style="height: 5px; white-space: nowrap">#</p>',
    '<span style="overflow: hidden; height: 5px">#</span>',
    '<p style="transform: translateX(5px)">#</p>',
    '<p style="rotate: 5deg">#</p>',
    '<p style="position: relative">#</p>',
    '<p aria-hidden=false>#</p>',
  ];
  expect(await listPrinted(boxes)).toEqual(boxes);
});

test('texts that may be hidden, cut or elsewhere are not', async () => {
  const seen = '<p>#</p>';
  const boxes = [
    '<p aria-hidden=TRUE>#</p>',
    '<p inert>#</p>',
    '<details><summary>x</summary>#</details>',
    '<p role=img>#</p>',
    '<button>#</button>',
    '<textarea>#</textarea>',
    '<p style="display: none">#</p>',
    '<p style="visibility: hidden">#</p>',
    '<p style="position: fixed">#</p>',
    '<p style="opacity: 0">#</p>',
    '<p style="position: absolute; clip: rect(0 9px 9px 0)">#</p>',
    '<p style="clip-path: inset(0)">#</p>',
    '<p style="mask-image: linear-gradient(red, blue)">#</p>',
    '<p style="transform: rotateX(5deg)">#</p>',
    '<p style="rotate: x 5deg">#</p>',
    '<p style="color: transparent">#</p>',
    '<p style="color: color(srgb 0 0 0 / 0)">#</p>',
    '<p style="font-size: 0.5px">#</p>',
    '<p style="display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical">#</p>',
    '<p style="-webkit-text-security: disc">#</p>',
    '<p style="--platen-running: running(x)">#</p>',
    '<p style="--platen-float: footnote">#</p>',
    '<p style="overflow: hidden; height: 300px">#</p>',
    '<p style="overflow-y: clip; max-height: 300px">#</p>',
    '<p style="overflow: hidden; white-space: nowrap">#</p>',
    '<p style="overflow: hidden; text-overflow: ellipsis">#</p>',
    '<div style="overflow: hidden"><p style="margin-left: -5px">#</p></div>',
    '<div style="overflow: hidden; width: 50px"><p style="margin-left: 48px">#</p></div>',
    '<div style="overflow: hidden"><p style="margin-top: -5px">#</p></div>',
    '<p style="position: absolute; left: -5px">#</p>',
    '<p style="position: absolute; margin: 0; top: -30px">#</p>',
    '<p style="position: absolute; right: -5px">#</p>',
    '<div><template shadowrootmode=open><slot></slot></template>#</div>',
    seen,
  ];
  expect(await listPrinted(boxes)).toEqual([seen]);
});

test('text that reaches out of its box by a pixel is not cut, and by more it is', async () => {
  const reach = (pixels: number) => `<div style="overflow: hidden"><p style="margin-left: -${pixels}px">#</p></div>`;
  expect(await listPrinted([reach(1), reach(1.5)])).toEqual([reach(1)]);
});

import { expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

test('an element has a box for its place if an earlier one has its id', async () => {
  const css = 'h1 { --platen-string-set: a content() }';
  const page = await open(
    `<!doctype html><style>${css}</style><p id="ü">0</p><h1 id="ü">x</h1><h1 id="b c">y</h1><h1>z`,
  );
  const { strings } = await page.call('readPaged', pagedLimits);
  expect(strings.map(({ place }) => place)).toEqual(['platen-place-0', 'b c', 'platen-place-2']);
  expect(await page.read('[...document.querySelectorAll("h1")].map(({ id }) => id)')).toEqual([
    'ü',
    'b c',
    'platen-place-2',
  ]);
});

test('places that are made for notes are taken back, with their boxes, and others stay', async () => {
  const box = '<span id=platen-place-after-1 data-platen-anchor></span>';
  const page = await open(
    `<!doctype html><p id=own>a</p><p id=platen-place-after-0>b</p><p id=c>${box}c</p><p id=platen-place-2>d</p>`,
  );
  const size = { width: 300, height: 200 };
  const boxes = { ':first': size, ':left': size, ':right': size };
  await page.call('placeNotes', { boxes, countsByPage: false, inText: [], shrink: 1 });
  expect(await page.read('document.body.innerHTML')).toBe(
    '<p id="own">a</p><p>b</p><p id="c">c</p><p id="platen-place-2">d</p>',
  );
});

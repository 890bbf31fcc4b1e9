import { expect, test } from 'vitest';
import { DevToolsError } from '../../../../src/browser/index.ts';
import { printPage } from '../../../../src/engine/page/print/print-page.ts';
import { fakePage } from '../fake-page.ts';

const pdf = new Uint8Array([1]);

test('a page is printed after its boxes are built again, in its own world', async () => {
  const { page, posts, prints } = fakePage(() => pdf);
  expect(await printPage(page, { scale: 2 })).toBe(pdf);
  expect(posts).toEqual([['Runtime.evaluate', { expression: expect.stringContaining('rebuildBoxes') }]]);
  expect(prints).toEqual([expect.objectContaining({ scale: 2 })]);
  const other = fakePage(() => pdf);
  await printPage(Object.assign(other.page, { world: 7 }), {});
  expect(other.posts[0]?.[1]).toMatchObject({ contextId: 7 });
});

test.each([
  ['Page range exceeds page count', 'invalid_request', 'page_ranges names none of the pages that the part has.'],
  ['invalid paper size', 'invalid_request', 'The page size and margins leave no room for content.'],
  ['Margins are too large', 'invalid_request', 'The page size and margins leave no room for content.'],
  ['scale is out of range', 'invalid_request', 'The page size and margins leave no room for content.'],
  ['content area is empty', 'invalid_request', 'The page size and margins leave no room for content.'],
  ['Printing failed', 'page_failed', 'Chromium could not print the page.'],
])('that Chromium says "%s" is %s', async (said, code, message) => {
  const { page } = fakePage(() => {
    throw new DevToolsError(said);
  });
  await expect(printPage(page, {})).rejects.toMatchObject({ code, message });
});

test('another error stays what it is', async () => {
  const lost = new Error('paper');
  const { page } = fakePage(() => {
    throw lost;
  });
  await expect(printPage(page, {})).rejects.toBe(lost);
});

import { describe, expect, test } from 'vitest';
import type { RunningCopy, ShowRunning } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

const box = { name: 'top-left', left: 10, top: 5, width: 100, height: 40, across: 'start', down: 'center' };
const copy = (element = 0, page = 0, other: Partial<RunningCopy> = {}): RunningCopy => ({
  element,
  page,
  box,
  isInline: false,
  counters: 'n 3',
  ...other,
});

/** Two pages with the copies of a running element, whose id is `a`. */
async function show(
  copies: RunningCopy[],
  html = '<p id=a data-platen-running=0>Head</p>',
  other: Partial<ShowRunning> = {},
) {
  const page =
    await open(`<!doctype html><style>@page { margin: 1cm } @page b:left { margin: 2cm } p { margin: 0 }</style>
    <main>${html}<div id=text>text</div></main>`);
  const shown = await page.call('showRunning', { copies, pages: 2, width: 300, height: 200, limit: 10, ...other });
  return { page, shown };
}

const copied = '[...document.querySelectorAll("[data-platen-copy]")]';
const rects = `${copied}.map((each) => { const r = each.getBoundingClientRect(); return [r.left, r.top, r.width, r.height] })`;

describe('a copy of a running element', () => {
  test.each([
    ['on the first page', copy(), [10, 5, 100]],
    ['on the second', copy(0, 1), [10, 205, 100]],
  ])('is in its margin box %s', async (_what, given, place) => {
    const { page, shown } = await show([given], '<p id=a data-platen-running=0 style="height: 40px">Head</p>');
    expect(shown).toEqual({ tooLow: [], end: null });
    expect(await page.read(rects)).toEqual([[...place, 40]]);
  });

  test.each([
    ['start', 'start', 5],
    ['center', 'center', 20],
    ['end', 'end', 35],
  ])('is aligned downwards: %s', async (_what, down, top) => {
    const { page } = await show(
      [copy(0, 0, { box: { ...box, down } })],
      '<p id=a data-platen-running=0 style="height: 10px">Head</p>',
    );
    expect(await page.read(rects)).toEqual([[10, top, 100, 10]]);
  });

  test.each([
    ['start', 10],
    ['center', 50],
    ['end', 90],
  ])('in a line is aligned across: %s', async (across, left) => {
    const { page } = await show(
      [copy(0, 0, { isInline: true, box: { ...box, across } })],
      '<b id=a data-platen-running=0 style="width: 20px; height: 40px">x</b>',
    );
    expect(await page.read(rects)).toEqual([[left, 5, 20, 40]]);
  });

  test('has shares of its margin box', async () => {
    const { page } = await show(
      [copy()],
      '<p id=a data-platen-running=0 style="width: 50%; height: 25%; max-width: 90%; min-height: 12.5%">x</p>',
    );
    expect(
      await page.read(
        `${copied}.map(({ style: s }) => [s.width, s.height, s.maxWidth, s.minHeight, s.minWidth].join())`,
      ),
    ).toEqual(['50px,10px,90px,5px,']);
  });

  test('has the counters of its page, and the display of its element', async () => {
    const { page } = await show([copy()], '<p id=a data-platen-running=0 style="display: grid">x</p>');
    expect(
      await page.read(
        `${copied}.map(({ style }) => [style.counterReset, style.display, style.getPropertyPriority('display')].join())`,
      ),
    ).toEqual(['n 3,grid,']);
  });

  test('is seen alone', async () => {
    const { page } = await show([copy()]);
    const seen =
      '[...document.querySelectorAll("main, #a, #text, [data-platen-copy]")].map((e) => getComputedStyle(e).display)';
    expect(await page.read(seen)).toEqual(['contents', 'none', 'block', 'none']);
    expect(await page.read(`${copied}[0].hasAttribute("data-platen-running")`)).toBe(false);
    expect(await page.read('document.documentElement.getBoundingClientRect().height')).toBe(401);
  });

  test('comes after those of pages before', async () => {
    const { page } = await show(
      [copy(0, 0), copy(1, 0), copy(0, 1)],
      '<p id=a data-platen-running=0>A</p><p data-platen-running=1>B</p>',
    );
    expect(await page.read('[...document.querySelectorAll("p")].map((p) => p.textContent + p.style.top)')).toEqual([
      'A',
      'A5px',
      'A205px',
      'B',
      'B5px',
    ]);
  });

  test('of an element that is not there is left out', async () => {
    const { page } = await show([copy(7)]);
    expect(await page.read(`${copied}.length`)).toBe(0);
  });

  test('has the drawing of its canvas, and its images', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const page = await open(
      `<!doctype html><div data-platen-running=0><canvas width=2 height=2></canvas><canvas width=0></canvas><img loading=lazy src="${image}"></div>`,
    );
    await page.read(
      '(() => { const c = document.querySelector("canvas").getContext("2d"); c.fillStyle = "red"; c.fillRect(0, 0, 2, 2) })()',
    );
    await page.call('showRunning', { copies: [copy()], pages: 1, width: 300, height: 200, limit: 10 });
    expect(
      await page.read(`[...${copied}[0].querySelector("canvas").getContext("2d").getImageData(1, 1, 1, 1).data]`),
    ).toEqual([255, 0, 0, 255]);
    expect(
      await page.read(`(({ loading, naturalWidth }) => [loading, naturalWidth])(${copied}[0].querySelector("img"))`),
    ).toEqual(['eager', 1]);
  });

  test('of a canvas or an image has what it shows', async () => {
    const image = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
    const page = await open(
      `<!doctype html><canvas width=2 height=2 data-platen-running=0></canvas><img data-platen-running=1 loading=lazy src="${image}">`,
    );
    await page.read('document.querySelector("canvas").getContext("2d").fillRect(0, 0, 2, 2)');
    await page.call('showRunning', { copies: [copy(0), copy(1)], pages: 1, width: 300, height: 200, limit: 10 });
    expect(await page.read(`${copied}[0].getContext("2d").getImageData(1, 1, 1, 1).data[3]`)).toBe(255);
    expect(await page.read(`${copied}[1].loading`)).toBe('eager');
  });
});

describe('running elements', () => {
  const two = '<p data-platen-running=0>A <b>b</b></p>';

  test.each([
    [4, 2, null],
    [3, 1, 1],
    [2, 1, 1],
    [1, 0, 0],
  ])('are copied up to %i elements: %i, until page %j', async (limit, count, end) => {
    const { page, shown } = await show([copy(0, 0), copy(0, 1)], two, { limit });
    expect(await page.read(`${copied}.length`)).toBe(count);
    expect(shown.end).toBe(end);
  });

  test.each([
    ['41', 'top-left', []],
    ['42', 'top-left', [{ name: 'top-left', page: 0, height: 42, room: 40 }]],
  ])('%s CSS pixels tall are too tall for 40', async (height, name, tooLow) => {
    const given = copy(0, 0, { box: { ...box, name } });
    const html = `<p data-platen-running=0 style="height: ${height}px">x</p>`;
    expect((await show([given], html)).shown.tooLow).toEqual(tooLow);
  });

  test.each([
    ['top-left', 50],
    ['bottom-left', 30],
    ['left-top', 50],
  ])('that are too tall stay on their page in %s, and the box is named once', async (name, top) => {
    const given = copy(0, 0, { box: { ...box, name, top: 50 } });
    const { page, shown } = await show(
      [given, { ...given, page: 1 }],
      '<p data-platen-running=0 style="height: 60px">x</p>',
    );
    expect(shown.tooLow).toEqual([{ name, page: 0, height: 60, room: 40 }]);
    expect(await page.read(`${rects}.map(([, top]) => top)`)).toEqual([top, top + 200]);
  });

  test('replace the @page rules of the document until they are hidden again', async () => {
    const { page } = await show([copy()]);
    const selectors = () =>
      page.read('[...document.styleSheets[0].cssRules].slice(0, 2).map((rule) => rule.selectorText)');
    expect(await selectors()).toEqual(['platen-off-', 'platen-off-b:left']);
    expect(await page.read('document.adoptedStyleSheets[0].cssRules[0].cssText')).toBe(
      '@page { size: 300px 200px; margin: 0px; }',
    );
    await page.call('hideRunning');
    expect(await selectors()).toEqual(['', 'b:left']);
    expect(
      await page.read(
        '[document.adoptedStyleSheets.length, document.querySelectorAll("[data-platen-copy], [data-platen-around]").length].join()',
      ),
    ).toBe('0,0');
    expect(await page.read('getComputedStyle(text).display')).toBe('block');
  });
});

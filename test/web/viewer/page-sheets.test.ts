import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPageSheets, type PageStage } from '../../../src/web/viewer/page-sheets.ts';
import type { PageSide } from '../../../src/web/viewer/read-page.ts';
import { SheetsPage, settle } from './sheets-here.ts';

let page: SheetsPage;
let stage: PageStage;
/** At the width of the frame it is drawn at 1.2 pixels of a point: 120 by 240 pixels. */
const size: PageSide = [100, 200];
const repeat = (count: number) => Array.from({ length: count }, () => size);

beforeEach(() => {
  page = new SheetsPage();
  stage = openPageSheets(page.frame as never, page.pages as never, (zoom) => page.zooms.push(zoom), page.reader);
});

afterEach(() => vi.unstubAllGlobals());

/** The width and height of each sheet, and the factor of its words. */
const styles = () =>
  page.elements.map(({ style: { width, height, factor } }) =>
    [width, height, factor].map((value) =>
      value.replace(/[\d.]+/, (digits) => String(Number(Number(digits).toFixed(4)))),
    ),
  );

describe('the sheets of a PDF', () => {
  it('have a name each, and are watched for coming near', async () => {
    await stage.show(page.makePdf('a', size, size).data);
    expect(page.elements.map(({ className, attributes }) => [className, attributes])).toEqual([
      ['sheet', { role: 'group', 'aria-label': 'Page 1' }],
      ['sheet', { role: 'group', 'aria-label': 'Page 2' }],
    ]);
    expect([...page.observed]).toEqual(page.elements);
    expect(page.options).toEqual({ root: page.frame, rootMargin: '1200px 0px' });
  });

  it('are as wide as the frame, but neither larger than 125 % nor smaller than a tenth', async () => {
    await stage.show(page.makePdf('a', size, [60, 30], [2400, 1000]).data);
    expect(styles()).toEqual([
      ['120px', '240px', '1.2'],
      ['100px', '50px', '1.6667'],
      ['240px', '100px', '0.1'],
    ]);
  });

  it('follow the width of the frame, and are drawn again where they are near', async () => {
    await stage.show(page.makePdf('a', size, size).data);
    await page.move(true, 1);
    page.drawn.length = 0;
    page.frame.clientWidth = 120;
    page.resize();
    await settle();
    expect(page.isResizeObserved).toBe(true);
    expect(styles()).toEqual([
      ['100px', '200px', '1'],
      ['100px', '200px', '1'],
    ]);
    expect(page.drawn).toEqual(['a 1 1']);
    page.resize();
    await settle();
    expect(page.drawn).toEqual(['a 1 1']);
  });

  it('keep their size without a PDF', async () => {
    page.resize();
    await page.move(true, 0);
    expect([page.elements, page.drawn]).toEqual([[], []]);
  });
});

describe('a page', () => {
  it('is drawn once when it comes near', async () => {
    await stage.show(page.makePdf('a', ...repeat(4)).data);
    expect(page.shown()).toEqual(['a 0 1.2', undefined, undefined, undefined]);
    await page.move(true, 0, 2);
    expect(page.shown()).toEqual(['a 0 1.2', undefined, 'a 2 1.2', undefined]);
    await page.move(false, 2);
    await page.move(true, 2);
    expect(page.drawn).toEqual(['a 0 1.2', 'a 2 1.2']);
  });

  it('is not drawn twice at the same time', async () => {
    await stage.show(page.makePdf('a', size, size).data);
    let go = () => {};
    page.beforeDrawing = () => new Promise((resolve) => (go = resolve));
    await page.move(true, 1);
    await page.move(true, 1);
    go();
    await settle();
    expect([page.drawn, page.shown()]).toEqual([
      ['a 0 1.2', 'a 1 1.2'],
      ['a 0 1.2', 'a 1 1.2'],
    ]);
  });

  it('is drawn at the next time if it failed', async () => {
    await stage.show(page.makePdf('a', size, size).data);
    page.beforeDrawing = () => Promise.reject(new Error('replaced'));
    await page.move(true, 1);
    page.beforeDrawing = () => undefined;
    await page.move(true, 1);
    expect(page.shown()).toEqual(['a 0 1.2', 'a 1 1.2']);
  });

  it.each([
    [12, 'a 1 1.2', 2],
    [13, undefined, 3],
  ])('far away among %i sheets shows %s', async (count, left, drawings) => {
    await stage.show(page.makePdf('a', ...repeat(count)).data);
    await page.move(true, 1);
    await page.move(false, 1);
    expect(page.shown()[1]).toBe(left);
    await page.move(true, 1);
    expect([page.shown()[1], page.drawn.length]).toEqual(['a 1 1.2', drawings]);
  });

  it('is not put into a sheet of a PDF that has taken its place', async () => {
    const [first, second] = [page.makePdf('a', size, size), page.makePdf('b', size, size)];
    await stage.show(first.data);
    let go = () => {};
    page.beforeDrawing = (drawn) => (drawn === 'a 1 1.2' ? new Promise((resolve) => (go = resolve)) : undefined);
    await page.move(true, 1);
    await stage.show(second.data);
    await settle();
    expect(page.shown()[1]).toBe('b 1 1.2');
    go();
    await settle();
    expect(page.shown()[1]).toBe('b 1 1.2');
  });
});

describe('another PDF', () => {
  it.each([
    [0, ['b 0 1.2', 'b 1 1.2']],
    [1, ['b 0 1.2', 'b 1 1.2', 'b 2 1.2']],
    [240, ['b 1 1.2', 'b 2 1.2']],
    [960, ['b 4 1.2']],
  ])('has the pages drawn that are seen after %i pixels', async (scrolled, drawn) => {
    const [first, second] = [page.makePdf('a', ...repeat(5)), page.makePdf('b', ...repeat(5))];
    await stage.show(first.data);
    page.drawn.length = 0;
    page.frame.scrollTop = scrolled;
    await stage.show(second.data);
    expect(page.drawn).toEqual(drawn);
    expect(page.shown().filter((shown) => String(shown).startsWith('b'))).toEqual(drawn);
    expect([first.isDestroyed, second.isDestroyed]).toEqual([true, false]);
  });

  it.each([
    [4, 'b 3 1.2'],
    [2, 'b 1 1.2'],
  ])('of %i pages has its last one drawn if those that are seen are gone', async (count, drawn) => {
    await stage.show(page.makePdf('a', ...repeat(5)).data);
    page.drawn.length = 0;
    page.frame.scrollTop = 960;
    const [, , third, , fifth] = page.elements;
    await stage.show(page.makePdf('b', ...repeat(count)).data);
    expect([page.drawn, page.elements.length]).toEqual([[drawn], count]);
    expect([page.observed.has(fifth), page.observed.has(third)]).toEqual([false, count > 2]);
  });

  it('draws its first page if no sheet is seen', async () => {
    await stage.show(page.makePdf('a', ...repeat(5)).data);
    page.drawn.length = 0;
    page.frame.scrollTop = 5000;
    await stage.show(page.makePdf('b', ...repeat(5)).data);
    expect(page.drawn).toEqual(['b 0 1.2']);
  });

  it('has the pages drawn that are near, besides those that are seen', async () => {
    await stage.show(page.makePdf('a', ...repeat(5)).data);
    await page.move(true, 1, 3);
    await page.move(false, 1);
    page.drawn.length = 0;
    await stage.show(page.makePdf('b', ...repeat(5)).data);
    await settle();
    expect(page.drawn).toEqual(['b 0 1.2', 'b 1 1.2', 'b 3 1.2']);
  });

  it('is not shown if a newer one came meanwhile', async () => {
    const [slow, quick] = [page.makePdf('slow', size), page.makePdf('quick', size)];
    let go = () => {};
    page.beforeDrawing = (drawn) => (drawn.startsWith('slow') ? new Promise((resolve) => (go = resolve)) : undefined);
    const showing = stage.show(slow.data);
    await settle();
    await stage.show(quick.data);
    go();
    await showing;
    expect(page.shown()).toEqual(['quick 0 1.2']);
    expect([slow.isDestroyed, quick.isDestroyed]).toEqual([true, false]);
  });
});

describe('a stage', () => {
  it('shows nothing after it was cleared, nor what was on the way', async () => {
    const [first, second] = [page.makePdf('a', size), page.makePdf('b', size)];
    await stage.show(first.data);
    const showing = stage.show(second.data);
    stage.clear();
    await showing;
    expect([page.elements, page.observed.size]).toEqual([[], 0]);
    expect([first.isDestroyed, second.isDestroyed]).toEqual([true, true]);
  });

  it('watches nothing after it was closed', async () => {
    const pdf = page.makePdf('a', size);
    await stage.show(pdf.data);
    stage.close();
    expect([page.ended, page.elements, pdf.isDestroyed]).toEqual([['nearness', 'size'], [], true]);
  });
});

describe('the zoom', () => {
  const steps = [0.25, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];

  it('goes up and down in steps, from 25 % to 400 %', async () => {
    await stage.show(page.makePdf('a', [1200, 10], [10, 10]).data);
    // 120 pixels for 1,200 points are 7.5 %.
    for (let turn = 0; turn < 11; turn++) stage.larger();
    expect(page.zooms).toEqual([...steps, 4]);
    page.zooms.length = 0;
    for (let turn = 0; turn < 10; turn++) stage.smaller();
    expect(page.zooms).toEqual([...steps.toReversed().slice(1), 0.25]);
  });

  it.each([
    [0.985, 1, 0.8],
    [0.995, 1.25, 0.8],
    [1.005, 1.25, 0.8],
    [1.015, 1.25, 1],
    [0.1, 0.25, 0.25],
  ])('at the width of the frame, %d, has %d and %d beside it', async (zoom, larger, smaller) => {
    page.frame.clientWidth = 20 + (100 * zoom * 96) / 72;
    await stage.show(page.makePdf('a', size).data);
    stage.larger();
    stage.fit();
    stage.smaller();
    expect(page.zooms).toEqual([larger, null, smaller]);
  });

  it('begins at 100 % without a PDF', () => {
    stage.larger();
    stage.smaller();
    expect(page.zooms).toEqual([1.25, 0.8]);
  });

  it('draws near pages at its scale, and keeps the middle of the screen', async () => {
    await stage.show(page.makePdf('a', ...repeat(5)).data);
    await page.move(true, 0);
    page.frame.scrollTop = 360;
    // The middle is at 600 of 1,200 pixels. At 100 % the sheets are 1,333 pixels high.
    stage.larger();
    await settle();
    expect(page.frame.scrollTop).toBeCloseTo(2000 / 3 - 240, 6);
    expect(page.shown()[0]).toBe('a 0 1.3333');
    expect(Number.parseFloat(styles()[4]?.[1] ?? '')).toBe(266.6667);
    stage.fit();
    expect(page.frame.scrollTop).toBeCloseTo(360, 6);
    expect(styles()[0]).toEqual(['120px', '240px', '1.2']);
  });
});

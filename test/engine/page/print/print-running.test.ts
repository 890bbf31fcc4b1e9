import { describe, expect, test } from 'vitest';
import { printRunning } from '../../../../src/engine/page/print/print-running.ts';
import type { PageRule } from '../../../../src/injected/calls.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { fakePage } from '../fake-page.ts';

/** Three pages with the places `p0` to `p2`, one on each, and `low` further down on the second. */
const places = {
  count: 3,
  find: (place: string) => (place === 'low' ? 1 : { p0: 0, p1: 1, p2: 2 }[place]),
  findTop: (place: string) => (place === 'low' ? 13 : place === 'p2' ? undefined : 12),
};
const kinds = [
  { name: '', pseudo: 'first' as const },
  { name: '', pseudo: 'left' as const },
  { name: '', pseudo: 'right' as const },
];

/** An element of the name `head`, in a place. */
const element = (place: string, more: object = {}) => ({
  name: 'head',
  place,
  lead: 5,
  counters: [],
  isInline: false,
  ...more,
});

/** An `@page` rule with elements in its margin boxes. */
const rule = (boxes: Record<string, string>, selector = ''): PageRule => {
  const declare = (style: string) => ({ content: { text: `counter(page, ${style})`, isImportant: false } });
  const written = Object.entries(boxes).map(([name, style]) => [name, declare(style)]);
  return { selector, size: '200px 100px', margin: {}, boxes: Object.fromEntries(written) };
};

interface Given {
  rules?: PageRule[];
  shown?: { tooLow: object[]; end: number | null };
  options?: object;
  printed?: Uint8Array;
  total?: number | undefined;
  nth?: string[][];
}

async function run(elements: object[], given: Given = {}) {
  const { rules = [rule({ 'top-left': 'platen-first-element-head' })], shown = { tooLow: [], end: null } } = given;
  const { options = {}, printed = buildPages(3), total, nth = [[], [], []] } = given;
  const { page, calls, prints } = fakePage(() => printed, { readPageRules: () => rules, showRunning: () => shown });
  const running = { elements, names: [], isLeftFirst: false, countsPages: false } as never;
  const surroundings = { pdf: buildPages(3), places, padding: 5, kinds, nth, numbers: [7, 8, 9], total };
  const made = await printRunning(page, options, running, surroundings);
  const asked = calls.find(([name]) => name === 'showRunning')?.[1] as
    | { copies: { element: number; page: number; counters: string; isInline: boolean; box: { name: string } }[] }
    | undefined;
  return { made, calls, prints, asked, on: asked?.copies.map((copy) => `${copy.element} on ${copy.page}`) };
}

describe('running elements', () => {
  test('are not looked for where there are none', async () => {
    const { made, calls } = await run([]);
    expect([made, calls]).toEqual([{ warnings: [] }, []]);
  });

  test.each([
    ['first', [element('p0'), element('p1')], ['0 on 0', '1 on 1', '1 on 2']],
    ['last', [element('p0'), element('p1'), element('low')], ['0 on 0', '2 on 1', '2 on 2']],
    ['start', [element('p0'), element('low')], ['0 on 0', '0 on 1', '1 on 2']],
    ['start', [element('p0'), element('p1')], ['0 on 0', '1 on 1', '1 on 2']],
    ['start', [element('p0'), element('p2')], ['0 on 0', '0 on 1', '1 on 2']],
    ['first-except', [element('p0'), element('low')], ['0 on 2'].map(() => '1 on 2')],
    ['first', [element('none'), element('p1', { name: 'other' }), element('p1')], ['2 on 1', '2 on 2']],
  ])('are shown as %s: %#', async (kind, elements, on) => {
    const rules = [rule({ 'top-left': `platen-${kind}-element-head` })];
    expect((await run(elements, { rules })).on).toEqual(on);
  });

  test('are shown by the rules for each page, in each of its boxes that names one', async () => {
    const rules = [
      rule({ 'top-left': 'platen-first-element-head' }),
      rule({ 'bottom-left': 'platen-last-element-head', 'top-right': 'platen-string' }, ':left'),
    ];
    const { asked } = await run([element('p0')], { rules });
    expect(asked?.copies.map(({ page, box }) => [page, box.name])).toEqual([
      [0, 'top-left'],
      [1, 'top-left'],
      [1, 'bottom-left'],
      [2, 'top-left'],
    ]);
  });

  test('know the numbers of their page, and their counters', async () => {
    const counters = [
      { name: 'chapter', text: '4' },
      { name: 'odd', text: 'x' },
    ];
    const { asked } = await run([element('p1', { counters, isInline: true })]);
    expect(asked?.copies.map(({ counters: text, isInline }) => [text, isInline])).toEqual([
      ['page 8 pages 3 platen-page 2 chapter 4 odd 0', true],
      ['page 9 pages 3 platen-page 3 chapter 4 odd 0', true],
    ]);
    const whole = await run([element('p2')], { total: 40 });
    expect(whole.asked?.copies[0]?.counters).toBe('page 9 pages 40 platen-page 3');
  });

  test('are on pages that are a little larger than those of the document', async () => {
    const { asked } = await run([element('p0')]);
    expect(asked).toMatchObject({ pages: 3, width: 204, height: 104, limit: 200_000 });
    const larger = { ...rule({}), size: '203px 99px', selector: ':left' };
    const { asked: other } = await run([element('p0')], {
      rules: [rule({ 'top-left': 'platen-first-element-head' }), larger],
    });
    expect(other).toMatchObject({ width: 204, height: 104 });
  });

  test('that no page shows are not printed', async () => {
    const { made, prints } = await run([element('none')]);
    expect([made, prints]).toEqual([{ warnings: [] }, []]);
  });

  test.each([
    [undefined, '1-3'],
    ['2-', '2-3'],
    ['1, 2-', '1,2-3'],
    ['2- , 1', '2-3,1'],
    ['1-2', '1-2'],
  ])('are printed for the pages %s', async (page_ranges, pageRanges) => {
    const options = { ...(page_ranges !== undefined && { page_ranges }), scale: 2, tagged: true, outline: true };
    const printed = buildPages(3);
    const { made, prints, calls } = await run([element('p0')], { options, printed });
    expect(prints).toEqual([
      expect.objectContaining({ pageRanges, scale: 1, generateTaggedPDF: false, generateDocumentOutline: false }),
    ]);
    expect(made).toEqual({ running: printed, warnings: [] });
    expect(calls.at(-1)).toEqual(['hideRunning']);
  });

  test('have no effect if a style of the document hides some', async () => {
    const { made } = await run([element('p0')], { printed: buildPages(2) });
    const detail = 'content: element() has no effect: styles of the document prevent it.';
    expect(made).toEqual({ warnings: [{ code: 'css_ignored', detail }] });
  });

  test('that are too much or too tall are reported', async () => {
    const low = (name: string) => ({ name, page: 1, height: 50.6, room: 20.4 });
    const tooLow = [low('top-left'), low('bottom-left'), low('left-top')];
    const { made } = await run([element('p0')], { shown: { tooLow, end: 2 } });
    const tall = (name: string) =>
      `A running element is 51 px tall on page 2, and @${name} 20 px: the rest covers the page.`;
    expect(made.warnings).toEqual([
      { code: 'header_too_tall', detail: tall('top-left') },
      { code: 'footer_too_tall', detail: tall('bottom-left') },
      { code: 'css_ignored', detail: 'content: element() shows nothing from page 3 on: there is too much of it.' },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import type { PagedLimits } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();
const shows = (name: string) => `counter(platen-page, platen-first-element-${name})`;

async function read(css: string, html: string, other: Partial<PagedLimits> = {}) {
  const page = await open(
    `<!doctype html><style>@page { @top-left { content: ${shows('head')} } } ${css}</style>${html}`,
  );
  const { running, unsupported, counters } = await page.call('readPaged', { ...pagedLimits, ...other });
  return { page, running, unsupported, counters };
}

const head = 'h1 { --platen-running: running(head) }';
const notRunning = { kind: 'declaration', property: 'position', value: 'running()' };

describe('a running element', () => {
  test('is hidden where it is in the text, and takes no room', async () => {
    const { page, running } = await read(head, '<p>a</p><h1 id=a>One <b>two</b></h1><p id=p>b</p>');
    expect(running.elements).toEqual([
      { name: 'head', place: 'a', lead: expect.any(Number), counters: [], isInline: false },
    ]);
    expect(await page.read('getComputedStyle(a).visibility + getComputedStyle(a.querySelector("b")).visibility')).toBe(
      'hiddenhidden',
    );
    expect(await page.read('[a.offsetWidth, a.offsetHeight, p.previousElementSibling === a].join()')).toBe('0,0,true');
  });

  test.each([
    ['running(head)', 1],
    ['static(head)', 1],
    [' running( head ) ', 1],
    ['running(other)', 0],
    ['running()', 0],
    ['fixed(head)', 0],
  ])('%s is taken out of the text: %i', async (value, count) => {
    const { running, unsupported } = await read(`h1 { --platen-running: ${value} }`, '<h1>x</h1>');
    expect(running.elements).toHaveLength(count);
    if (count === 0) expect(unsupported).toContainEqual({ ...notRunning, value: value.trim() });
    else expect(unsupported).toEqual([]);
  });

  test.each([
    ['in another', `${head} b { --platen-running: running(head) }`, '<h1>x <b>y</b></h1>', 1, []],
    ['that is not displayed', `${head} h1 { display: none }`, '<h1>x</h1>', 0, undefined],
    ['that is the body', 'body { --platen-running: running(head) }', 'x', 0, { ...notRunning, selector: 'body' }],
    ['that is the root', ':root { --platen-running: running(head) }', 'x', 0, { ...notRunning, selector: 'html' }],
    ['in a drawing', 'g { --platen-running: running(head) }', '<svg><g /></svg>', 0, { ...notRunning, selector: 'g' }],
    ['that is a drawing', 'svg { --platen-running: running(head) }', '<svg><g /></svg>', 1, []],
  ])('%s', async (_what, css, html, count, report) => {
    const { running, unsupported } = await read(css, html);
    expect(running.elements).toHaveLength(count);
    const shown = { kind: 'declaration', property: 'content', value: 'element(head)' };
    expect(unsupported).toEqual(Array.isArray(report) ? report : report === undefined ? [shown] : [report, shown]);
  });

  test('is in a line or apart, with its counters and its distance from the top of a page', async () => {
    const css = `${head} i { --platen-running: running(head) } h1::before { content: counter(n) counters(m, ".") counter(page) counter(pages) }
      h1 { margin: 9px 0; counter-set: n 3 }`;
    const { running, counters } = await read(css, '<p>x <i>a</i></p><h1>b</h1>');
    expect(running.elements.map(({ isInline, counters: own }) => [isInline, own.map(({ name }) => name)])).toEqual([
      [true, ['n', 'm']],
      [false, ['n', 'm']],
    ]);
    expect(running.elements[1]?.lead).toBe(9);
    expect(running.countsPages).toBe(true);
    expect(counters[2]).toEqual({ values: [3], separator: null, style: 'decimal' });
  });

  test('shows 20 counters, and more are reported', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `counter(c${index})`).join(' ');
    const rule = (count: number) => `${head} b::before { content: ${names(count)} }`;
    expect((await read(rule(20), '<h1>x</h1>')).unsupported).toEqual([]);
    const { running, unsupported } = await read(rule(21), '<h1>x</h1>');
    expect(running.elements[0]?.counters).toHaveLength(20);
    expect(unsupported).toEqual([{ kind: 'count', property: 'counter()', value: 'position: running()', limit: 20 }]);
  });

  test('is one of as many as the limit, and the rest is reported', async () => {
    const html = '<h1>1</h1><h1>2</h1>';
    expect((await read(head, html, { runningLimit: 2 })).unsupported).toEqual([]);
    const { running, unsupported } = await read(head, html, { runningLimit: 1 });
    expect(running.elements).toHaveLength(1);
    expect(unsupported).toEqual([{ ...notRunning, kind: 'limit', limit: 1 }]);
  });

  test('that nothing is, is reported where a margin box shows it', async () => {
    const { running, unsupported } = await read('', '<h1>x</h1>');
    expect(running).toEqual({ elements: [], names: [], isLeftFirst: false, countsPages: false });
    expect(unsupported).toEqual([{ kind: 'declaration', property: 'content', value: 'element(head)' }]);
  });
});

describe('a margin box', () => {
  test.each([
    [`@page { @top-right { content: "x" ${shows('a')} } }`, [{ kind: 'mixed', selector: '@top-right' }]],
    [`p::before { content: ${shows('a')} }`, [{ kind: 'declaration', selector: 'p::before' }]],
    [`@media (max-width: 1px) { p::before { content: ${shows('a')} } }`, []],
  ])('alone shows an element: %s', async (css, found) => {
    const { unsupported } = await read(`${head} ${css}`, '<h1>x</h1><p>y</p>');
    expect(unsupported).toEqual(found.map((each) => ({ ...each, property: 'content', value: 'element()' })));
  });
});

describe('the names of pages', () => {
  const list = async (css: string, html: string) =>
    (await read(css, html)).running.names.map(({ name, place, lead }) => `${name || '-'} ${place} ${lead}`);
  const body = '<p id=a>a</p><div id=b><p id=c>c</p></div><p id=d>d</p>';

  test.each([
    ['begin and end with their boxes', '#b { page: wide }', body, ['wide b 16', '- d 16']],
    [
      'end with what is displayed next',
      '#b { page: wide } #d { display: none }',
      `${body}<p id=e>e</p>`,
      ['wide b 16', '- e 16'],
    ],
    ['end with nothing at the end', '#d { page: wide }', body, ['wide d 16']],
    ['begin in a box', '#c { page: wide }', body, ['wide c 16', '- d 16']],
    ['are those of styles too', '', '<p id=a style="page: wide">a</p><p id=b>b</p>', ['wide a 16', '- b 16']],
    ['are none if all are of one', '#a { page: auto }', body, []],
  ])('%s', async (_what, css, html, found) => {
    expect(await list(`${head} ${css} body { margin: 0 } p { margin: 16px 0 }`, `<h1>x</h1>${html}`)).toEqual(found);
  });

  test.each([
    ['', []],
    ['@page { counter-increment: page 2 }', ['wide b 16', '- d 16']],
    ['@page { @top-right { content: counter(page, lower-roman) } }', ['wide b 16', '- d 16']],
    ['#a { counter-reset: page 3 }', ['wide b 16', '- d 16']],
    ['@page --platen-nth-0n1 { color: red }', ['wide b 16', '- d 16']],
  ])('are read without running elements for %j', async (css, found) => {
    expect(await list(`${css} #b { page: wide } p { margin: 16px 0 }`, body)).toEqual(found);
  });

  test('know that the first page is a left one', async () => {
    expect((await read('html { direction: rtl }', 'x')).running.isLeftFirst).toBe(true);
  });
});

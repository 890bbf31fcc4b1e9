import { describe, expect, test } from 'vitest';
import { bookmarkPrefix, stringProperty, unsupportedPrefix } from '../../src/injected/names.ts';
import { useDocuments } from './open-document.ts';
import { pagedLimits } from './paged-limits.ts';

const open = useDocuments();

const limits = { ...pagedLimits, targetLimit: 1000, stringLimit: 1000, bookmarkLimit: 1000, textLimit: 30_000 };
const long = 'word '.repeat(100_000);
const times = (count: number, html: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => html(index)).join('');
const sizeOf = (value: unknown) => JSON.stringify(value).length;

describe('what a page hands to Node is bounded', () => {
  test.each([
    [
      'texts of places',
      'target-text()',
      'a::after { content: attr(x, "") target-text(attr(href)) }',
      `<p id=t>${long}</p>${times(200, () => '<a href="#t">x</a>')}`,
    ],
    ['named strings', 'string-set', `div { ${stringProperty}: a content(text) }`, times(200, () => '<div>') + long],
    [
      'titles of the outline',
      'bookmark-label',
      `div { ${bookmarkPrefix}level: 1; ${bookmarkPrefix}label: content(text) }`,
      times(200, () => '<div>') + long,
    ],
  ])('%s, each and all together, with a finding', async (_name, property, css, html) => {
    const page = await open(`<!doctype html><style>${css}</style>${html}`);
    const paged = await page.call('readPaged', limits);
    expect(sizeOf(paged)).toBeLessThan(100_000);
    expect(paged.unsupported).toEqual([
      { kind: 'length', property, limit: 500 },
      { kind: 'length', property, limit: 30_000 },
    ]);
    const texts = [...paged.strings, ...paged.targets].map(({ text = '' }) => text);
    const titles = (paged.bookmarks ?? []).map(({ title }) => title);
    expect([...texts, ...titles].filter((text) => text.length === 500)).toHaveLength(60);
  });

  test('findings', async () => {
    const rules = times(200, (index) => `p { ${unsupportedPrefix}x${index}: ${'z'.repeat(5000)} }`);
    const page = await open(`<!doctype html><style>${rules}</style><p class="${'c'.repeat(500_000)}">x`);
    const { unsupported } = await page.call('readPaged', limits);
    expect(unsupported).toHaveLength(51);
    expect(sizeOf(unsupported)).toBeLessThan(50_000);
  });

  test('titles, languages, fonts and margin boxes', async () => {
    const faces = times(
      10_000,
      (index) => `@font-face { font-family: f${index}; src: url("data:,${'x'.repeat(3000)}") }`,
    );
    const page = await open(
      `<!doctype html><html lang="${'l'.repeat(500_000)}"><title>${long}</title><style>${faces}</style>`,
    );
    const facts = await page.call('readFacts');
    expect(facts.title).toHaveLength(2000);
    expect(facts.language).toHaveLength(100);
    expect(facts.fontFaces.length).toBe(5000);
    expect(facts.excess).toEqual([
      { of: 'title', limit: 2000 },
      { of: 'language', limit: 100 },
      { of: 'fontFaces', limit: 5000 },
    ]);
    expect(sizeOf(facts)).toBeLessThan(21_000_000);
  });

  test('families, and names of boxes', async () => {
    const family = 'F'.repeat(500_000);
    const page =
      await open(`<!doctype html><style>p { font-family: "${family}" } div { overflow: scroll; height: 1em; width: 9em }</style>
      <p>x</p><div id="${family}">${long}</div><div class="${family}">${long}</div>`);
    const settled = await page.call('settleDocument', {
      fontLimit: 5000,
      mayDraw: false,
      rest: false,
      stepEvent: 'none',
    });
    expect(settled.cut).toHaveLength(2);
    expect(settled.excess).toEqual([{ of: 'family', limit: 2000 }]);
    expect(sizeOf(settled)).toBeLessThan(2000);
  });

  test('lists of families', async () => {
    const css = times(101, (index) => `p.f${index} { font-family: F${index} }`);
    const page = await open(`<!doctype html><style>${css} b { font-family: F0 }</style><p>x`);
    const settling = { fontLimit: 5000, mayDraw: false, rest: false, stepEvent: 'none' };
    const { stacks, excess } = await page.call('settleDocument', settling);
    expect(stacks).toHaveLength(100);
    expect(excess).toEqual([{ of: 'families', limit: 100 }]);
  });

  test('titles of all headings, and texts that are read aloud', async () => {
    const headings = times(600, () => `<h2><b>${'x'.repeat(1990)}</b></h2>`);
    const big = 'y'.repeat(5_000_001);
    const shown = times(50_001, () => `<p>${'l'.repeat(100)}</p>`);
    const page = await open(
      `<style>q::before { content: "${big}" }</style>${headings}<i aria-hidden=true>${big}</i>${shown}`,
    );
    expect((await page.call('listHeadingTitles')).excess).toEqual([{ of: 'headingTitles', limit: 1_000_000 }]);
    const { spoken, hidden, excess } = await page.call('readAloud');
    expect(spoken).toEqual({});
    expect(hidden).toEqual([]);
    expect(excess).toEqual([
      { of: 'hidden', limit: 5_000_000 },
      { of: 'spoken', limit: 5_000_000 },
      { of: 'printed', limit: 5_000_000 },
    ]);
  });

  test('titles of headings, and texts that are hidden from reading aloud', async () => {
    const page = await open(
      `<h1>a<br>b</h1><h2>${long}<br>x</h2>${times(200, () => '<div aria-hidden=true>')}${long}<b>end</b>`,
    );
    expect(await page.call('listHeadingTitles')).toEqual({
      titles: { ab: 'a b' },
      excess: [{ of: 'headingTitle', limit: 2000 }],
    });
    const { hidden } = await page.call('readAloud');
    expect(hidden).toHaveLength(2);
  });
});

test('texts that are compared with the edge of the page are bounded', async () => {
  const page = await open(times(50_001, () => '<i>x</i>'));
  expect(await page.call('findCutText', 700)).toEqual({ found: null, excess: [{ of: 'edgeTexts', limit: 50_000 }] });
});

/** Documents of small limits that ask for more than a bound allows, and the finding that names the feature and the bound. */
const beyond: [feature: string, css: string, html: string, finding: object][] = [
  [
    'texts of places',
    'a::after { content: target-counter(attr(href), page) }',
    times(101, () => '<a href="#t">x</a>'),
    { kind: 'limit', property: 'target-counter()', limit: 100 },
  ],
  [
    'leaders',
    'p::after { content: attr(data-x, "") leader(".") }',
    times(101, () => '<p>x</p>'),
    { kind: 'limit', property: 'leader()', limit: 100 },
  ],
  [
    'characters that a leader repeats',
    `p::after { content: attr(data-x, "") leader("${'.'.repeat(21)}") }`,
    '<p>x</p>',
    { kind: 'length', property: 'leader()', limit: 20 },
  ],
  [
    'characters of the address of a place',
    'a::after { content: target-counter(attr(href), page) }',
    `<a href="#${'t'.repeat(10_001)}">x</a>`,
    { kind: 'length', property: 'target-counter()', limit: 10_000 },
  ],
  [
    'characters of the name of a string',
    `p { ${stringProperty}: ${'n'.repeat(201)} content(text) }`,
    '<p>x</p>',
    { kind: 'length', property: 'string-set', limit: 200 },
  ],
];

test.each(beyond)('what is beyond a bound is a finding: %s', async (_feature, css, html, finding) => {
  const page = await open(`<!doctype html><style>${css}</style>${html}`);
  const { unsupported } = await page.call('readPaged', pagedLimits);
  expect(unsupported).toContainEqual(finding);
});

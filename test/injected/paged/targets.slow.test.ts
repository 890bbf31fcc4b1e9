import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

/** What links with this content show of the places `#one`, with the text "One  more", and others. */
async function read(value: string, { html = '<a href="#one">x</a>', selector = 'a', limits = {} } = {}) {
  const page =
    await open(`<!doctype html><style>p { counter-reset: sec 4; quotes: none } #one::before { content: "B" counter(sec) }
    #one::after { content: "A" } ${selector}::after { content: attr(data-platen-none, "") ${value} }</style>${html}<p id=one>One  more</p><p id="ü x">Ü</p>`);
  const { targets, unsupported, counters, here } = await page.call('readPaged', { ...pagedLimits, ...limits });
  const content = await page.read('document.styleSheets[0].cssRules[3].style.content');
  const shown = targets.map(({ url, text, style }) => [url.replace(here, ''), text?.replace(/[^ -~]/gu, '@'), style]);
  return { shown, unsupported, counters, content, page, targets };
}

describe('a text of a place', () => {
  test.each([
    ['target-counter(attr(href), page)', '#one', undefined, 'decimal'],
    ['target-counter(attr(href url), page, lower-roman)', '#one', undefined, 'lower-roman'],
    ['target-counter(attr(href type(<string>)), page)', '#one', undefined, 'decimal'],
    ['target-counter("#two", page)', '#two', undefined, 'decimal'],
    ['target-counter(url(#one), page)', '#one', undefined, 'decimal'],
    ['target-counter(url("#one"), page)', '#one', undefined, 'decimal'],
    ['target-counter(attr(href), sec)', '#one', '@0@', 'decimal'],
    ['target-counters(attr(href), sec, ".")', '#one', '@0@', 'decimal'],
    ['target-counters(attr(href), page, ".")', '#one', '', 'decimal'],
    ['target-text(attr(href))', '#one', 'One more', ''],
    ['target-text(attr(href), content())', '#one', 'One more', ''],
    ['target-text(attr(href), content)', '#one', 'One more', ''],
    ['target-text(attr(href), before)', '#one', 'B@0@', ''],
    ['target-text(attr(href), after)', '#one', 'A', ''],
    ['target-text(attr(href), first-letter)', '#one', 'O', ''],
    ['target-text("#%C3%BC%20x")', '#%C3%BC%20x', '@', ''],
  ])('is shown for %s', async (value, url, text, style) => {
    const { shown, unsupported, content } = await read(value);
    expect([shown, unsupported]).toEqual([[[url, text, style]], []]);
    expect(content).toContain('attr(data-platen-target-0, "")');
  });

  test.each([
    'target-counter(attr(href) x, page)',
    'target-counter(attr(href), page x)',
    'target-counter(attr(href), page, decimal x)',
    'target-counter(attr(href), page, 1)',
    'target-counter(attr(href), "page")',
    'target-counter(attr(href, x, y), page)',
    'target-counter(attr(href string), page)',
    'target-counter(href, page)',
    'target-counter(url("#one" x), page)',
    'target-counter(attr(href))',
    'target-counters(attr(href), sec, 1)',
    'target-text(attr(href), marker)',
    'target-text(attr(href), content(x))',
    'target-text(attr(href), before())',
    'target-text(attr(href), content, x)',
    'target-text()',
  ])('is not shown for %s, which has no effect', async (value) => {
    const { shown, unsupported } = await read(value);
    expect(shown).toEqual([]);
    expect(unsupported).toEqual([{ kind: 'value', value, selector: 'a::after' }]);
  });

  test('that is not in the document is empty, and reported unless it is a number of a page', async () => {
    const html = '<a href="#none">x</a>';
    expect(await read('target-counter(attr(href), page)', { html })).toMatchObject({ unsupported: [] });
    const { shown, unsupported } = await read('target-text(attr(href))', { html });
    expect([shown, unsupported]).toEqual([
      [['#none', '', '']],
      [{ kind: 'use', value: 'target-text(attr(href))', selector: '#none' }],
    ]);
  });

  test('is shown for elements with an address that can be read', async () => {
    const html = '<a>x</a><a href="https://[">x</a><a href=" #one ">x</a><a href="https://a.example/#b">x</a>';
    expect((await read('target-counter(attr(href), page)', { html })).shown).toEqual([
      ['#one', undefined, 'decimal'],
      ['https://a.example/#b', undefined, 'decimal'],
    ]);
  });

  test.each([
    [10_000, 1, 0],
    [10_001, 0, 1],
  ])('of an address of %i characters is shown %i times, and reported %i times', async (length, times, reports) => {
    const address = 'https://a.example/';
    const html = `<a href="${address}${'x'.repeat(length - address.length)}">x</a>`;
    const { shown, unsupported } = await read('target-counter(attr(href), page)', { html });
    expect([shown.length, unsupported.length]).toEqual([times, reports]);
    if (reports > 0) expect(unsupported[0]).toEqual({ kind: 'length', property: 'target-counter()', limit: 10_000 });
  });

  test('is shown up to a limit, which is reported if there are more', async () => {
    const html = (count: number) => '<a href="#one">x</a>'.repeat(count);
    const options = { limits: { targetLimit: 2 } };
    expect((await read('target-counter(attr(href), page)', { ...options, html: html(2) })).unsupported).toEqual([]);
    const { shown, unsupported } = await read('target-counter(attr(href), page)', { ...options, html: html(3) });
    expect([shown.length, unsupported]).toEqual([2, [{ kind: 'limit', property: 'target-counter()', limit: 2 }]]);
  });

  test('is written into its element, which has two digits until then', async () => {
    const { page, targets } = await read('target-counter(attr(href), page) target-text(attr(href))', {
      html: '<a href="#one">x</a><a href="#two">x</a>',
    });
    const attributes = () =>
      page.read(
        '[...document.querySelectorAll("body a")].map((a) => ["data-platen-target-0", "data-platen-target-1"].map((name) => a.getAttribute(name)))',
      );
    expect(await attributes()).toEqual([
      ['00', null],
      ['00', null],
    ]);
    const texts = targets.map(({ element, key }) => ({ element, key, text: `${element} ${key.at(-1)}` }));
    await page.call('writePaged', { texts, css: '', leaders: [], blanks: [], hasBlankRules: false, areFinal: false });
    expect(await attributes()).toEqual([
      ['0 0', '0 1'],
      ['1 0', '1 1'],
    ]);
  });
});

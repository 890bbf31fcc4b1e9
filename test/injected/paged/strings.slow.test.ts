import { describe, expect, test } from 'vitest';
import type { PagedLimits } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

/** The named strings of headings with this value, and what is reported. Tokens of counters are written as `@`. */
async function read(value: string, html = '<h1 id=a data-x=D> One <i>two</i> </h1>', other: Partial<PagedLimits> = {}) {
  const page = await open(`<!doctype html><style>h1 { --platen-string-set: ${value}; counter-set: n 4 }
    h1::before { content: "B" counter(n) } h1::after { content: attr(data-x) }</style>${html}`);
  const paged = await page.call('readPaged', { ...pagedLimits, ...other });
  const strings = paged.strings.map(({ name, text }) => `${name}=${text.replace(/[^ -~]+\d+[^ -~]+/gu, '@')}`);
  return { ...paged, strings, found: paged.strings };
}

describe('a named string', () => {
  test.each([
    ['a "x"', ['a=x']],
    ['a content()', ['a=One two']],
    ['a content', ['a=One two']],
    ['a self', ['a=One two']],
    ['a content(text)', ['a=One two']],
    ['a content(before)', ['a=B@']],
    ['a content(after)', ['a=D']],
    ['a content(first-letter)', ['a=O']],
    ['a counter(n)', ['a=@']],
    ['a counters(n, ".")', ['a=@']],
    ['a "x", b "y", a "z"', ['a=x', 'b=y', 'a=z']],
    ['none', []],
    ['none, a "x"', ['a=x']],
    ['a', ['a=']],
    ['a "  x  " "  y "', ['a=x y']],
  ])('of %s is %j', async (value, strings) => {
    const found = await read(value);
    expect([found.strings, found.unsupported]).toEqual([strings, []]);
  });

  test.each([
    'a content(marker)',
    'a content(text, x)',
    'a content(content)',
    'a other',
    'a 3',
    'a counter(page)',
    'a counters(n)',
    'a attr',
  ])('of %s has an unknown piece', async (value) => {
    const { strings, unsupported } = await read(value);
    expect(strings).toEqual(['a=']);
    expect(unsupported).toEqual([{ kind: 'declaration', property: 'string-set', value }]);
  });

  test('has a name of 200 characters at most', async () => {
    expect((await read(`${'n'.repeat(200)} "x"`)).strings).toHaveLength(1);
    const { strings, unsupported } = await read(`${'n'.repeat(201)} "x"`);
    expect([strings, unsupported]).toEqual([[], [{ kind: 'length', property: 'string-set', limit: 200 }]]);
  });

  test('has 500 characters at most, and all have as many as the limit', async () => {
    const long = `<h1>${'x'.repeat(501)}</h1>`;
    const { found, unsupported } = await read('a content()', long);
    expect([found[0]?.text.length, unsupported]).toEqual([
      500,
      [{ kind: 'length', property: 'string-set', limit: 500 }],
    ]);
    const all = await read('a content()', `${long}${long}`, { textLimit: 600 });
    expect(all.found.map(({ text }) => text.length)).toEqual([500, 100]);
    expect(all.unsupported.map(({ limit }) => limit)).toEqual([500, 600]);
  });

  test('is set as often as the limit, and the rest is reported', async () => {
    const html = '<h1>1</h1><h1>2</h1>';
    expect((await read('a content()', html, { stringLimit: 2 })).unsupported).toEqual([]);
    const { strings, unsupported } = await read('a content()', html, { stringLimit: 1 });
    expect([strings, unsupported]).toEqual([['a=1'], [{ kind: 'limit', property: 'string-set', limit: 1 }]]);
  });

  test('knows its place, and how far that is from the top of a page', async () => {
    const html = `<p>0</p><div style="border-top: 2px solid; padding-top: 3px; margin: 5px 0"><h1 style="margin: 7px 0; padding-top: 99px" id="ü">1</h1></div>
      <h1 style="margin: 11px 0; border-top: 50px solid">2</h1>`;
    expect((await read('a content()', html)).found.map(({ place, lead }) => [place, lead])).toEqual([
      ['ü', 17],
      ['platen-place-1', 11],
    ]);
  });

  test('that is shown is listed with its kind', async () => {
    const page = await open(`<style>@page { @top-left { content: counter(x, platen-first-except-string-a) }
      @top-right { content: counter(x, platen-last-string-b-c) } } p::before { content: counter(x, platen-start-string-d) }</style><p>x`);
    expect((await page.call('readPaged', pagedLimits)).styles).toEqual([
      { kind: 'first-except', name: 'a' },
      { kind: 'last', name: 'b-c' },
      { kind: 'start', name: 'd' },
    ]);
  });
});

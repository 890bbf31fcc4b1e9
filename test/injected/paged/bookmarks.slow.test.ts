import { describe, expect, test } from 'vitest';
import type { PagedLimits } from '../../../src/injected/calls.ts';
import { useDocuments } from '../open-document.ts';
import { pagedLimits } from '../paged-limits.ts';

const open = useDocuments();

async function read(css: string, html: string, other: Partial<PagedLimits> = {}) {
  const translated = css.replace(/bookmark-/g, '--platen-bookmark-');
  const page = await open(`<!doctype html><style>${translated}</style>${html}`);
  const { bookmarks, unsupported } = await page.call('readPaged', { ...pagedLimits, ...other });
  return {
    entries: bookmarks?.map(({ level, title, isOpen }) => `${level} ${title}${isOpen ? '' : ' closed'}`),
    unsupported,
    places: bookmarks?.map(({ place }) => place),
  };
}

describe('the outline', () => {
  test.each([
    ['h1 { bookmark-level: 1 } h2 { bookmark-level: 2 }'],
    ['h1 { bookmark-label: content() } h2 { bookmark-label: content(text) }'],
    ['h1 { bookmark-label: content }'],
    ['h3 { bookmark-level: 1 }'],
    ['p { color: red }'],
  ])('is that of Chromium for %s', async (css) => {
    expect((await read(css, '<h1>One</h1><h2>Two</h2>')).entries).toBeUndefined();
  });

  test.each([
    ['h1 { bookmark-level: 2 }', ['2 One', '2 Two']],
    ['h1, h2 { bookmark-level: 1 }', ['1 One', '1 Two']],
    ['h1 { bookmark-level: none }', ['2 Two']],
    ['h1 { bookmark-level: 007 }', ['7 One', '2 Two']],
    ['h1 { bookmark-label: "a" content() "b" }', ['1 aOneb', '2 Two']],
    ['h1 { bookmark-label: content(first-letter) }', ['1 O', '2 Two']],
    ['h1 { bookmark-label: content(), "x" }', ['1 One', '2 Two']],
    ['h1 { bookmark-label: none }', ['2 Two']],
    ['h1 { bookmark-label: "" }', ['2 Two']],
    ['h1 { bookmark-state: closed }', ['1 One closed', '2 Two']],
    ['h1 { bookmark-state: open }', ['1 One', '2 Two']],
    ['h1 { bookmark-level: 2; visibility: hidden }', ['2 Two']],
    ['b { bookmark-level: 4 }', ['1 One', '4 bold', '2 Two']],
    ['b { bookmark-label: content() }', undefined],
    ['b { bookmark-state: open }', ['1 One', '2 Two']],
  ])('with %s: %j', async (css, entries) => {
    const found = await read(css, '<h1>One</h1><p><b>bold</b></p><h2>Two</h2>');
    expect([found.entries, found.unsupported]).toEqual([entries, []]);
  });

  test.each(['0', '-1', '1.5', 'x', '1 2'])('takes the level of the heading in place of %s', async (value) => {
    const { entries, unsupported } = await read(`h3 { bookmark-level: ${value} }`, '<h3>Three</h3>');
    expect(entries).toEqual(['3 Three']);
    expect(unsupported).toEqual([{ kind: 'declaration', property: 'bookmark-level', value }]);
  });

  test('has no entry of an element without a level', async () => {
    expect((await read('p { bookmark-label: "x"; bookmark-state: closed }', '<p>text</p>')).entries).toEqual([]);
  });

  test('has as many entries as the limit, which is reported if there are more', async () => {
    const html = (count: number) => '<p>x</p>'.repeat(count);
    const css = 'p { bookmark-level: 1 }';
    expect((await read(css, html(2), { bookmarkLimit: 2 })).unsupported).toEqual([]);
    const { entries, unsupported } = await read(css, html(3), { bookmarkLimit: 2 });
    expect(entries).toHaveLength(2);
    expect(unsupported).toEqual([{ kind: 'limit', property: 'bookmark-level', limit: 2 }]);
  });

  test('leads to elements by their ids, or their numbers', async () => {
    expect((await read('p { bookmark-level: 1 }', '<p id="ü x">1</p><p>2</p>')).places).toEqual([
      '%C3%BC%20x',
      'platen-place-bookmark-1',
    ]);
  });

  test('has titles in one line, of 500 characters', async () => {
    const { entries, unsupported } = await read(
      'p { bookmark-level: 1 }',
      `<p> a \n b</p><p>${'x'.repeat(500)}</p><p>${'y'.repeat(501)}</p>`,
    );
    expect(entries).toEqual(['1 a b', `1 ${'x'.repeat(500)}`, `1 ${'y'.repeat(500)}`]);
    expect(unsupported).toEqual([{ kind: 'length', property: 'bookmark-label', limit: 500 }]);
  });
});

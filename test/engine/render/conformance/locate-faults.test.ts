import { describe, expect, test } from 'vitest';
import { locateFaults } from '../../../../src/engine/render/conformance/locate-faults.ts';
import type { AuthorFault } from '../../../../src/pdf/index.ts';

const fault = (code: AuthorFault['code'], text?: string, level?: number): AuthorFault =>
  ({ code, detail: '', ...(text !== undefined && { text }), ...(level !== undefined && { level }) }) as AuthorFault;

/** The lines of faults in a document, each line of which is one of the texts. */
const locate = (lines: string[], ...faults: AuthorFault[]) => locateFaults(lines.join('\n'), faults);

describe('the line of a fault', () => {
  test.each<[string, string[], AuthorFault, number | undefined]>([
    ['of the language', ['<!doctype html>', '<html>', '<p>x'], fault('no_language'), 2],
    ['of an image', ['<img alt="x">', '<img src=a>', '<img alt="">'], fault('no_alternative'), 2],
    ['of an image without words', ['<img alt="">', '<img alt=" ">'], fault('no_alternative'), 2],
    ['of an image in ARIA', ['<p role=presentation>', '<div role=img></div>'], fault('no_alternative'), 2],
    ['of a table', ['<table><tr><th>a</table>', '<table><tr><td>b</table>'], fault('no_header_cells'), 2],
    ['of a link', ['<a href=a>x</a>', '<a href=b> </a>'], fault('no_link_text'), 2],
    ['of a link with an image', ['<a href=a><img alt=x></a>', '<a href=b><img alt=""></a>'], fault('no_link_text'), 2],
    ['of a heading', ['<h2>a</h2>', '<h3>a</h3>'], fault('heading_skipped', 'a', 3), 2],
    ['of a heading in ARIA', ['<h2>a</h2>', '<p role=heading aria-level=3>a'], fault('heading_skipped', 'a', 3), 2],
    ['of a character', ['<p>a', '<p>\ue000'], fault('no_character_text'), 2],
    ['of a kind without elements', ['<p>a'], fault('no_title'), undefined],
  ])('is that of its element: %s', (_, lines, given, line) => {
    expect(locate(lines, given)).toEqual([line]);
  });

  test.each(['<img role=none>', '<img role=presentation>', '<img aria-label=a>', '<p>x'])(
    'of an image is not that of %s',
    (html) => {
      expect(locate([html, '<img>'], fault('no_alternative'))).toEqual([2]);
    },
  );

  test.each(['<p aria-hidden=true>\ue000', '<p role=img aria-label=a>\ue000'])(
    'of a character is not that of %s',
    (html) => {
      expect(locate([html, '<p aria-hidden=false role=img aria-label=" ">\ue000'], fault('no_character_text'))).toEqual(
        [2],
      );
    },
  );

  test('is known by the text, without its spaces and up to an ellipsis', () => {
    const lines = ['<h3>a</h3>', '<h3>Two  <b>words</b> and\n more</h3>'];
    expect(locate(lines, fault('heading_skipped', 'Two words and…', 3))).toEqual([2]);
    expect(locate(lines, fault('heading_skipped', 'other', 3))).toEqual([undefined]);
    const long = 'x'.repeat(99);
    expect(locate(['<h3>a</h3>', `<h3>${long}yz</h3>`], fault('heading_skipped', `${long}y`, 3))).toEqual([2]);
  });

  test('is known by the turn of its element if as many may be meant as there are faults', () => {
    const lines = ['<h3>a</h3>', '<h3>a</h3>', '<h4>a</h4>'];
    const third = fault('heading_skipped', 'a', 3);
    expect(locate(lines, third, fault('heading_skipped', 'a', 4), { ...third })).toEqual([1, 3, 2]);
    expect(locate(lines, third)).toEqual([undefined]);
    expect(locate(['<img>', '<img>'], fault('no_alternative'), fault('no_alternative'))).toEqual([1, 2]);
  });

  test('is looked for for the first 100 faults of a kind', () => {
    const lines = Array.from({ length: 101 }, () => '<img>');
    const found = locate(lines, ...lines.map(() => fault('no_alternative')));
    expect([found[99], found[100]]).toEqual([100, undefined]);
  });
});

import { parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { walkElements } from '../../../src/markup/html/html-tree.ts';
import { fillContents } from '../../../src/markup/markdown/build-contents.ts';
import { addHeadingIds } from '../../../src/markup/markdown/heading-ids.ts';

/** The contents list of some headings, with the texts of links alone. */
function build(html: string, depth?: number): string {
  const tree = parseFragment(`<nav></nav>${html}`);
  const [place, ...headings] = [...walkElements(tree)].filter(({ tagName }) => /^(nav|h\d)$/.test(tagName));
  if (!place) throw new Error('no place');
  addHeadingIds(headings);
  fillContents(place, headings, depth);
  return serialize(place).replace(/<a [^>]*>|<\/a>/g, '');
}

describe('a contents list', () => {
  it.each([
    ['the title alone is left out', '<h1>T</h1><h2>a</h2><h2>b</h2>', '<ul><li>a</li><li>b</li></ul>'],
    ['not where others are of its level', '<h1>A</h1><h1>B</h1>', '<ul><li>A</li><li>B</li></ul>'],
    ['not where a heading is before it', '<h2>a</h2><h1>T</h1>', '<ul><li>a</li><li>T</li></ul>'],
    ['deeper headings are nested', '<h1>T</h1><h2>a</h2><h3>b</h3>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    [
      'and end with theirs',
      '<h2>a</h2><h3>b</h3><h3>c</h3><h2>d</h2>',
      '<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>',
    ],
    [
      'a level that is left out nests once',
      '<h1>a</h1><h1>b</h1><h3>c</h3>',
      '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>',
    ],
    ['a higher level after a lower one is a sibling', '<h3>a</h3><h2>b</h2>', '<ul><li>a</li><li>b</li></ul>'],
    ['three levels are usual', '<h1>T</h1><h3>a</h3><h4>b</h4>', '<ul><li>a</li></ul>'],
    ['empty headings are left out', '<h2> </h2><h2>a</h2>', '<ul><li>a</li></ul>'],
    ['that of the footnotes, too', '<h2>a</h2><h2 id="footnote-label">F</h2>', '<ul><li>a</li></ul>'],
    ['blanks are single ones', '<h2> a\n  b </h2>', '<ul><li>a b</li></ul>'],
    ['it may be empty', '<h1>T</h1>', ''],
  ])('%s', (_what, html, list) => {
    expect(build(html)).toBe(list);
  });

  it('is as deep as it is asked to be', () => {
    const html = '<h2>a</h2><h3>b</h3><h4>c</h4>';
    expect(build(html, 2)).toBe('<ul><li>a</li></ul>');
    expect(build(html, 4)).toBe('<ul><li>a<ul><li>b<ul><li>c</li></ul></li></ul></li></ul>');
  });

  it('has links, and a name that is read out', () => {
    const tree = parseFragment('<nav></nav><h2 id="ä b">a</h2>');
    const [place, heading] = [...walkElements(tree)];
    if (!place || !heading) throw new Error('no place');
    fillContents(place, [heading]);
    expect(serialize(tree)).toContain('<nav aria-label="Contents"><ul><li><a href="#%C3%A4%20b">a</a></li></ul></nav>');
  });
});

describe('the ids of headings', () => {
  it.each([
    [
      ['A', 'A', 'A'],
      ['a', 'a-1', 'a-2'],
    ],
    [
      ['A', 'A-1', 'A'],
      ['a', 'a-1', 'a-2'],
    ],
    [
      ['A b  c_d', '?!', ''],
      ['a-b--c_d', 'section', 'section-1'],
    ],
  ])('of %j are %j', (texts, ids) => {
    const tree = parseFragment(texts.map((text) => `<h2>${text}</h2>`).join(''));
    const headings = [...walkElements(tree)];
    addHeadingIds(headings);
    expect(headings.map(({ attrs }) => attrs[0]?.value)).toEqual(ids);
  });
});

import { describe, expect, it } from 'vitest';
import { parseAttributes } from '../../../src/markup/markdown/attributes.ts';
import { convertMarkdown } from '../../../src/markup/markdown/convert-markdown.ts';

describe('braces', () => {
  it.each([
    ['{#a}', [['id', 'a']]],
    [
      '{ #ä:b.c .d \t.e }',
      [
        ['id', 'ä:b.c'],
        ['class', 'd'],
        ['class', 'e'],
      ],
    ],
    [
      `{width=50% title="a b" lang='de'}`,
      [
        ['width', '50%'],
        ['title', 'a b'],
        ['lang', 'de'],
      ],
    ],
    [
      '{data-a=b=c aria-label=d}',
      [
        ['data-a', 'b=c'],
        ['aria-label', 'd'],
      ],
    ],
    [`{title="it's"}`, [['title', "it's"]]],
    [
      '{height=1 align=left dir=rtl start=2 role=note translate=no}',
      [
        ['height', '1'],
        ['align', 'left'],
        ['dir', 'rtl'],
        ['start', '2'],
        ['role', 'note'],
        ['translate', 'no'],
      ],
    ],
  ])('%s have attributes', (text, attributes) => {
    expect(parseAttributes(text)).toEqual(attributes);
  });

  it.each([
    '',
    '{}',
    '{a}',
    '{#a',
    '#a}',
    '{#a} ',
    ' {#a}',
    '{#a}{.b}',
    '{.1a}',
    '{onclick=a}',
    '{data-platen-a=b}',
    '{title=}',
    '{title="{"}',
    '{style=a}',
  ])('of %j are text', (text) => {
    expect(parseAttributes(text)).toBeUndefined();
  });
});

describe('the attributes of a text', () => {
  it.each([
    ['a heading', '# a {.b}', '<h1 class="b">a</h1>\n'],
    ['a heading, twice', '# a {.b}{.c}', '<h1 class="c">a {.b}</h1>\n'],
    ['a heading with emphasis at its end', '# *a* {.b}', '<h1 class="b"><em>a</em></h1>\n'],
    ['emphasis in a heading', '# *a*{.b}', '<h1><em class="b">a</em></h1>\n'],
    ['nested emphasis', '***a**{.b} c*', '<p><em><strong class="b">a</strong> c</em></p>\n'],
    ['strong emphasis', '**a**{.b} __c__{.d}', '<p><strong class="b">a</strong> <strong class="d">c</strong></p>\n'],
    ['struck and marked text', '~~a~~{.b} ==c=={.d}', '<p><del class="b">a</del> <mark class="d">c</mark></p>\n'],
    ['emphasis around emphasis', '*a **b** c*{.d}', '<p><em class="d">a <strong>b</strong> c</em></p>\n'],
    ['an element, twice', '*a*{.b}{.c}', '<p><em class="b">a</em>{.c}</p>\n'],
    ['an element with several classes', '*a*{.b .c #d #e}', '<p><em class="b c" id="e">a</em></p>\n'],
    ['a paragraph', 'a\n{.b}', '<p class="b">a</p>\n'],
    ['a paragraph with a blank behind', 'a\n{.b} ', '<p class="b">a</p>\n'],
    ['a rule', '---\n\n{.b}', '<hr class="b">\n'],
    ['a listing', '```\na\n```\n\n{.b}', '<pre><code class="b">a\n</code></pre>\n'],
    ['a table', '|a|\n|-|\n\n{.b}', '<table class="b">\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n</table>\n'],
    ['a heading above', '# a\n\n{.b}', '<h1 class="b">a</h1>\n'],
    [
      'a list in a list',
      '- a\n  - b\n\n  {.c}',
      '<ul>\n<li>\n<p>a</p>\n<ul class="c">\n<li>b</li>\n</ul>\n</li>\n</ul>\n',
    ],
    [
      'two blocks',
      '> a\n\n{.b}\n\n> c\n\n{.d}',
      '<blockquote class="b">\n<p>a</p>\n</blockquote>\n<blockquote class="d">\n<p>c</p>\n</blockquote>\n',
    ],
  ])('are those of %s', (_what, text, html) => {
    expect(convertMarkdown(text)).toBe(html);
  });

  it.each([
    ['the start of a document', '{.a}', '<p>{.a}</p>\n'],
    ['raw HTML', '<div>a</div>\n\n{.b}', '<div>a</div>\n<p>{.b}</p>\n'],
    ['the start of a list item', '- {.a}', '<ul>\n<li>{.a}</li>\n</ul>\n'],
    ['a text with more behind', 'a\n{.b} c', '<p>a\n{.b} c</p>\n'],
    ['a text in the same line', 'a {.b}', '<p>a {.b}</p>\n'],
  ])('are text behind %s', (_what, text, html) => {
    expect(convertMarkdown(text)).toBe(html);
  });
});

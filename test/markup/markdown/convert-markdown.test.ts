import { describe, expect, test } from 'vitest';
import type { FenceEnv } from '../../../src/markup/markdown/convert-fence.ts';
import { convertMarkdown, extractLoadingHtml } from '../../../src/markup/markdown/convert-markdown.ts';

/** A paragraph's content. */
const inline = (text: string) => /^<p>(.*)<\/p>\n$/s.exec(convertMarkdown(text))?.[1];
const link = (address: string, text = address) => `<a href="${address}">${text}</a>`;

describe('strikethrough', () => {
  test.each([
    ['one tilde strikes', '~a~', '<del>a</del>'],
    ['two tildes strike', '~~a *b*~~', '<del>a <em>b</em></del>'],
    ['three do not', '~~~ a~~~ ~~~b~~~', '~~~ a~~~ ~~~b~~~'],
    ['one does not close two', 'a ~b~~', 'a ~b~~'],
    ['a tilde between blanks is one', '~a ~ b~', '<del>a ~ b</del>'],
    ['it reaches into links', '[~a~](b)', '<a href="b"><del>a</del></a>'],
    ['code keeps its tildes', '`~a~`', '<code>~a~</code>'],
  ])('%s', (_, text, html) => expect(inline(`x ${text}`)).toBe(`x ${html}`));
});

describe('autolinks', () => {
  test.each([
    ['an address is a link', 'http://a.example/b?c', link('http://a.example/b?c')],
    ['an address of a file server is one', 'ftp://a.example/b', link('ftp://a.example/b')],
    ['other schemes are none', 'sftp://a.example irc://a.example', 'sftp://a.example irc://a.example'],
    ['a name that begins with www is one', 'www.a.example/b', link('http://www.a.example/b', 'www.a.example/b')],
    ['an e-mail address is one', 'a.b+c@d.example', link('mailto:a.b+c@d.example', 'a.b+c@d.example')],
    ['a bare name is none', 'example.com a.example/b', 'example.com a.example/b'],
    ['a version of a package is none', 'npm@5.2.0', 'npm@5.2.0'],
    ['the end of a sentence stays outside', 'http://a.example/b.', `${link('http://a.example/b')}.`],
    ['a bracket that was opened outside does, too', '(http://a.example/b_(c))', `(${link('http://a.example/b_(c)')})`],
    [
      'a character reference at the end does, too',
      'www.a.example&amp;',
      `${link('http://www.a.example', 'www.a.example')}&amp;`,
    ],
    ['emphasis ends it', '*http://a.example*', `<em>${link('http://a.example')}</em>`],
    ['inside of it nothing is emphasis', 'http://a.example/_b_/*c*/d', link('http://a.example/_b_/*c*/d')],
    ['in a link there is none', '[http://a.example](b)', link('b', 'http://a.example')],
    [
      'in a link of raw HTML there is none',
      '<a href="b">www.a.example c@d.example</a>',
      link('b', 'www.a.example c@d.example'),
    ],
    ['in code there is none', '`www.a.example`', '<code>www.a.example</code>'],
    [
      'other letters are escaped in the address alone',
      'http://ü.example/ä',
      link('http://%C3%BC.example/%C3%A4', 'http://ü.example/ä'),
    ],
    ['an underscore in a host makes it none', 'http://a_b.example', 'http://a_b.example'],
  ])('%s', (_, text, html) => expect(inline(`x ${text}`)).toBe(`x ${html}`));
});

describe('task lists', () => {
  const box = '<input type="checkbox" disabled="">';
  const done = '<input type="checkbox" disabled="" checked="">';

  test('items begin with a box, done or not', () => {
    expect(convertMarkdown('- [ ] a\n- [x] b\n- [X] c')).toBe(
      `<ul>\n<li>${box} a</li>\n<li>${done} b</li>\n<li>${done} c</li>\n</ul>\n`,
    );
  });

  test('loose and nested items have one, too', () => {
    const html = convertMarkdown('1. [x] a\n\n2. b\n   - [ ] c');
    expect(html).toContain(`<p>${done} a</p>`);
    expect(html).toContain(`<li>${box} c</li>`);
  });

  test.each(['- [x]', '- [x]a', '- \\[x] a', '- a [x] b', '[x] a', '- > [x] a'])('%j has none', (text) => {
    expect(convertMarkdown(text)).not.toContain('<input');
  });
});

describe('tables', () => {
  test('columns are aligned by an attribute', () => {
    const html = convertMarkdown('|a|b|c|d|\n|:-|:-:|-:|-|\n|1|2|3|4|');
    expect(html).toContain('<td align="left">1</td>\n<td align="center">2</td>\n<td align="right">3</td>\n<td>4</td>');
  });

  test('a bar is written with a backslash, in code as well', () => {
    expect(convertMarkdown('|a|\n|-|\n|b \\| `c \\| d`|')).toContain('<td>b | <code>c | d</code></td>');
  });

  test('rows are as long as the head', () => {
    expect(convertMarkdown('|a|b|\n|-|-|\n|1|\n|1|2|3|').match(/<td>.*<\/td>/g)).toEqual([
      '<td>1</td>',
      '<td></td>',
      '<td>1</td>',
      '<td>2</td>',
    ]);
  });

  test('a table ends a paragraph, and a quote ends the table', () => {
    expect(convertMarkdown('p\n|a|b|\n|-|-|\n> q')).toMatch(/^<p>p<\/p>\n<table>.*<\/table>\n<blockquote>/s);
  });
});

describe('footnotes', () => {
  test('are numbered as they are called, and only those that are called are there', () => {
    const html = convertMarkdown('[^b] [^a]\n\n[^a]: A\n[^b]: B\n[^c]: C');
    expect(html).toContain(
      '<a href="#user-content-fn-b" id="user-content-fnref-b" data-footnote-ref="" aria-describedby="footnote-label">1</a>',
    );
    expect([...html.matchAll(/<li id="(.*?)">\n<p>(.)/g)].map((found) => found.slice(1))).toEqual([
      ['user-content-fn-b', 'B'],
      ['user-content-fn-a', 'A'],
    ]);
  });

  test('lead back to every call, by a name that can be read out', () => {
    const html = convertMarkdown('[^a] [^A]\n\n[^a]: A');
    expect(html).toContain('href="#user-content-fnref-a" data-footnote-backref="" aria-label="Back to reference 1" ');
    expect(html).toContain(
      'href="#user-content-fnref-a-2" data-footnote-backref="" aria-label="Back to reference 1-2" ',
    );
    expect(html).toContain('id="user-content-fnref-a-2"');
  });

  test('hold what is indented below them', () => {
    const html = convertMarkdown('[^a] end\n\n[^a]: one\nlazy\n\n    two\n\n        code\n\nafter');
    expect(html).toMatch(/^<p>.* end<\/p>\n<p>after<\/p>\n<section /);
    expect(html).toContain('<p>one\nlazy</p>\n<p>two</p>\n<pre><code>code\n</code></pre>');
  });

  test('may call each other, and stand in lists and quotes', () => {
    const html = convertMarkdown('> a[^1]\n>\n> [^1]: b[^2]\n\n- c\n\n  [^2]: d[^1]');
    expect(html.match(/<li id="user-content-fn-\d">/g)).toHaveLength(2);
    expect(html.match(/data-footnote-ref/g)).toHaveLength(3);
  });

  test('that nobody defines are text, and the first definition counts', () => {
    expect(inline('[^a]')).toBe('[^a]');
    expect(convertMarkdown('[^a]\n\n[^a]: first\n\n[^a]: second')).not.toContain('second');
  });

  test('cannot leave their attributes', () => {
    expect(convertMarkdown('[^"><b>]\n\n[^"><b>]: a')).not.toContain('<b>');
  });
});

describe('sub- and superscripts and marks', () => {
  test.each([
    ['a tilde inside a word lowers', 'H~2~O', 'H<sub>2</sub>O'],
    ['each pair does', 'CH~3~CH~2~OH', 'CH<sub>3</sub>CH<sub>2</sub>OH'],
    ['blanks make it strikethrough', 'a~b c~', 'a<del>b c</del>'],
    ['a caret raises', 'x^2^ 10^-3^ e^*i*^', 'x<sup>2</sup> 10<sup>-3</sup> e<sup><em>i</em></sup>'],
    ['powers are text', '2^10 and 2^20', '2^10 and 2^20'],
    ['calls of footnotes that do not exist are text', '[^a][^b]', '[^a][^b]'],
    ['a caret after a blank is text', '^a^', '^a^'],
    ['two equals signs mark', '==a *b*==', '<mark>a <em>b</em></mark>'],
    ['comparisons are text', 'a == b == c', 'a == b == c'],
    ['three equals signs are text', '===a===', '===a==='],
    ['code keeps them', '`x^2^ ==a==`', '<code>x^2^ ==a==</code>'],
  ])('%s', (_, text, html) => expect(inline(`x ${text}`)).toBe(`x ${html}`));
});

describe('alerts', () => {
  test.each(['note', 'tip', 'important', 'warning', 'caution'])('%s is a quote with that word', (kind) => {
    const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    expect(convertMarkdown(`> [!${kind.toUpperCase()}]\n> a **b**\n>\n> c`)).toBe(
      `<div class="markdown-alert markdown-alert-${kind}" role="note">\n` +
        `<p class="markdown-alert-title">${title}</p>\n<p>a <strong>b</strong></p>\n<p>c</p>\n</div>\n`,
    );
  });

  test('may begin with a blank line, and have lists in them', () => {
    const html = convertMarkdown('> [!TIP]\n>\n> - a\n\n> [!TIP]\n> - b');
    expect(html.match(/<div class="markdown-alert .*?<li>[ab]<\/li>\n<\/ul>\n<\/div>/gs)).toHaveLength(2);
    expect(html).not.toContain('[!');
  });

  test.each(['> [!OTHER]\n> a', '> [!NOTE] a', '> a\n> [!NOTE]', '> [!NOTE]', '- > [!NOTE]\n  > a', '[!NOTE]\na'])(
    '%j is none',
    (text) => expect(convertMarkdown(text)).not.toContain('markdown-alert'),
  );
});

test('terms have definitions', () => {
  expect(convertMarkdown('Term *a*\n: One\n: Two')).toBe(
    '<dl>\n<dt>Term <em>a</em></dt>\n<dd>One</dd>\n<dd>Two</dd>\n</dl>\n',
  );
});

describe('attributes', () => {
  test.each([
    ['of a heading', '## A *b* {#c .d .e}', '<h2 id="c" class="d e">A <em>b</em></h2>\n'],
    ['of an underlined heading', 'A {.b}\n===', '<h1 class="b">A</h1>\n'],
    ['of an image', '![a](b){width=50% .c}', '<p><img src="b" alt="a" width="50%" class="c"></p>\n'],
    [
      'of a link, code and emphasis',
      '[a](b){#c} `d`{.e} *f*{.g}',
      '<p><a href="b" id="c">a</a> <code class="e">d</code> <em class="g">f</em></p>\n',
    ],
    ['of a paragraph', 'a\nb\n{.c lang="de"}', '<p class="c" lang="de">a\nb</p>\n'],
    ['of a list above', '- a\n\n{.b}', '<ul class="b">\n<li>a</li>\n</ul>\n'],
    ['of a quote above', '> a\n\n{#b}', '<blockquote id="b">\n<p>a</p>\n</blockquote>\n'],
  ])('are those %s', (_, text, html) => expect(convertMarkdown(text)).toBe(html));

  test.each([
    ['without a name', '## GET /users/{id}'],
    ['that handle events', '![a](b){onerror=alert(1)}'],
    ['of style', '*a*{style="position:fixed"}'],
    ['with addresses', '*a*{href=x}'],
    ['that nothing is before', '{.a} b'],
    ['in the middle of a text', 'a {.b} c'],
    ['that are escaped', '## a \\{.b}'],
    ['in code', '## `{.b}`'],
  ])('%s are text', (_, text) => expect(convertMarkdown(text)).toMatch(/\{[^{}]+\}/));
});

describe('page breaks and the place of the contents', () => {
  test.each(['\\newpage', '\\pagebreak', '<!-- pagebreak -->', '<!-- page-break -->'])('%s breaks the page', (line) => {
    expect(convertMarkdown(`a\n\n${line}\n\nb`)).toBe('<p>a</p>\n<div class="page-break"></div>\n<p>b</p>\n');
  });

  test.each(['[[toc]]', '[TOC]', '[[_TOC_]]'])('%s is the place of the contents', (line) => {
    expect(convertMarkdown(line)).toBe('<nav class="contents"></nav>\n');
  });

  test.each(['a \\newpage', '`\\newpage`', '[toc]\n\n[toc]: b', 'see [[toc]]', '    [TOC]'])('%j is text', (text) => {
    expect(convertMarkdown(text)).not.toMatch(/<nav|<div/);
  });
});

describe('formulas', () => {
  const formulas = (text: string) => {
    const env: FenceEnv = {};
    convertMarkdown(text, env);
    return env.formulas?.map(({ tex, isDisplay, line }) => [tex.trim(), isDisplay, line]);
  };

  test.each([
    ['$x_1^2$', 'x_1^2', false],
    ['($a*b*c$)', 'a*b*c', false],
    ['$`a$b`$', 'a$b', false],
    ['a $$b$$ c', 'b', true],
    ['$\\$5$', '\\$5', false],
    ['$x$-axis', 'x', false],
  ])('%s is one', (text, tex, isDisplay) => expect(formulas(text)).toEqual([[tex, isDisplay, 1]]));

  test.each([
    '$5 and $6',
    'from $5-$6 or $7,$8',
    'US$5 and CA$',
    '$HOME/bin:$PATH',
    '`$x$`',
    '\\$x$',
    '$ x $',
    '$$',
    '$$\n\na\n\n$$',
    '    $$x$$',
  ])('%j has none', (text) => expect(formulas(text)).toBeUndefined());

  test('may be on separate lines, and know their line', () => {
    expect(formulas('a\nb $c$\n\n$$\nd_1\n\\\\ e\n$$\n\n> $$f$$\n\n```math\ng\n```')).toEqual([
      ['c', false, 2],
      ['d_1\n\\\\ e', true, 4],
      ['f', true, 9],
      ['g', true, 12],
    ]);
  });
});

describe('fences', () => {
  test.each([
    ['js showLineNumbers', 'js', 1],
    ['js showLineNumbers=5', 'js', 5],
    ['js {linenos=true,linenostart=9}', 'js', 9],
    ['js{linenos}', 'js', 1],
    ['ts:line-numbers', 'ts', 1],
    ['{.python .numberLines startFrom="3"}', 'python', 3],
  ])('%s numbers lines', (info, language, first) => {
    expect(convertMarkdown(`\`\`\`${info}\na\n\`\`\``)).toBe(
      `<pre class="line-numbers" data-start="${first}"><code class="language-${language}">a\n</code></pre>\n`,
    );
  });

  test('others have none, and lose what is behind their language', () => {
    expect(convertMarkdown('```js {1,3}\na\n```')).toBe('<pre><code class="language-js">a\n</code></pre>\n');
    expect(convertMarkdown('```js{1,3}\na\n```')).toBe('<pre><code class="language-js">a\n</code></pre>\n');
    expect(convertMarkdown('```js {linenos=false}\na\n```')).toBe('<pre><code class="language-js">a\n</code></pre>\n');
    expect(convertMarkdown('``` {#a .b .c}\nd\n```')).toBe(
      '<pre id="a" class="c"><code class="language-b">d\n</code></pre>\n',
    );
    expect(convertMarkdown('```c:d\na\n```')).toBe('<pre><code class="language-c:d">a\n</code></pre>\n');
  });
});

test('a fence in a tight list keeps its lines', () => {
  expect(convertMarkdown('- a\n  ```sh\n  b\n  c\n  ```')).toContain('<code class="language-sh">b\nc\n</code>');
});

test.each([
  ['quotes', '> '.repeat(250)],
  ['lists', '- '.repeat(120)],
])('%s in each other without end are refused and not left out', (_, marks) => {
  expect(() => convertMarkdown(`${marks}a`)).toThrow(RangeError);
});

test('what is nested deeply is there', () => {
  expect(convertMarkdown(`${'> '.repeat(150)}a`)).toContain('<p>a</p>');
  expect(convertMarkdown(`${'- '.repeat(80)}a`)).toContain('<li>a</li>');
  expect(convertMarkdown(`${'['.repeat(500)}a`)).toContain('[a');
});

test('control characters, lone halves of characters and every kind of line end are read', () => {
  expect(inline('a\0b')).toBe('a\ufffdb');
  expect(inline('[a](\ud800)')).toBe(link('%EF%BF%BD', 'a'));
  expect(convertMarkdown('# a\r\n\r\nb\rc')).toBe('<h1>a</h1>\n<p>b\nc</p>\n');
});

test('images and raw HTML can be had alone', () => {
  expect(extractLoadingHtml('# a ![b](c"d) <b>e</b>\n\n<p>\n\n`<i>` http://f.example\n\n[^f]\n\n> ![g](h)')).toBe(
    '<img src="c%22d">\n<b></b><p>\n<img src="h">\n',
  );
});

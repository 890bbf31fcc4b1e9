import { describe, expect, test } from 'vitest';
import { convertMarkdown, extractLoadingHtml } from '../../../src/engine/markdown/convert-markdown.ts';

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

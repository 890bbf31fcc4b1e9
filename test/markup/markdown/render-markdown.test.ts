import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { expect, test } from 'vitest';
import { findAttribute, readTextOf, walkElements } from '../../../src/markup/html/html-tree.ts';
import { type MarkdownOptions, renderMarkdown } from '../../../src/markup/markdown/render-markdown.ts';

/** The elements of a rendered document, by name or by name and class. */
async function render(text: string, options?: MarkdownOptions) {
  const page = await renderMarkdown(text, options);
  const elements = [...walkElements(parse(page.html))];
  const find = (name: string, className?: string): Tree.Element[] =>
    elements.filter(
      (element) =>
        element.tagName === name &&
        (className === undefined || (findAttribute(element, 'class') ?? '').split(' ').includes(className)),
    );
  const texts = (name: string) => find(name).map(readTextOf);
  const attributes = (name: string, attribute: string) => find(name).map((found) => findAttribute(found, attribute));
  return { ...page, find, texts, attributes, style: texts('style').join('') };
}

test('a document is whole: doctype, language, character set and title', async () => {
  const { html, title, find, attributes, texts } = await render('# Grüße & *mehr*\n\nText', {});
  expect(html).toMatch(/^<!doctype html>/);
  expect(attributes('html', 'lang')).toEqual(['en']);
  expect(find('meta').map((meta) => findAttribute(meta, 'charset'))).toEqual(['utf-8']);
  expect(title).toBe('Grüße & mehr');
  expect(texts('title')).toEqual(['Grüße & mehr']);
});

test('the additions of GitHub are there', async () => {
  const { find, texts, attributes } = await render(
    '| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n~~gone~~ https://example.com [^n]\n\n[^n]: Note',
  );
  expect(texts('th')).toEqual(['a', 'b']);
  expect(attributes('td', 'align')).toEqual(['center', 'right']);
  expect(find('thead')).toHaveLength(1);
  expect(attributes('input', 'checked')).toEqual(['', undefined]);
  expect(find('li', 'task-list-item')).toHaveLength(2);
  expect(texts('del')).toEqual(['gone']);
  expect(attributes('a', 'href')).toContain('https://example.com');
  expect(find('section', 'footnotes')).toHaveLength(1);
});

test('links to footnotes and headings lead to an id that exists', async () => {
  const { attributes, find } = await render('# A b\n\n[up](#a-b) [^n]\n\n[^n]: Note');
  const ids = [...attributes('h1', 'id'), ...attributes('li', 'id'), ...attributes('a', 'id')];
  for (const anchor of find('a')) expect(ids).toContain((findAttribute(anchor, 'href') ?? '').slice(1));
});

test('headings get the ids of GitHub, each once', async () => {
  const { attributes } = await render(
    '## Hello, World!\n## Hello World\n## `code` & _more_ (v1.0)\n## Ünïcode 日本\n## hello-world-1\n## !!!\n<h2 id="own">x</h2>\n\n## own',
  );
  expect(attributes('h2', 'id')).toEqual([
    'hello-world',
    'hello-world-1',
    'code--more-v10',
    'ünïcode-日本',
    'hello-world-1-1',
    'section',
    'own',
    'own-1',
  ]);
});

test('code of a known language is coloured and keeps its text', async () => {
  const code = 'const a = "<b>";\nif (a > 1) {}\n';
  const { find, texts } = await render(
    `\`\`\`js\n${code}\`\`\`\n\n\`\`\`nosuch\n${code}\`\`\`\n\n    ${'plain <b>'}\n`,
  );
  expect(texts('code')).toEqual([code, code, 'plain <b>\n']);
  expect(find('code', 'hljs')).toHaveLength(1);
  expect(find('span', 'hljs-keyword')).toHaveLength(2);
});

test.each(['constructor', '__proto__', 'toString'])('a fence named %s is plain code', async (name) => {
  const { find, texts } = await render(`\`\`\`${name}\nx\n\`\`\``);
  expect(texts('code')).toEqual(['x\n']);
  expect(find('code', 'hljs')).toHaveLength(0);
});

test('raw HTML passes whole, styles and frames too', async () => {
  const { find, texts } = await render(
    '<style>p { color: red }</style>\n\n<iframe src="x"></iframe> <b>bold</b>\n\n&lt;i&gt;',
  );
  expect(texts('style')).toContain('p { color: red }');
  expect(find('iframe')).toHaveLength(1);
  expect(texts('b')).toEqual(['bold']);
  expect(find('i')).toHaveLength(0);
});

test('addresses stay as they were written', async () => {
  const { attributes } = await render('![a](img/a%20b.png) ![d](data:image/png;base64,AA==) [t](tel:123) [r](../x.md)');
  expect(attributes('img', 'src')).toEqual(['img/a%20b.png', 'data:image/png;base64,AA==']);
  expect(attributes('a', 'href')).toEqual(['tel:123', '../x.md']);
});

test('front matter gives title, author, subject, keywords, language and options, and is not printed', async () => {
  const page = await render(
    '---\ntitle: The "Title"\nauthor: [Ada, Charles]\nsubject: About\nkeywords: [a, b]\nlang: de-AT\noptions:\n  landscape: true\n---\n# Heading',
  );
  const { html, find, texts, attributes, style, ...read } = page;
  expect(read).toEqual({
    title: 'The "Title"',
    author: 'Ada, Charles',
    subject: 'About',
    keywords: 'a, b',
    lang: 'de-AT',
    options: { landscape: true },
    warnings: [],
  });
  expect(attributes('html', 'lang')).toEqual(['de-AT']);
  expect(texts('title')).toEqual(['The "Title"']);
  expect(attributes('meta', 'content')).toEqual([undefined, 'Ada, Charles', 'About', 'a, b']);
  expect(html).not.toContain('landscape: true');
});

test('front matter has short names for page options, a date and a contents list', async () => {
  const text =
    '---\nsize: A5\nmargin: 1cm\nheader: <b>h</b>\nfooter: f\ndate: 2026-11-26\ntoc: 1\noptions: { margin: 2cm }\n---\n# A\n\nx\n\n# B\n\n## C';
  const { options, created, warnings, find, texts, html } = await render(text);
  expect(options).toEqual({ page_size: 'A5', margin: '2cm', header: '<b>h</b>', footer: 'f' });
  expect(created).toBe('2026-11-26T00:00:00.000Z');
  expect(warnings).toEqual([]);
  expect(find('nav', 'contents')).toHaveLength(1);
  expect(html).toMatch(/<h1 id="a">A<\/h1><nav /);
  expect(texts('nav')).toEqual(['AB']);
  expect((await render('---\ntoc: 2\n---\nx\n\n## A')).html).toMatch(/<body>\n<nav [\s\S]*<\/nav><p>x<\/p>/);
});

test('front matter names style sheets, which come after the design that it or an option names', async () => {
  const text = '---\ntheme: book\ncss: [a.css, "b&c.css"]\n---\n# A';
  const { options, html, warnings } = await render(text);
  expect(options).toEqual({ theme: 'book' });
  expect(warnings).toEqual([]);
  expect(html).toContain('text-align: justify');
  expect(html).toMatch(/<\/style>\n<link rel="stylesheet" href="a\.css">\n<link rel="stylesheet" href="b&#38;c\.css">/);
  expect((await render(text, { theme: 'plain' })).html).not.toContain('text-align: justify');
  expect((await render('---\ncss: one.css\n---\nx')).attributes('link', 'href')).toEqual(['one.css']);
  await expect(render('---\ncss: { a: b }\n---\nx')).rejects.toThrow('css');
});

test('front matter with keys that mean nothing gets one warning, with what was probably meant', async () => {
  expect((await render('---\nlayout: post\n---\nx')).warnings).toHaveLength(1);
  const { warnings } = await render('---\nlayout: post\nautor: Ada\ndate: in spring\n---\nx');
  expect(warnings).toEqual([
    {
      code: 'front_matter_ignored',
      detail: 'Keys without effect: layout, autor (did you mean author?), date (write it as 2026-11-26).',
    },
  ]);
});

test('codes of emoji are replaced in texts, not in code, and headings have the ids of GitHub', async () => {
  const { texts, attributes } = await render(
    '# :rocket: Go\n\n:smile: :+1: :nosuch: 10:30:20 `:smile:`\n\n<p align="center">:tada:</p>\n\n    :smile:',
  );
  expect(texts('h1')).toEqual(['🚀 Go']);
  expect(attributes('h1', 'id')).toEqual(['rocket-go']);
  expect(texts('p')).toEqual(['😄 👍 :nosuch: 10:30:20 :smile:', '🎉']);
  expect(texts('code')).toEqual([':smile:', ':smile:\n']);
});

test('a contents list links the headings to three levels, without the title', async () => {
  const { find, attributes, texts } = await render(
    '# T\n\n[[toc]]\n\n## A\n\n### Ü b\n\n#### no\n\n## C[^n]\n\n[^n]: x',
  );
  expect(find('nav', 'contents')).toHaveLength(1);
  expect(attributes('a', 'href').slice(0, 3)).toEqual(['#a', '#%C3%BC-b', '#c1']);
  expect(texts('li').slice(0, 2)).toEqual(['AÜ b', 'Ü b']);
});

test('a page break and a contents list bring their style, and other documents do without', async () => {
  expect((await render('a\n\n\\newpage\n\nb')).style).toContain('break-after: page');
  expect((await render('# A\n\n[TOC]\n\n# B')).style).toContain('target-counter');
  expect((await render('# A\n\nb')).style).not.toMatch(/target-counter|break-after: page|markdown-alert|katex/);
});

test('lines of a listing are elements if they are numbered, and colours go on in the next line', async () => {
  const { find, texts } = await render('```js showLineNumbers=7\n/* a\nb */ x\n\ny\n```');
  expect(find('span', 'line').map(readTextOf)).toEqual(['/* a\n', 'b */ x\n', '\n', 'y\n']);
  expect(find('span', 'hljs-comment').map(readTextOf)).toEqual(['/* a\n', 'b */']);
  expect(texts('code')).toEqual(['/* a\nb */ x\n\ny\n']);
  expect(find('pre').map((pre) => findAttribute(pre, 'style'))).toEqual(['--first-line: 6']);
});

test('formulas are set as pictures with their source as description, and bring fonts along', async () => {
  const { find, style, warnings } = await render('a $x^2$\n\n$$\n\\frac{1}{2}\n$$');
  const pictures = find('span').filter((span) => findAttribute(span, 'role') === 'img');
  expect(pictures.map((span) => findAttribute(span, 'aria-label'))).toEqual(['x^2', '\\frac{1}{2}']);
  expect(find('span', 'katex-display')).toHaveLength(1);
  expect(style).toMatch(/src:url\(data:font\/woff2;base64,\w/);
  expect(style).not.toMatch(/url\((?!data:)/);
  expect(warnings).toEqual([]);
});

test('a definition in a formula counts for those after it', async () => {
  expect((await render('$\\newcommand{\\half}{\\frac12}\\half$ $\\half$')).warnings).toEqual([]);
});

test('a formula that cannot be set is printed as its source, with a warning and its line', async () => {
  const { warnings, texts } = await render('---\ntitle: T\n---\n# A\n\nb\n$\\nosuch<b>$ and $\\frac{1$');
  expect(warnings.map(({ code, detail }) => [code, detail.slice(0, 30)])).toEqual([
    ['formula_invalid', 'Line 7: Undefined control sequ'],
    ['formula_invalid', 'Line 7: Unexpected end of inpu'],
  ]);
  expect(texts('code')).toEqual(['$\\nosuch<b>$', '$\\frac{1$']);
});

test.each([
  ['expands without end', '$\\def\\a{\\a\\a}\\a$'],
  ['is nested without end', `$${'{'.repeat(20_000)}x${'}'.repeat(20_000)}$`],
  ['loads a file', '$\\includegraphics{http://a.example/b.png}$'],
  ['leads to an address', '$\\href{javascript:alert(1)}{x}$'],
])('a formula that %s is refused', async (_, text) => {
  const { warnings, find } = await render(text);
  expect(warnings.map(({ code }) => code)).toEqual(['formula_invalid']);
  expect([...find('img'), ...find('a')]).toEqual([]);
});

test('a Mermaid diagram is printed as its source, with a warning', async () => {
  const { warnings, texts } = await render('---\ntitle: T\n---\na\n\n```mermaid\ngraph TD\n```');
  expect(warnings).toEqual([
    { code: 'diagram_unprinted', detail: 'The Mermaid diagram in line 6 is printed as its source.' },
  ]);
  expect(texts('code')).toEqual(['graph TD\n']);
});

test.each([
  ['Windows line ends', '---\r\ntitle: T\r\n---\r\ntext'],
  ['a byte order mark', '\ufeff---\ntitle: T\n---\ntext'],
  ['dots at the end', '---\ntitle: T\n...\ntext'],
  ['nothing after it', '---\ntitle: T\n---'],
])('front matter is read with %s', async (_, text) => {
  expect(await render(text)).toMatchObject({ title: 'T' });
});

test.each([
  ['a blank line follows', '---\n\nSome text: here\n\n---\nx'],
  ['it is no mapping', '---\n- a\n- b\n---\nx'],
  ['it is not at the start', 'x\n\n---\ntitle: T\n---\n'],
  ['it never ends', '---\ntitle: T\n\nx'],
])('dashes are a thematic break where %s', async (_, text) => {
  const { title, find } = await render(text);
  expect(title).toBeUndefined();
  expect(find('hr').length).toBeGreaterThan(0);
});

test.each([
  ['---\ntitle: "x\n---\n', 'line 3: the front matter is not valid YAML'],
  ['---\ntitle: a\ntitle: b\n---\n', 'line 3: the front matter is not valid YAML: Map keys must be unique'],
  ['---\na: &a [*a]\n---\n', 'the front matter is not valid YAML'],
  ['---\ntitle: {a: 1}\n---\n', '"title" must be a text'],
  ['---\nlang: German please\n---\n', '"lang" must be a language tag'],
  ['---\noptions: landscape\n---\n', '"options" must be a mapping'],
  ['---\ntoc: deep\n---\n', '"toc" must be true, false, or a depth from 1 to 6'],
])('front matter %j is refused', async (text, message) => {
  await expect(renderMarkdown(text)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(message),
  });
});

test('page numbers and margins give way to options of the same name', async () => {
  const style = async (text: string, options?: MarkdownOptions) => (await render(text, options)).style;
  expect(await style('x')).toMatch(/@page \{\s+margin: .*counter\(page\) " \/ " counter\(pages\)/s);
  expect(await style('x', { pageNumbers: false, margins: false })).not.toContain('@page');
  expect(await style('---\noptions: { footer: "<b></b>" }\n---\n')).not.toContain('counter(pages)');
  expect(await style('---\noptions: { margin: 1cm }\n---\n')).not.toMatch(/@page \{\s+margin/);
});

test('paper has nothing to click: what is folded is open', async () => {
  const { attributes } = await render('<details><summary>s</summary>\n\nhidden\n\n</details>');
  expect(attributes('details', 'open')).toEqual(['']);
});

test('only a short listing is kept on one page, and only a long word breaks anywhere', async () => {
  const { find } = await render(
    `\`\`\`\n${'x\n'.repeat(10)}\`\`\`\n\n\`\`\`\n${'x\n'.repeat(60)}\`\`\`\n\n| a | ${'b'.repeat(30)} |\n|-|-|\n`,
  );
  expect(find('pre')).toHaveLength(2);
  expect(find('pre', 'keep-together')).toHaveLength(1);
  expect(find('th', 'long-word')).toHaveLength(1);
});

test('a language written from right to left turns the page', async () => {
  expect((await render('---\nlang: ar\n---\nx')).attributes('html', 'dir')).toEqual(['rtl']);
  expect((await render('---\nlang: de\n---\nx')).attributes('html', 'dir')).toEqual([undefined]);
});

test('what the front matter says cannot leave its place in the head', async () => {
  const { find } = await render("---\ntitle: </title><script>1</script>\nauthor: '\"><script>2</script>'\n---\nx");
  expect(find('script')).toHaveLength(0);
});

test('an empty document is an empty page without a title', async () => {
  const { title, texts } = await render('');
  expect(title).toBeUndefined();
  expect(texts('body').join('').trim()).toBe('');
});

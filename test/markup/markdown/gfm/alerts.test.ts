import { expect, it } from 'vitest';
import { convertMarkdown } from '../../../../src/markup/markdown/convert-markdown.ts';

const alert = (kind: string, html: string) =>
  `<div class="markdown-alert markdown-alert-${kind.toLowerCase()}" role="note">\n<p class="markdown-alert-title">${kind}</p>\n${html}</div>\n`;

it.each([
  ['> [!note]\n> a', alert('Note', '<p>a</p>\n')],
  ['> [!NOTE]  \n> a', alert('Note', '<p>a</p>\n')],
  ['> [!TIP]\n>\n> a', alert('Tip', '<p>a</p>\n')],
  ['> [!TIP]\n> a\n\nb', `${alert('Tip', '<p>a</p>\n')}<p>b</p>\n`],
  ['> [!TIP]\n> a\n\n> b', `${alert('Tip', '<p>a</p>\n')}<blockquote>\n<p>b</p>\n</blockquote>\n`],
  ['> [!TIP]\n> > a', alert('Tip', '<blockquote>\n<p>a</p>\n</blockquote>\n')],
  ['> [!TIP]\n> a\n\nx\n\n> [!NOTE]\n> b', `${alert('Tip', '<p>a</p>\n')}<p>x</p>\n${alert('Note', '<p>b</p>\n')}`],
  ['> [!TIP]\n> ***', alert('Tip', '<hr>\n')],
  ['> [!TIP]', '<blockquote>\n<p>[!TIP]</p>\n</blockquote>\n'],
  ['> [!TIP]x\n> a', '<blockquote>\n<p>[!TIP]x\na</p>\n</blockquote>\n'],
  ['> # [!TIP]\n> a', '<blockquote>\n<h1>[!TIP]</h1>\n<p>a</p>\n</blockquote>\n'],
  ['> > [!TIP]\n> > a', '<blockquote>\n<blockquote>\n<p>[!TIP]\na</p>\n</blockquote>\n</blockquote>\n'],
])('%j is %j', (text, html) => {
  expect(convertMarkdown(text)).toBe(html);
});

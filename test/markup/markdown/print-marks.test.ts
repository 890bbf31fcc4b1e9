import { expect, it } from 'vitest';
import { convertMarkdown } from '../../../src/markup/markdown/convert-markdown.ts';

const pageBreak = '<div class="page-break"></div>\n';
const contents = '<nav class="contents"></nav>\n';

it.each([
  ['\\newpage', pageBreak],
  ['\\pagebreak\n\n\\clearpage', pageBreak + pageBreak],
  ['\\newpage\n\na', `${pageBreak}<p>a</p>\n`],
  ['<!--page-break-->', pageBreak],
  ['<!-- NewPage -->', pageBreak],
  ['a\n\n<!-- pagebreak -->\n\nb', `<p>a</p>\n${pageBreak}<p>b</p>\n`],
  ['[[toc]]\n\n[toc]', contents + contents],
  ['> \\newpage', `<blockquote>\n${pageBreak}</blockquote>\n`],
  ['- \\newpage', `<ul>\n<li>\n${pageBreak}</li>\n</ul>\n`],
  ['# \\newpage', '<h1>\\newpage</h1>\n'],
  ['# [toc]', '<h1>[toc]</h1>\n'],
  ['\\newpage a', '<p>\\newpage a</p>\n'],
  ['[toc]\n\n[toc]: a', '<p><a href="a">toc</a></p>\n'],
  ['<!-- page -->', '<!-- page -->'],
  ['<div>[toc]</div>', '<div>[toc]</div>'],
])('%j is %j', (text, html) => {
  expect(convertMarkdown(text)).toBe(html);
});

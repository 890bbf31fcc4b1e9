import { expect, test } from 'vitest';
import { findMarkdownReferences } from '../../../../src/cli/documents/assets/markdown-references.ts';

test('images, image references and raw HTML are found with their lines; code and links are not', async () => {
  const markdown = `# Notes

![plan](img/plan.png "Plan") and [a link](other.md)

![chart][c] \`![no](no.png)\`

<img src="raw.png"> <iframe src="frame.html"></iframe>

<style>p { background: url(paper.svg) }</style>

| a |
|---|
| ![cell](<my cell.png>) |

[c]: img/chart.svg
`;
  const { references } = await findMarkdownReferences(markdown);
  expect(references).toEqual([
    { address: 'img/plan.png', line: 3 },
    { address: 'img/chart.svg', line: 15 },
    { address: 'raw.png', line: 7 },
    { address: 'frame.html', line: 7 },
    { address: 'paper.svg', line: 9 },
    { address: 'my%20cell.png', line: 13 },
  ]);
});

test.each([
  ['a footnote', '[^a]\n\n[^a]: one\n\n    ![b](c.png)', ['c.png']],
  ['a footnote that nobody calls', '[^a]: ![b](c.png)', []],
  ['raw HTML whose attribute is on the next line', '<img\n  src\n="c.png">', ['c.png']],
  ['raw HTML that cannot load anything, and links', '<b>a</b> [d](e.png) <https://f.example/g.png>', []],
  ['a document that is nested too deeply', `${'> '.repeat(1000)}![b](c.png)`, []],
])('of %s, what the page loads is found', async (_, markdown, addresses) => {
  const { references } = await findMarkdownReferences(markdown);
  expect(references.map(({ address }) => address)).toEqual(addresses);
});
